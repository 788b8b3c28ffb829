package daybook.posttrade.capture;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Trade;
import daybook.posttrade.Filter;
import daybook.posttrade.Suspects;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Answers questions from capture's tables, while capture runs and after it has stopped. Every answer is one state between two
 * transactions. Safe for many threads; {@link daybook.delivery.DeliveryException} if the tables are not there.
 */
public final class CaptureReader {
    private static final int MORE_DECIMALS = 4;
    private static final String ORDERS =
            "SELECT o.order_id, o.client_order_id, o.account, o.symbol, o.side, o.order_type,"
                    + " o.time_in_force, o.first_price, o.first_quantity, o.modified_seq, o.new_price, o.new_quantity, o.filled,"
                    + " o.filled_value, o.cancelled_seq, o.cancelled, o.cancel_reason, o.accepted_us, i.price_scale, i.quantity_scale"
                    + " FROM orders o JOIN instrument i ON i.symbol = o.symbol";
    private static final String TRADES =
            "SELECT t.trade_id, t.seq, t.time_us, t.symbol, t.price, t.quantity, t.aggressor_side,"
                    + " t.buy_order_id, t.sell_order_id, t.buy_account, t.sell_account, i.price_scale, i.quantity_scale"
                    + " FROM trade t JOIN instrument i ON i.symbol = t.symbol";
    private static final String COUNTS = "SELECT (SELECT COUNT(*) FROM orders), (SELECT COUNT(*) FROM order_reject),"
            + " (SELECT COUNT(*) FROM trade), (SELECT COUNT(*) FROM trade WHERE fills_out = 0),"
            + " (SELECT COUNT(*) FROM outbox WHERE sent_at_ms IS NULL),"
            + " (SELECT created_at_ms FROM outbox WHERE sent_at_ms IS NULL ORDER BY n LIMIT 1)";

    private final DatabaseReader reader;

    public CaptureReader(Database database) {
        this.reader = new DatabaseReader(database);
    }

    /**
     * How much there is.
     *
     * @param waitingTrades trades whose fills wait for their instrument's settings
     * @param unsent fills in the outbox that the log has not acknowledged
     * @param oldestUnsentMs when the first of them was written, wall clock, milliseconds since the epoch
     */
    public record Counts(
            long orders, long rejects, long trades, long waitingTrades, long unsent, OptionalLong oldestUnsentMs) {}

    /** The newest orders first; those whose acceptance is still on its way are left out. */
    public List<OrderRowView> orders(Filter filter, int limit) {
        String sql = ORDERS + filter.where("o.account", "o.symbol") + " ORDER BY o.order_id DESC LIMIT ?";
        return reader.read(connection -> {
            List<OrderRowView> orders = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setInt(filter.bind(select, 1), limit);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        orders.add(order(row));
                    }
                }
            }
            return orders;
        });
    }

    /** The newest trades first; of an account, those in which it was on either side. */
    public List<TradeView> trades(Filter filter, int limit) {
        return reader.read(connection -> trades(connection, filter, limit));
    }

    /** Symbols of which an event could not be read. */
    public Suspects suspectSymbols() {
        return reader.read(connection -> Suspects.of(connection, Capture.NAME));
    }

    public Counts counts() {
        return reader.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(COUNTS);
                    ResultSet row = select.executeQuery()) {
                row.next();
                long oldestMs = row.getLong(6);
                OptionalLong oldest = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(oldestMs);
                return new Counts(
                        row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5), oldest);
            }
        });
    }

    private static List<TradeView> trades(Connection connection, Filter filter, int limit) throws SQLException {
        boolean ofAccount = !filter.account().isEmpty();
        Filter bySymbol = new Filter("", filter.symbol());
        String condition = bySymbol.where("", "t.symbol");
        if (ofAccount) {
            condition += (condition.isEmpty() ? " WHERE" : " AND") + " (t.buy_account = ? OR t.sell_account = ?)";
        }
        List<TradeView> trades = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement(TRADES + condition + " ORDER BY t.trade_id DESC LIMIT ?")) {
            int at = bySymbol.bind(select, 1);
            if (ofAccount) {
                select.setString(at++, filter.account());
                select.setString(at++, filter.account());
            }
            select.setInt(at, limit);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    trades.add(trade(row));
                }
            }
        }
        return trades;
    }

    private static TradeView trade(ResultSet row) throws SQLException {
        Trade trade = TradeRow.read(row);
        return new TradeView(
                trade.tradeId(),
                trade.seq(),
                trade.time(),
                trade.symbol(),
                BigDecimal.valueOf(trade.price(), row.getInt(12)),
                BigDecimal.valueOf(trade.quantity(), row.getInt(13)),
                trade.aggressorSide(),
                trade.buyOrderId(),
                trade.sellOrderId(),
                trade.buyAccountId(),
                trade.sellAccountId());
    }

    private static OrderRowView order(ResultSet row) throws SQLException {
        int priceScale = row.getInt(19);
        int quantityScale = row.getInt(20);
        boolean modified = row.getLong(10) > 0;
        long price = row.getLong(modified ? 11 : 8);
        long quantity = row.getLong(modified ? 12 : 9);
        long filled = row.getLong(13);
        boolean cancelled = row.getLong(15) > 0;
        Optional<BigDecimal> average = filled == 0
                ? Optional.empty()
                : Optional.of(BigDecimal.valueOf(row.getLong(14), priceScale + quantityScale)
                        .divide(
                                BigDecimal.valueOf(filled, quantityScale),
                                priceScale + MORE_DECIMALS,
                                RoundingMode.HALF_EVEN));
        return new OrderRowView(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                Side.valueOf(row.getString(5)),
                OrderType.valueOf(row.getString(6)),
                TimeInForce.valueOf(row.getString(7)),
                price == 0 ? Optional.empty() : Optional.of(BigDecimal.valueOf(price, priceScale)),
                BigDecimal.valueOf(quantity, quantityScale),
                BigDecimal.valueOf(filled, quantityScale),
                BigDecimal.valueOf(row.getLong(16), quantityScale),
                average,
                status(quantity, filled, cancelled),
                cancelled ? Optional.of(row.getString(17)) : Optional.empty(),
                row.getLong(18));
    }

    private static OrderRowView.Status status(long quantity, long filled, boolean cancelled) {
        if (cancelled) {
            return OrderRowView.Status.CANCELLED;
        }
        if (filled >= quantity) {
            return OrderRowView.Status.FILLED;
        }
        return filled > 0 ? OrderRowView.Status.PARTIALLY_FILLED : OrderRowView.Status.OPEN;
    }
}
