package daybook.strategies.gateway;

import daybook.delivery.Dialect;
import daybook.delivery.Statements;
import daybook.strategies.Bodies;
import daybook.strategies.OrderIntent;
import daybook.strategies.OrderUpdate;
import daybook.strategies.OrderUpdate.Status;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of orders. Every change names the step that it follows, so that it cannot follow another one. Confined to one thread. */
final class OrderTable {
    /** Orders that can still change, as SQL. */
    static final String LIVE = "('QUEUED', 'PROCESSING', 'UNKNOWN', 'ACCEPTED', 'PARTIALLY_FILLED')";

    private static final String INSERT =
            "INSERT INTO gateway_order (intent_id, account_key, symbol, strategy_id, fence_lease,"
                    + " fence_token, body, status, step, attempts, venue_order_id, filled, reason, received_at_ms, submitted_at_ms,"
                    + " changed_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, 0, '', 0, ?, ?, 0, ?) ON CONFLICT (intent_id) DO NOTHING";
    private static final String COLUMNS =
            "SELECT n, intent_id, body, status, step, attempts, venue_order_id, filled, reason, submitted_at_ms"
                    + " FROM gateway_order o";
    private static final String ONE = COLUMNS + " WHERE intent_id = ?";
    private static final String AT_WORK = COLUMNS
            + " WHERE status IN ('PROCESSING', 'UNKNOWN', 'ACCEPTED', 'PARTIALLY_FILLED') AND account_key = ? ORDER BY n";
    private static final String NEXT = COLUMNS + " WHERE status = 'QUEUED' AND account_key = ? AND NOT EXISTS"
            + " (SELECT 1 FROM gateway_order b WHERE b.status IN ('PROCESSING', 'UNKNOWN') AND b.account_key = o.account_key"
            + " AND b.symbol = o.symbol) ORDER BY n LIMIT ?";
    private static final String TOKEN = "SELECT token FROM lease WHERE name = ?";
    private static final String CLAIM = "UPDATE gateway_order SET status = 'PROCESSING', step = ?, attempts = ?,"
            + " submitted_at_ms = ?, reason = '', changed_at_ms = ? WHERE intent_id = ? AND step = ? AND status = 'QUEUED'"
            + " AND (fence_token = 0 OR EXISTS (SELECT 1 FROM lease WHERE name = fence_lease AND token = fence_token%s))";
    private static final String CHANGE =
            "UPDATE gateway_order SET status = ?, step = ?, attempts = ?, venue_order_id = ?,"
                    + " filled = ?, reason = ?, changed_at_ms = ? WHERE intent_id = ? AND step = ?";
    private static final String CANCELLED = "DELETE FROM gateway_cancel WHERE intent_id = ?";

    private final Statements statements = new Statements();

    /** Whether the grant that an intent was decided under is still the last one of its lease. */
    boolean isCurrent(Connection connection, OrderIntent intent) throws SQLException {
        if (intent.fence().isManual()) {
            return true;
        }
        PreparedStatement select = statements.prepare(connection, TOKEN);
        select.setString(1, intent.fence().lease());
        try (ResultSet row = select.executeQuery()) {
            return row.next() && row.getLong(1) == intent.fence().token();
        }
    }

    /** Adds an order in its first state. False if its intent has been here before; then nothing changes. */
    boolean add(Connection connection, OrderIntent intent, OrderState first, long nowMs) throws SQLException {
        PreparedStatement insert = statements.prepare(connection, INSERT);
        insert.setString(1, intent.clientOrderId());
        insert.setString(2, intent.account().text());
        insert.setString(3, intent.symbol());
        insert.setLong(4, intent.cause().strategyId());
        insert.setString(5, intent.fence().lease());
        insert.setLong(6, intent.fence().token());
        insert.setBytes(7, Bodies.write(intent));
        insert.setString(8, first.status().name());
        insert.setString(9, first.reason());
        insert.setLong(10, nowMs);
        insert.setLong(11, nowMs);
        return insert.executeUpdate() == 1;
    }

    Optional<GatewayOrder> find(Connection connection, String intentId) throws SQLException {
        PreparedStatement select = statements.prepare(connection, ONE);
        select.setString(1, intentId);
        List<GatewayOrder> found = orders(select);
        return found.isEmpty() ? Optional.empty() : Optional.of(found.get(0));
    }

    /** Those of an account that have been sent, or may have been, and have not ended. */
    List<GatewayOrder> atWork(Connection connection, String account) throws SQLException {
        PreparedStatement select = statements.prepare(connection, AT_WORK);
        select.setString(1, account);
        return orders(select);
    }

    /** The first that wait to be sent, but for those behind one of the same symbol of which nobody knows what became. */
    List<GatewayOrder> next(Connection connection, String account, int limit) throws SQLException {
        PreparedStatement select = statements.prepare(connection, NEXT);
        select.setString(1, account);
        select.setInt(2, limit);
        return orders(select);
    }

    /**
     * Marks orders as about to be sent, but for those that were decided under a grant that is not the last one any more: the same
     * statement asks. Returns which ones are marked.
     */
    List<GatewayOrder> claim(Connection connection, List<GatewayOrder> queued, long nowMs) throws SQLException {
        String words = CLAIM.formatted(Dialect.of(connection).keepingRows());
        PreparedStatement claim = statements.prepare(connection, words);
        List<GatewayOrder> claimed = new ArrayList<>();
        for (GatewayOrder order : queued) {
            GatewayOrder next = order.in(order.state().claimed(nowMs));
            claim.setLong(1, next.state().step());
            claim.setInt(2, next.state().attempts());
            claim.setLong(3, nowMs);
            claim.setLong(4, nowMs);
            claim.setString(5, order.id());
            claim.setLong(6, order.state().step());
            if (claim.executeUpdate() == 1) {
                claimed.add(next);
            }
        }
        return claimed;
    }

    /** Stores states, each following the step before it. Throws if one of the orders is not at that step any more. */
    void change(Connection connection, List<GatewayOrder> changed, long nowMs) throws SQLException {
        PreparedStatement change = statements.prepare(connection, CHANGE);
        for (GatewayOrder order : changed) {
            OrderState state = order.state();
            change.setString(1, state.status().name());
            change.setLong(2, state.step());
            change.setInt(3, state.attempts());
            change.setString(4, state.venueOrderId());
            change.setLong(5, state.filled());
            change.setString(6, state.reason());
            change.setLong(7, nowMs);
            change.setString(8, order.id());
            change.setLong(9, state.step() - 1);
            change.addBatch();
        }
        int[] counts = change.executeBatch();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != 1) {
                throw new SQLException(
                        "order " + changed.get(i).id() + ": somebody else has changed it (expected: step "
                                + (changed.get(i).state().step() - 1) + ")");
            }
        }
    }

    /** Nobody need cancel these any more. */
    void ended(Connection connection, List<String> intentIds) throws SQLException {
        PreparedStatement delete = statements.prepare(connection, CANCELLED);
        for (String id : intentIds) {
            delete.setString(1, id);
            delete.executeUpdate();
        }
    }

    private static List<GatewayOrder> orders(PreparedStatement select) throws SQLException {
        List<GatewayOrder> orders = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                OrderState state = new OrderState(
                        Status.valueOf(row.getString(4)),
                        row.getLong(5),
                        row.getInt(6),
                        row.getString(7),
                        row.getLong(8),
                        row.getString(9),
                        row.getLong(10));
                OrderIntent intent = Bodies.readIntent(row.getBytes(3));
                orders.add(new GatewayOrder(row.getLong(1), row.getString(2), intent, state));
            }
        }
        return orders;
    }

    /** The first state of an order: the second if the grant that it was decided under is not the last one any more. */
    static OrderState first(boolean current) {
        return current
                ? new OrderState(Status.QUEUED, 1, 0, "", 0, "", 0)
                : new OrderState(Status.FAILED, 1, 0, "", 0, OrderUpdate.STALE_FENCING_TOKEN, 0);
    }
}
