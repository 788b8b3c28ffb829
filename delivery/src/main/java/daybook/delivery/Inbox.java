package daybook.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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

    private static final String PURGE_ALL = "DELETE FROM inbox WHERE (consumer, event_id) IN"
            + " (SELECT consumer, event_id FROM inbox WHERE seen_at_ms < ? ORDER BY seen_at_ms LIMIT ?)";
    private static final String OLDER = "SELECT COUNT(*) FROM inbox WHERE seen_at_ms < ?";

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

    /** The same for every consumer that has an inbox in this database. */
    public static int purgeAll(Connection connection, Instant seenBefore, int limit) throws SQLException {
        try (PreparedStatement purge = connection.prepareStatement(PURGE_ALL)) {
            purge.setLong(1, seenBefore.toEpochMilli());
            purge.setInt(2, limit);
            return purge.executeUpdate();
        }
    }

    /** How many ids {@link #purgeAll} would forget. */
    public static long older(Connection connection, Instant seenBefore) throws SQLException {
        try (PreparedStatement count = connection.prepareStatement(OLDER)) {
            count.setLong(1, seenBefore.toEpochMilli());
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
