package daybook.strategies.gateway;

import daybook.delivery.Statements;
import daybook.strategies.OrderUpdate.Status;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which accounts have orders that have not ended, and how many.
 *
 * @param waiting accounts with orders in the queue
 * @param accounts all with orders that have not ended
 * @param oldestMs when the oldest came that is queued, being sent or of unknown fate; 0 = there is none
 */
record LiveOrders(Set<String> waiting, Map<String, Long> accounts, Map<Status, Long> byStatus, long oldestMs) {
    private static final String LIVE = "SELECT status, account_key, COUNT(*), MIN(n) FROM gateway_order"
            + " WHERE status IN " + OrderTable.LIVE + " GROUP BY status, account_key";
    private static final String RECEIVED = "SELECT received_at_ms FROM gateway_order WHERE n = ?";
    private static final String CANCELS = "SELECT o.account_key, c.intent_id FROM gateway_cancel c"
            + " JOIN gateway_order o ON o.intent_id = c.intent_id ORDER BY c.asked_at_ms LIMIT 1000";

    static final LiveOrders NONE = new LiveOrders(Set.of(), Map.of(), Map.of(), 0);

    static LiveOrders read(Connection connection, Statements statements) throws SQLException {
        Set<String> waiting = new HashSet<>();
        Map<String, Long> accounts = new HashMap<>();
        Map<Status, Long> byStatus = new EnumMap<>(Status.class);
        long oldest = Long.MAX_VALUE;
        try (ResultSet row = statements.prepare(connection, LIVE).executeQuery()) {
            while (row.next()) {
                Status status = Status.valueOf(row.getString(1));
                String account = row.getString(2);
                if (status == Status.QUEUED) {
                    waiting.add(account);
                }
                accounts.merge(account, row.getLong(3), Long::sum);
                byStatus.merge(status, row.getLong(3), Long::sum);
                boolean open = status == Status.ACCEPTED || status == Status.PARTIALLY_FILLED;
                if (!open) {
                    oldest = Math.min(oldest, row.getLong(4));
                }
            }
        }
        return new LiveOrders(waiting, accounts, byStatus, received(connection, statements, oldest));
    }

    private static long received(Connection connection, Statements statements, long n) throws SQLException {
        PreparedStatement select = statements.prepare(connection, RECEIVED);
        select.setLong(1, n);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /** Orders that somebody wants to be cancelled, by account. */
    static Map<String, List<String>> cancels(Connection connection, Statements statements) throws SQLException {
        Map<String, List<String>> cancels = new HashMap<>();
        PreparedStatement select = statements.prepare(connection, CANCELS);
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                cancels.computeIfAbsent(row.getString(1), account -> new ArrayList<>())
                        .add(row.getString(2));
            }
        }
        return cancels;
    }
}
