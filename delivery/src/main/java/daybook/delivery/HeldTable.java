package daybook.delivery;

import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The {@code held_record} table. Each method joins the caller's transaction. Confined to one thread. */
final class HeldTable {
    private static final String KEYS =
            "SELECT topic, partition_no, record_key, COUNT(*), MIN(held_at_ms) FROM held_record"
                    + " WHERE consumer = ? GROUP BY topic, partition_no, record_key ORDER BY MIN(n)";
    private static final String ADD =
            "INSERT INTO held_record (consumer, topic, partition_no, record_offset, record_key,"
                    + " headers, body, record_time_ms, error, attempts, faults, held_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)";
    private static final String FIRST =
            "SELECT n, partition_no, record_offset, headers, body, record_time_ms, error, attempts, faults FROM held_record"
                    + " WHERE consumer = ? AND topic = ? AND record_key = ? ORDER BY n LIMIT 1";
    private static final String BEGIN =
            "UPDATE held_record SET attempts = attempts + 1, faults = faults + 1 WHERE n = ?";
    private static final String STILL = "UPDATE held_record SET error = ?, faults = 0 WHERE n = ?";
    private static final String WRONG = "UPDATE held_record SET error = ? WHERE n = ?";
    /** An attempt that the world broke off says nothing of the record. */
    private static final String BROKEN_OFF =
            "UPDATE held_record SET attempts = attempts - 1, faults = faults - 1 WHERE n = ?";

    private static final String REMOVE = "DELETE FROM held_record WHERE n = ?";

    private final String consumer;
    private final InstantSource clock;
    private final Statements statements = new Statements();

    /** A key whose records wait. */
    record Held(RecordKey key, TopicPartition place, long records, long sinceMs) {}

    /**
     * The first record of a key.
     *
     * @param attempts so far
     * @param faults how many in a row ended neither well nor with "not yet"
     */
    record First(long n, StoredRecord record, String error, int attempts, int faults) {}

    HeldTable(String consumer, InstantSource clock) {
        this.consumer = consumer;
        this.clock = clock;
    }

    /** In the order in which they began to wait. */
    List<Held> keys(Connection connection) throws SQLException {
        PreparedStatement keys = statements.prepare(connection, KEYS);
        keys.setString(1, consumer);
        List<Held> held = new ArrayList<>();
        try (ResultSet row = keys.executeQuery()) {
            while (row.next()) {
                TopicPartition place = new TopicPartition(row.getString(1), row.getInt(2));
                RecordKey key = new RecordKey(place.topic(), ByteBuffer.wrap(row.getBytes(3)));
                held.add(new Held(key, place, row.getLong(4), row.getLong(5)));
            }
        }
        return held;
    }

    void add(Connection connection, StoredRecord stored, String error, int attempts) throws SQLException {
        LogRecord record = stored.record();
        PreparedStatement add = statements.prepare(connection, ADD);
        add.setString(1, consumer);
        add.setString(2, stored.place().topic());
        add.setInt(3, stored.place().partition());
        add.setLong(4, stored.offset());
        add.setBytes(5, record.key());
        add.setBytes(6, HeaderBytes.encode(record.headers()));
        add.setBytes(7, record.value());
        add.setLong(8, record.timeMs());
        add.setString(9, Refusals.storable(error));
        add.setInt(10, attempts);
        add.setLong(11, clock.millis());
        add.executeUpdate();
    }

    Optional<First> first(Connection connection, RecordKey key) throws SQLException {
        PreparedStatement first = statements.prepare(connection, FIRST);
        first.setString(1, consumer);
        first.setString(2, key.topic());
        first.setBytes(3, key.bytes().array());
        try (ResultSet row = first.executeQuery()) {
            if (!row.next()) {
                return Optional.empty();
            }
            LogRecord record = new LogRecord(
                    key.bytes().array(), row.getBytes(5), HeaderBytes.decode(row.getBytes(4)), row.getLong(6));
            StoredRecord stored =
                    new StoredRecord(new TopicPartition(key.topic(), row.getInt(2)), row.getLong(3), record);
            return Optional.of(new First(row.getLong(1), stored, row.getString(7), row.getInt(8), row.getInt(9)));
        }
    }

    /** Counts an attempt, before it is made. */
    void begin(Connection connection, First first) throws SQLException {
        update(connection, BEGIN, first);
    }

    /** Takes an attempt back. */
    void brokenOff(Connection connection, First first) throws SQLException {
        update(connection, BROKEN_OFF, first);
    }

    /** It still cannot be processed, and nothing is wrong with it. */
    void stillWaits(Connection connection, First first, String error) throws SQLException {
        say(connection, STILL, first, error);
    }

    /** Something is wrong with it. */
    void isWrong(Connection connection, First first, String error) throws SQLException {
        say(connection, WRONG, first, error);
    }

    void remove(Connection connection, First first) throws SQLException {
        update(connection, REMOVE, first);
    }

    private void say(Connection connection, String sql, First first, String error) throws SQLException {
        PreparedStatement say = statements.prepare(connection, sql);
        say.setString(1, Refusals.storable(error));
        say.setLong(2, first.n());
        say.executeUpdate();
    }

    /** Only whoever finds it there works on it. */
    private void update(Connection connection, String sql, First first) throws SQLException {
        PreparedStatement update = statements.prepare(connection, sql);
        update.setLong(1, first.n());
        if (update.executeUpdate() != 1) {
            throw new StaleOwnerException(first.record().place(), first.record().offset());
        }
    }
}
