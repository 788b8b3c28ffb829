package daybook.strategies.evaluate;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Forgets bars with all that was made of them, one at a time: evaluations, intents, orders. Only what is over: a bar that somebody has still
 * to be evaluated on, or whose orders have not ended, stays, and so does the newest of each series, which tells a late bar.
 */
final class OldBars {
    /** Rows per bar and statement are as many as there are strategies: each bar is a transaction of its own. */
    private static final String NEXT = """
            SELECT b.n, b.event_id FROM closed_bar b
            WHERE b.n > ? AND b.recorded_at_ms < ?
            AND b.n <= (SELECT n FROM clock_told WHERE id = 1)
            AND EXISTS (SELECT 1 FROM closed_bar later WHERE later.series = b.series AND later.token > b.token)
            AND NOT EXISTS (
                SELECT 1 FROM subscription s
                WHERE s.series = b.series AND s.active_from_us < b.end_us
                AND (s.active_until_us IS NULL OR b.end_us <= s.active_until_us)
                AND NOT EXISTS (
                    SELECT 1 FROM evaluation e WHERE e.strategy_id = s.strategy_id AND e.event_id = b.event_id))
            AND NOT EXISTS (
                SELECT 1 FROM intent i
                WHERE i.end_us = b.end_us AND i.event_id = b.event_id
                AND NOT EXISTS (
                    SELECT 1 FROM gateway_order o WHERE o.intent_id = i.intent_id
                    AND o.status IN ('FILLED', 'CANCELLED', 'REJECTED', 'FAILED')))
            ORDER BY b.n LIMIT 1
            """;

    private static final String OF_ITS_INTENTS =
            " WHERE intent_id IN (SELECT intent_id FROM intent WHERE end_us = (SELECT end_us FROM closed_bar WHERE n = ?)"
                    + " AND event_id = (SELECT event_id FROM closed_bar WHERE n = ?))";
    private static final String OF_IT = " WHERE end_us = (SELECT end_us FROM closed_bar WHERE n = ?)"
            + " AND event_id = (SELECT event_id FROM closed_bar WHERE n = ?)";
    private static final List<String> DELETES = List.of(
            "DELETE FROM gateway_cancel" + OF_ITS_INTENTS,
            "DELETE FROM gateway_order" + OF_ITS_INTENTS,
            "DELETE FROM intent" + OF_IT,
            "DELETE FROM evaluation" + OF_IT);

    private long after;

    /**
     * Forgets the next bar that was recorded before a time, in the caller's transaction.
     *
     * @param beforeMs milliseconds since the epoch
     * @return false if there is none; the next call begins at the oldest again
     */
    boolean forgetOne(Connection connection, long beforeMs) throws SQLException {
        long n = next(connection, beforeMs);
        if (n == 0) {
            after = 0;
            return false;
        }
        for (String sql : DELETES) {
            try (PreparedStatement delete = connection.prepareStatement(sql)) {
                delete.setLong(1, n);
                delete.setLong(2, n);
                delete.executeUpdate();
            }
        }
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM closed_bar WHERE n = ?")) {
            delete.setLong(1, n);
            delete.executeUpdate();
        }
        after = n;
        return true;
    }

    private long next(Connection connection, long beforeMs) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(NEXT)) {
            select.setLong(1, after);
            select.setLong(2, beforeMs);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }
}
