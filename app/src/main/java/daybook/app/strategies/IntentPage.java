package daybook.app.strategies;

import daybook.app.DecimalText;
import daybook.app.Json;
import daybook.strategies.Bodies;
import daybook.strategies.OrderIntent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads intents with what has become of each, newest first: those of strategies from the rows of their evaluations, and what people have
 * ordered by hand from the gateway's own. In one transaction; confined to one thread.
 */
final class IntentPage {
    private static final String FATE = " e.series, e.token, o.status, o.filled, o.reason, o.venue_order_id,";
    private static final String FROM_INTENTS = "SELECT i.body," + FATE
            + " COALESCE(o.received_at_ms * 1000, e.evaluated_at_us, i.end_us) FROM intent i"
            + " LEFT JOIN gateway_order o ON o.intent_id = i.intent_id"
            + " LEFT JOIN evaluation e ON e.strategy_id = i.strategy_id AND e.event_id = i.event_id WHERE 1 = 1";
    private static final String FROM_ORDERS = "SELECT o.body," + FATE + " o.received_at_ms * 1000 FROM gateway_order o"
            + " LEFT JOIN intent i ON i.intent_id = o.intent_id"
            + " LEFT JOIN evaluation e ON e.strategy_id = i.strategy_id AND e.event_id = i.event_id WHERE 1 = 1";
    private static final String LATEST_BARS = " ORDER BY i.end_us DESC, i.strategy_id, i.ordinal LIMIT ?";
    private static final String LATEST_ORDERS = " ORDER BY o.n DESC LIMIT ?";

    private final Connection connection;
    private final long nowMicros;

    /**
     * Which intents.
     *
     * @param status as it is shown; empty = all
     * @param strategy 0 = all
     * @param limit most rows
     */
    record Wish(String status, long strategy, int limit) {}

    IntentPage(Connection connection, long nowMicros) {
        this.connection = connection;
        this.nowMicros = nowMicros;
    }

    List<Map<String, Object>> rows(Wish wish) throws SQLException {
        if (wish.status().equals(StrategyDesk.WAITING)) {
            return rows(FROM_INTENTS + " AND o.n IS NULL", LATEST_BARS, "i.strategy_id", wish);
        }
        if (!wish.status().isEmpty()) {
            return rows(FROM_ORDERS + " AND o.status = ?", LATEST_ORDERS, "o.strategy_id", wish);
        }
        List<Map<String, Object>> rows = new ArrayList<>(rows(FROM_INTENTS, LATEST_BARS, "i.strategy_id", wish));
        if (wish.strategy() == 0) {
            rows.addAll(rows(FROM_ORDERS + " AND o.strategy_id = 0", LATEST_ORDERS, "", wish));
        }
        return rows;
    }

    private List<Map<String, Object>> rows(String from, String order, String strategy, Wish wish) throws SQLException {
        boolean isOnly = wish.strategy() != 0;
        List<Map<String, Object>> rows = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement(from + (isOnly ? " AND " + strategy + " = ?" : "") + order)) {
            int at = 1;
            if (from.endsWith("o.status = ?")) {
                select.setString(at++, wish.status());
            }
            if (isOnly) {
                select.setLong(at++, wish.strategy());
            }
            select.setInt(at, wish.limit());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows.add(row(row));
                }
            }
        }
        return rows;
    }

    private Map<String, Object> row(ResultSet row) throws SQLException {
        OrderIntent intent = Bodies.readIntent(row.getBytes(1));
        OrderIntent.Terms terms = intent.terms();
        int quantityScale = terms.scales().quantity();
        return Json.fields(
                "intentId", intent.id(),
                "strategyId", intent.cause().strategyId(),
                "series", text(row, 2, ""),
                "barToken", row.getLong(3),
                "account", intent.account().text(),
                "symbol", intent.symbol(),
                "side", terms.side().name(),
                "orderType", terms.type().name(),
                "price",
                        terms.price() == 0
                                ? ""
                                : DecimalText.format(
                                        terms.price(), terms.scales().price()),
                "quantity", DecimalText.format(terms.quantity(), quantityScale),
                "status", text(row, 4, StrategyDesk.WAITING),
                "filledQuantity", DecimalText.format(row.getLong(5), quantityScale),
                "reason", text(row, 6, ""),
                "venueOrderId", text(row, 7, ""),
                "ageMs", Math.max(0, (nowMicros - row.getLong(8)) / 1_000));
    }

    private static String text(ResultSet row, int column, String otherwise) throws SQLException {
        String text = row.getString(column);
        return text == null ? otherwise : text;
    }
}
