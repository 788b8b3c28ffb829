package daybook.delivery;

import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Records that were put aside, byte for byte, as their consumer writes them. Each method joins the caller's transaction: a cursor
 * passes a record in the same transaction in which the record is parked and its copy for the dead-letter topic is put into the
 * outbox, or not at all. What an operator does about them is in {@link DeadLetterDesk}. Confined to one thread.
 */
public final class DeadLetters {
    /** Closed ones are kept so long: as their topic keeps them. */
    static final Duration KEEP_CLOSED = Duration.ofDays(30);

    private static final int PURGE_ROWS = 1_000;
    private static final String PARK =
            "INSERT INTO dead_letter (consumer, topic, partition_no, record_offset, record_key,"
                    + " headers, body, record_time_ms, error, attempts, parked_at_ms, changed_at_ms)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String AT = "SELECT record_key, body FROM dead_letter"
            + " WHERE consumer = ? AND topic = ? AND partition_no = ? AND record_offset = ?";
    private static final String WAITING =
            "SELECT COUNT(*), MIN(parked_at_ms) FROM dead_letter WHERE consumer = ? AND " + LetterRows.WAITING;
    private static final String ASKED = "SELECT " + LetterRows.COLUMNS + " FROM dead_letter WHERE consumer = ? AND "
            + LetterRows.WAITING + " AND asked_at_ms IS NOT NULL ORDER BY asked_at_ms, n LIMIT 1";
    private static final String BEGIN =
            "UPDATE dead_letter SET replays = replays + 1, version = version + 1 WHERE n = ? AND version = ? RETURNING "
                    + LetterRows.COLUMNS;
    private static final String CLOSE = "UPDATE dead_letter SET state = 'replayed', asked_at_ms = NULL,"
            + " changed_at_ms = ?, version = version + 1 WHERE n = ? AND version = ?";
    private static final String FAIL = "UPDATE dead_letter SET state = 'parked', error = ?, asked_at_ms = NULL,"
            + " changed_at_ms = ?, version = version + 1 WHERE n = ? AND version = ?";
    private static final String PURGE = "DELETE FROM dead_letter WHERE n IN (SELECT n FROM dead_letter"
            + " WHERE state IN ('replayed', 'discarded') AND changed_at_ms < ? ORDER BY changed_at_ms LIMIT ?)";
    private static final String SUSPECTS =
            "SELECT DISTINCT record_key FROM suspect_key WHERE consumer = ? ORDER BY record_key";

    private final String consumer;
    private final InstantSource clock;
    private final Outbox outbox;
    private final Statements statements = new Statements();

    /**
     * How many wait for a decision.
     *
     * @param oldestMs when the first of them was put aside; empty if none is there
     */
    public record Waiting(long count, OptionalLong oldestMs) {
        public static final Waiting NONE = new Waiting(0, OptionalLong.empty());
    }

    public DeadLetters(String consumer, InstantSource clock) {
        this.consumer = consumer;
        this.clock = clock;
        this.outbox = new Outbox(clock);
    }

    /**
     * Puts a record aside, which makes its key suspect, and a copy into the outbox. Does nothing if this very record was put aside
     * at this place before, whatever has been decided about it since: it is read again, and is not news.
     */
    public void park(Connection connection, StoredRecord stored, String error, int attempts) throws SQLException {
        if (isThere(connection, stored)) {
            return;
        }
        LogRecord record = stored.record();
        long now = clock.millis();
        PreparedStatement park = statements.prepare(connection, PARK);
        bindPlace(park, stored);
        park.setBytes(5, record.key());
        park.setBytes(6, HeaderBytes.encode(record.headers()));
        park.setBytes(7, record.value());
        park.setLong(8, record.timeMs());
        park.setString(9, Refusals.storable(error));
        park.setInt(10, attempts);
        park.setLong(11, now);
        park.setLong(12, now);
        park.executeUpdate();
        outbox.add(
                connection,
                List.of(DeadLetterMessage.of(consumer, stored, new DeadLetterMessage.Cause(error, attempts, now))));
    }

    /** How many wait, and since when the first. */
    public Waiting waiting(Connection connection) throws SQLException {
        PreparedStatement count = statements.prepare(connection, WAITING);
        count.setString(1, consumer);
        try (ResultSet row = count.executeQuery()) {
            row.next();
            long waiting = row.getLong(1);
            long oldestMs = row.getLong(2);
            return new Waiting(waiting, row.wasNull() ? OptionalLong.empty() : OptionalLong.of(oldestMs));
        }
    }

    /** The letter whose replay was asked for first. */
    Optional<DeadLetter> asked(Connection connection) throws SQLException {
        PreparedStatement asked = statements.prepare(connection, ASKED);
        asked.setString(1, consumer);
        return one(asked);
    }

    /** Counts a replay, before it is made: one that the process does not survive counts. Empty if the letter has changed since. */
    Optional<DeadLetter> begin(Connection connection, DeadLetter letter) throws SQLException {
        PreparedStatement begin = statements.prepare(connection, BEGIN);
        begin.setLong(1, letter.n());
        begin.setInt(2, letter.handling().version());
        return one(begin);
    }

    /**
     * Closes a letter in the transaction that has applied it; its key is trusted again when no other of it waits.
     *
     * @return false if somebody has decided otherwise meanwhile; the transaction must be undone
     */
    boolean replayed(Connection connection, DeadLetter letter) throws SQLException {
        PreparedStatement close = statements.prepare(connection, CLOSE);
        close.setLong(1, clock.millis());
        bindVersion(close, 2, letter);
        return close.executeUpdate() == 1;
    }

    /** Notes that a replay failed, unless somebody has decided otherwise meanwhile. */
    void failed(Connection connection, DeadLetter letter, String error) throws SQLException {
        PreparedStatement fail = statements.prepare(connection, FAIL);
        fail.setString(1, Refusals.storable(error));
        fail.setLong(2, clock.millis());
        bindVersion(fail, 3, letter);
        fail.executeUpdate();
    }

    /** Deletes letters that were closed long ago, whoever's they are. Returns whether there may be more. */
    boolean purge(Connection connection) throws SQLException {
        PreparedStatement purge = statements.prepare(connection, PURGE);
        purge.setLong(1, clock.instant().minus(KEEP_CLOSED).toEpochMilli());
        purge.setInt(2, PURGE_ROWS);
        return purge.executeUpdate() == PURGE_ROWS;
    }

    /** Keys of records that wait: what was computed for them is not to be trusted. */
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

    /** After a log went back another record may lie where one was put aside. */
    private boolean isThere(Connection connection, StoredRecord stored) throws SQLException {
        PreparedStatement at = statements.prepare(connection, AT);
        bindPlace(at, stored);
        try (ResultSet row = at.executeQuery()) {
            while (row.next()) {
                if (Arrays.equals(row.getBytes(1), stored.record().key())
                        && Arrays.equals(row.getBytes(2), stored.record().value())) {
                    return true;
                }
            }
        }
        return false;
    }

    private void bindPlace(PreparedStatement statement, StoredRecord stored) throws SQLException {
        TopicPartition place = stored.place();
        statement.setString(1, consumer);
        statement.setString(2, place.topic());
        statement.setInt(3, place.partition());
        statement.setLong(4, stored.offset());
    }

    private static void bindVersion(PreparedStatement statement, int at, DeadLetter letter) throws SQLException {
        statement.setLong(at, letter.n());
        statement.setInt(at + 1, letter.handling().version());
    }

    private static Optional<DeadLetter> one(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(LetterRows.read(row)) : Optional.empty();
        }
    }
}
