package daybook.strategies.gateway;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.strategies.Bodies;
import daybook.strategies.OrderUpdate.Status;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Answers questions about the gateway's orders, while it runs and after it has stopped. Every answer is one state between two
 * transactions. Safe for many threads; {@link daybook.delivery.DeliveryException} if the tables are not there.
 */
public final class GatewayReader {
    private static final String SELECT =
            "SELECT o.n, o.body, o.status, o.step, o.attempts, o.venue_order_id, o.filled, o.reason,"
                    + " (SELECT COUNT(*) FROM gateway_cancel c WHERE c.intent_id = o.intent_id), o.received_at_ms, o.submitted_at_ms,"
                    + " o.changed_at_ms FROM gateway_order o WHERE 1 = 1";
    private static final String COUNTS = "SELECT status, COUNT(*) FROM gateway_order GROUP BY status";

    private final DatabaseReader reader;

    public GatewayReader(Database database) {
        this.reader = new DatabaseReader(database);
    }

    /** The newest first. */
    public List<OrderLine> orders(OrderFilter filter, int limit) {
        return reader.read(connection -> orders(connection, filter, " ORDER BY o.n DESC LIMIT ?", limit));
    }

    /** Those of which nobody knows yet what becomes of them, the oldest first. */
    public List<OrderLine> unresolved(int limit) {
        return reader.read(connection -> orders(connection, OrderFilter.UNRESOLVED, " ORDER BY o.n LIMIT ?", limit));
    }

    public Optional<OrderLine> order(UUID intentId) {
        return reader.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT + " AND o.intent_id = ?")) {
                select.setString(1, intentId.toString());
                return lines(select).stream().findFirst();
            }
        });
    }

    /** How many orders there are, by status. Looks at all of them. */
    public Map<Status, Long> counts() {
        return reader.read(connection -> {
            Map<Status, Long> counts = new EnumMap<>(Status.class);
            try (PreparedStatement select = connection.prepareStatement(COUNTS);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    counts.put(Status.valueOf(row.getString(1)), row.getLong(2));
                }
            }
            return counts;
        });
    }

    private static List<OrderLine> orders(Connection connection, OrderFilter filter, String order, int limit)
            throws SQLException {
        StringBuilder sql = new StringBuilder(SELECT);
        if (!filter.statuses().isEmpty()) {
            String marks = String.join(
                    ", ", filter.statuses().stream().map(status -> "?").toList());
            sql.append(" AND o.status IN (").append(marks).append(')');
        }
        filter.strategy().ifPresent(strategy -> sql.append(" AND o.strategy_id = ?"));
        filter.account().ifPresent(account -> sql.append(" AND o.account_key = ?"));
        try (PreparedStatement select = connection.prepareStatement(sql + order)) {
            int at = 1;
            for (Status status : filter.statuses()) {
                select.setString(at++, status.name());
            }
            if (filter.strategy().isPresent()) {
                select.setLong(at++, filter.strategy().getAsLong());
            }
            if (filter.account().isPresent()) {
                select.setString(at++, filter.account().get());
            }
            select.setInt(at, limit);
            return lines(select);
        }
    }

    private static List<OrderLine> lines(PreparedStatement select) throws SQLException {
        List<OrderLine> lines = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                lines.add(new OrderLine(
                        row.getLong(1),
                        Bodies.readIntent(row.getBytes(2)),
                        Status.valueOf(row.getString(3)),
                        row.getLong(4),
                        row.getInt(5),
                        row.getString(6),
                        row.getLong(7),
                        row.getString(8),
                        row.getLong(9) > 0,
                        new OrderLine.Times(row.getLong(10), row.getLong(11), row.getLong(12))));
            }
        }
        return lines;
    }
}
