package daybook.delivery;

import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Records that were put aside, byte for byte, and the keys that are suspect because of them. Each method joins the caller's
 * transaction: a cursor passes a record in the same transaction in which the record is parked, or not at all. Confined to one
 * thread.
 */
public final class DeadLetters {
    private static final String COLUMNS =
            "topic, partition_no, record_offset, record_key, headers, body, record_time_ms,"
                    + " error, attempts, replayed_at_ms";
    private static final String PARK =
            "INSERT INTO dead_letter (consumer, topic, partition_no, record_offset, record_key,"
                    + " headers, body, record_time_ms, error, attempts, parked_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    + " ON CONFLICT (consumer, topic, partition_no, record_offset) DO NOTHING";
    private static final String SUSPECT = "INSERT INTO suspect_key (consumer, topic, record_key, since_ms)"
            + " VALUES (?, ?, ?, ?) ON CONFLICT (consumer, topic, record_key) DO NOTHING";
    private static final String LIST = "SELECT " + COLUMNS
            + " FROM dead_letter WHERE consumer = ? ORDER BY topic, partition_no, record_offset LIMIT ?";
    private static final String FIND = "SELECT " + COLUMNS
            + " FROM dead_letter WHERE consumer = ? AND topic = ? AND partition_no = ? AND record_offset = ?";
    private static final String WAITING =
            "SELECT COUNT(*) FROM dead_letter WHERE consumer = ? AND replayed_at_ms IS NULL";
    private static final String REPLAYED = "UPDATE dead_letter SET replayed_at_ms = ?"
            + " WHERE consumer = ? AND topic = ? AND partition_no = ? AND record_offset = ?";
    private static final String CLEAR = "DELETE FROM suspect_key WHERE consumer = ? AND topic = ? AND record_key = ?"
            + " AND NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.consumer = suspect_key.consumer"
            + " AND d.topic = suspect_key.topic AND d.record_key = suspect_key.record_key AND d.replayed_at_ms IS NULL)";
    private static final String SUSPECTS = "SELECT record_key FROM suspect_key WHERE consumer = ? ORDER BY record_key";

    private final String consumer;
    private final InstantSource clock;
    private final Statements statements = new Statements();

    public DeadLetters(String consumer, InstantSource clock) {
        this.consumer = consumer;
        this.clock = clock;
    }

    /**
     * Puts a record aside and marks its key suspect. Does nothing if it is there.
     *
     * @throws SQLException also if another record is there, parked before the log went back and gave its offset anew
     */
    void park(Connection connection, StoredRecord stored, String error, int attempts) throws SQLException {
        LogRecord record = stored.record();
        PreparedStatement park = statements.prepare(connection, PARK);
        bindPlace(park, 1, stored.place());
        park.setLong(4, stored.offset());
        park.setBytes(5, record.key());
        park.setBytes(6, HeaderBytes.encode(record.headers()));
        park.setBytes(7, record.value());
        park.setLong(8, record.timeMs());
        // PostgreSQL's text holds no U+0000, which is just what may be wrong with a record.
        park.setString(9, error.replace('\0', '\uFFFD'));
        park.setInt(10, attempts);
        park.setLong(11, clock.millis());
        if (park.executeUpdate() == 0) {
            requireSame(connection, stored);
        }
        PreparedStatement suspect = statements.prepare(connection, SUSPECT);
        suspect.setString(1, consumer);
        suspect.setString(2, stored.place().topic());
        suspect.setBytes(3, record.key());
        suspect.setLong(4, clock.millis());
        suspect.executeUpdate();
    }

    private void requireSame(Connection connection, StoredRecord stored) throws SQLException {
        LogRecord there = find(connection, stored.place(), stored.offset())
                .map(letter -> letter.record().record())
                .orElse(stored.record());
        if (!Arrays.equals(there.key(), stored.record().key())
                || !Arrays.equals(there.value(), stored.record().value())) {
            throw new SQLException("dead letter of " + stored.place() + " offset " + stored.offset()
                    + ": another record is parked there (expected: that one gone from dead_letter first)");
        }
    }

    /** What is parked, by topic, partition and offset; what has been replayed included. */
    public List<DeadLetter> list(Connection connection, int limit) throws SQLException {
        PreparedStatement list = statements.prepare(connection, LIST);
        list.setString(1, consumer);
        list.setInt(2, limit);
        List<DeadLetter> letters = new ArrayList<>();
        try (ResultSet row = list.executeQuery()) {
            while (row.next()) {
                letters.add(letter(row));
            }
        }
        return letters;
    }

    Optional<DeadLetter> find(Connection connection, TopicPartition place, long offset) throws SQLException {
        PreparedStatement find = statements.prepare(connection, FIND);
        bindPlace(find, 1, place);
        find.setLong(4, offset);
        try (ResultSet row = find.executeQuery()) {
            return row.next() ? Optional.of(letter(row)) : Optional.empty();
        }
    }

    /** How many are parked and have not been replayed. */
    public long waiting(Connection connection) throws SQLException {
        PreparedStatement count = statements.prepare(connection, WAITING);
        count.setString(1, consumer);
        try (ResultSet row = count.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Notes that a record has been applied; its key is trusted again once no other record of it is parked. */
    void replayed(Connection connection, DeadLetter letter) throws SQLException {
        PreparedStatement replayed = statements.prepare(connection, REPLAYED);
        replayed.setLong(1, clock.millis());
        bindPlace(replayed, 2, letter.record().place());
        replayed.setLong(5, letter.record().offset());
        replayed.executeUpdate();
        PreparedStatement clear = statements.prepare(connection, CLEAR);
        clear.setString(1, consumer);
        clear.setString(2, letter.record().place().topic());
        clear.setBytes(3, letter.record().record().key());
        clear.executeUpdate();
    }

    /** Keys of parked records: what was computed for them is not to be trusted. */
    public static List<byte[]> suspectKeys(Connection connection, String consumer) throws SQLException {
        List<byte[]> keys = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SUSPECTS)) {
            select.setString(1, consumer);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    keys.add(row.getBytes(1));
                }
            }
        }
        return keys;
    }

    private void bindPlace(PreparedStatement statement, int at, TopicPartition place) throws SQLException {
        statement.setString(at, consumer);
        statement.setString(at + 1, place.topic());
        statement.setInt(at + 2, place.partition());
    }

    private DeadLetter letter(ResultSet row) throws SQLException {
        LogRecord record =
                new LogRecord(row.getBytes(4), row.getBytes(6), HeaderBytes.decode(row.getBytes(5)), row.getLong(7));
        StoredRecord stored =
                new StoredRecord(new TopicPartition(row.getString(1), row.getInt(2)), row.getLong(3), record);
        boolean replayed = row.getObject(10) != null;
        return new DeadLetter(consumer, stored, row.getString(8), row.getInt(9), replayed);
    }
}
