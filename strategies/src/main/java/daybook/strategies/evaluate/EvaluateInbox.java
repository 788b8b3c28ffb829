package daybook.strategies.evaluate;

import daybook.delivery.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Batches that were begun, by id: {@code acquired}, then {@code completed} or {@code dead}. Whoever has the shard's lease may begin one that
 * another has left. In the caller's transaction. Confined to one thread.
 */
final class EvaluateInbox {
    private static final String NEW = "INSERT INTO evaluate_inbox"
            + " (consumer, event_id, state, attempts, owner, changed_at_ms) VALUES (?, ?, 'acquired', 1, ?, ?)"
            + " ON CONFLICT (consumer, event_id) DO NOTHING";
    private static final String AGAIN = "INSERT INTO evaluate_inbox"
            + " (consumer, event_id, state, attempts, owner, changed_at_ms) VALUES (?, ?, 'acquired', 1, ?, ?)"
            + " ON CONFLICT (consumer, event_id) DO UPDATE SET attempts = evaluate_inbox.attempts + ?,"
            + " owner = excluded.owner, changed_at_ms = excluded.changed_at_ms"
            + " WHERE evaluate_inbox.state = 'acquired' RETURNING attempts";
    private static final String END = "UPDATE evaluate_inbox SET state = ?, owner = ?, changed_at_ms = ?"
            + " WHERE consumer = ? AND event_id = ? AND state = 'acquired'";
    private static final String PURGE = "DELETE FROM evaluate_inbox WHERE (consumer, event_id) IN (SELECT consumer,"
            + " event_id FROM evaluate_inbox WHERE changed_at_ms < ? ORDER BY changed_at_ms LIMIT ?)";

    /** {@link #begin} of one that is over. */
    static final int OVER = 0;

    private final String consumer;
    private final String owner;
    private final InstantSource clock;
    private final Statements statements = new Statements();

    EvaluateInbox(String consumer, String owner, InstantSource clock) {
        this.consumer = consumer;
        this.owner = owner;
        this.clock = clock;
    }

    /** Begins those that nobody has begun before; returns them. */
    Set<String> beginNew(Connection connection, Collection<String> eventIds) throws SQLException {
        PreparedStatement insert = statements.prepare(connection, NEW);
        for (String eventId : eventIds) {
            bind(insert, eventId);
            insert.addBatch();
        }
        Set<String> begun = new HashSet<>();
        Iterator<String> ids = List.copyOf(eventIds).iterator();
        for (int inserted : insert.executeBatch()) {
            String eventId = ids.next();
            if (inserted == 1) {
                begun.add(eventId);
            }
        }
        return begun;
    }

    /**
     * Begins one, again if need be.
     *
     * @param counts whether the attempt before this was one: a database that was away is none
     * @return how many attempts that makes; {@link #OVER} if it is completed or dead
     */
    int begin(Connection connection, String eventId, boolean counts) throws SQLException {
        PreparedStatement again = statements.prepare(connection, AGAIN);
        bind(again, eventId);
        again.setInt(5, counts ? 1 : 0);
        try (ResultSet row = again.executeQuery()) {
            return row.next() ? row.getInt(1) : OVER;
        }
    }

    /** @throws LostLeaseException if it is not begun, or over */
    void complete(Connection connection, String eventId) throws SQLException {
        end(connection, eventId, "completed");
    }

    /** @throws LostLeaseException if it is not begun, or over */
    void bury(Connection connection, String eventId) throws SQLException {
        end(connection, eventId, "dead");
    }

    /** Deletes rows that nothing on the topic belongs to any more. Less than {@code most} = no more. */
    int purge(Connection connection, long beforeMs, int most) throws SQLException {
        PreparedStatement purge = statements.prepare(connection, PURGE);
        purge.setLong(1, beforeMs);
        purge.setInt(2, most);
        return purge.executeUpdate();
    }

    private void end(Connection connection, String eventId, String state) throws SQLException {
        PreparedStatement end = statements.prepare(connection, END);
        end.setString(1, state);
        end.setString(2, owner);
        end.setLong(3, clock.millis());
        end.setString(4, consumer);
        end.setString(5, eventId);
        if (end.executeUpdate() != 1) {
            throw new LostLeaseException("batch: " + eventId + " is over (expected: acquired)");
        }
    }

    private void bind(PreparedStatement insert, String eventId) throws SQLException {
        insert.setString(1, consumer);
        insert.setString(2, eventId);
        insert.setString(3, owner);
        insert.setLong(4, clock.millis());
    }
}
