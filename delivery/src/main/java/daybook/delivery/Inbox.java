package daybook.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Which events a consumer has processed, for effects without a natural key of their own and for topics with retention. Confined
 * to one thread.
 *
 * <p>Inserting the id <em>is</em> the decision: of two transactions that claim the same event one waits for the other and then
 * finds it taken. Looking first and inserting later lets both pass.
 */
public final class Inbox {
    private static final String CLAIM =
            "INSERT INTO inbox (consumer, event_id, seen_at_ms) VALUES (?, ?, ?) ON CONFLICT (consumer, event_id) DO NOTHING";
    private static final String PURGE = "DELETE FROM inbox WHERE consumer = ? AND event_id IN"
            + " (SELECT event_id FROM inbox WHERE consumer = ? AND seen_at_ms < ? ORDER BY seen_at_ms LIMIT ?)";

    private final String consumer;
    private final InstantSource clock;
    private final Statements statements = new Statements();

    public Inbox(String consumer, InstantSource clock) {
        this.consumer = consumer;
        this.clock = clock;
    }

    /** Claims an event in the caller's transaction. True once, in the transaction that commits; false ever after. */
    public boolean claim(Connection connection, String eventId) throws SQLException {
        PreparedStatement claim = statements.prepare(connection, CLAIM);
        claim.setString(1, consumer);
        claim.setString(2, eventId);
        claim.setLong(3, clock.millis());
        return claim.executeUpdate() == 1;
    }

    /**
     * Forgets ids in the caller's transaction. Safe only for those that the topic can no longer deliver: older than its
     * retention plus a day.
     *
     * @return how many; less than {@code limit} = no more
     */
    public int purge(Connection connection, Instant seenBefore, int limit) throws SQLException {
        PreparedStatement purge = statements.prepare(connection, PURGE);
        purge.setString(1, consumer);
        purge.setString(2, consumer);
        purge.setLong(3, seenBefore.toEpochMilli());
        purge.setInt(4, limit);
        return purge.executeUpdate();
    }
}
