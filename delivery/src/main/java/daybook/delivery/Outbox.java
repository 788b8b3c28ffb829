package daybook.delivery;

import daybook.log.LogRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Messages that are published because, and only because, the transaction they were written in has committed. Confined to one
 * thread.
 *
 * <p>Rows are numbered ({@code n}) as they are written and read back in that order, by their own <em>sent</em> mark: a reader
 * that remembered the highest n it has seen would pass over one whose transaction commits later.
 */
public final class Outbox {
    private static final String ADD =
            "INSERT INTO outbox (topic, record_key, headers, body, created_at_ms) VALUES (?, ?, ?, ?, ?)";
    private static final String ORIGIN = "SELECT origin FROM outbox_origin";
    private static final String UNSENT = "SELECT n, topic, record_key, headers, body, created_at_ms FROM outbox"
            + " WHERE sent_at_ms IS NULL ORDER BY n LIMIT ?";
    private static final String MARK = "UPDATE outbox SET sent_at_ms = ? WHERE n = ?";
    private static final String AGAIN =
            "UPDATE outbox SET sent_at_ms = NULL WHERE topic = ? AND sent_at_ms IS NOT NULL";
    private static final String PURGE =
            "DELETE FROM outbox WHERE n IN (SELECT n FROM outbox WHERE sent_at_ms < ? ORDER BY n LIMIT ?)";
    private static final String SENT = "SELECT COUNT(*) FROM outbox WHERE sent_at_ms < ?";
    private static final String WAITING = "SELECT COUNT(*) FROM outbox WHERE sent_at_ms IS NULL";
    private static final String OLDEST = "SELECT MIN(created_at_ms) FROM outbox WHERE sent_at_ms IS NULL";

    private final InstantSource clock;
    private final Statements statements = new Statements();

    public Outbox(InstantSource clock) {
        this.clock = clock;
    }

    /** A row that waits. */
    record Row(long n, String topic, LogRecord record) {}

    /** Adds messages in the caller's transaction. They are published in the order of the list, after what was added before. */
    public void add(Connection connection, List<OutboxMessage> messages) throws SQLException {
        PreparedStatement add = statements.prepare(connection, ADD);
        long now = clock.millis();
        for (OutboxMessage message : messages) {
            add.setString(1, message.topic());
            add.setBytes(2, message.key());
            add.setBytes(3, HeaderBytes.encode(message.headers()));
            add.setBytes(4, message.body());
            add.setLong(5, now);
            add.addBatch();
        }
        add.executeBatch();
    }

    /** Which database this outbox lies in: numbers of rows mean nothing beyond it. */
    String origin(Connection connection) throws SQLException {
        try (ResultSet row = statements.prepare(connection, ORIGIN).executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    /** The first rows that have not been sent, in order. */
    List<Row> unsent(Connection connection, int limit) throws SQLException {
        PreparedStatement select = statements.prepare(connection, UNSENT);
        select.setInt(1, limit);
        List<Row> rows = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                LogRecord record = new LogRecord(
                        row.getBytes(3), row.getBytes(5), HeaderBytes.decode(row.getBytes(4)), row.getLong(6));
                rows.add(new Row(row.getLong(1), row.getString(2), record));
            }
        }
        return rows;
    }

    /** Marks exactly these rows: one between them may belong to a transaction that is not over. */
    void markSent(Connection connection, List<Long> numbers) throws SQLException {
        PreparedStatement mark = statements.prepare(connection, MARK);
        long now = clock.millis();
        for (long n : numbers) {
            mark.setLong(1, now);
            mark.setLong(2, n);
            mark.addBatch();
        }
        mark.executeBatch();
    }

    /** Takes the mark from every row of a topic that is still kept. Returns how many had it. */
    int sendAgain(Connection connection, String topic) throws SQLException {
        PreparedStatement again = statements.prepare(connection, AGAIN);
        again.setString(1, topic);
        return again.executeUpdate();
    }

    /** Deletes up to {@code limit} sent rows, in the caller's transaction. Less than {@code limit} = no more. */
    public int purge(Connection connection, Instant sentBefore, int limit) throws SQLException {
        PreparedStatement purge = statements.prepare(connection, PURGE);
        purge.setLong(1, sentBefore.toEpochMilli());
        purge.setInt(2, limit);
        return purge.executeUpdate();
    }

    /** How many rows {@link #purge} would delete. */
    public long purgeable(Connection connection, Instant sentBefore) throws SQLException {
        PreparedStatement count = statements.prepare(connection, SENT);
        count.setLong(1, sentBefore.toEpochMilli());
        try (ResultSet row = count.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** How many rows wait to be sent. */
    public long waiting(Connection connection) throws SQLException {
        try (ResultSet row = statements.prepare(connection, WAITING).executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** When the row that has waited longest was written, milliseconds since the epoch. */
    public OptionalLong oldestWaitingMs(Connection connection) throws SQLException {
        try (ResultSet row = statements.prepare(connection, OLDEST).executeQuery()) {
            row.next();
            long ms = row.getLong(1);
            return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(ms);
        }
    }
}
