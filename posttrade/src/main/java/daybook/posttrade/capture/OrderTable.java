package daybook.posttrade.capture;

import daybook.delivery.Statements;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderRejected;
import daybook.events.Trade;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * The {@code orders} table. Each kind of event has columns of its own, creates the row if it comes first, and changes nothing
 * when it comes again; so the events of an order may come in any order. A trade that finds no row and updates nothing would
 * leave a filled order open for ever.
 *
 * <p>Trades are the exception: they add up, so only trades that are new may be given. Confined to capture's thread.
 */
final class OrderTable {
    private static final String ACCEPTED =
            "INSERT INTO orders (order_id, accepted_seq, accepted_us, client_order_id, account,"
                    + " symbol, side, order_type, time_in_force, first_price, first_quantity) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    + " ON CONFLICT (order_id) DO UPDATE SET accepted_seq = excluded.accepted_seq,"
                    + " accepted_us = excluded.accepted_us, client_order_id = excluded.client_order_id, account = excluded.account,"
                    + " symbol = excluded.symbol, side = excluded.side, order_type = excluded.order_type,"
                    + " time_in_force = excluded.time_in_force, first_price = excluded.first_price,"
                    + " first_quantity = excluded.first_quantity";
    private static final String MODIFIED = "INSERT INTO orders (order_id, modified_seq, new_price, new_quantity)"
            + " VALUES (?, ?, ?, ?) ON CONFLICT (order_id) DO UPDATE SET modified_seq = excluded.modified_seq,"
            + " new_price = excluded.new_price, new_quantity = excluded.new_quantity"
            + " WHERE orders.modified_seq < excluded.modified_seq";
    private static final String CANCELLED = "INSERT INTO orders (order_id, cancelled_seq, cancelled, cancel_reason)"
            + " VALUES (?, ?, ?, ?) ON CONFLICT (order_id) DO UPDATE SET cancelled_seq = excluded.cancelled_seq,"
            + " cancelled = excluded.cancelled, cancel_reason = excluded.cancel_reason"
            + " WHERE orders.cancelled_seq < excluded.cancelled_seq";
    private static final String TRADED = "INSERT INTO orders (order_id, filled, filled_value) VALUES (?, ?, ?)"
            + " ON CONFLICT (order_id) DO UPDATE SET filled = orders.filled + excluded.filled,"
            + " filled_value = orders.filled_value + excluded.filled_value";
    private static final String REJECTED =
            "INSERT INTO order_reject (seq, time_us, order_id, client_order_id, account, symbol,"
                    + " reason) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (seq) DO NOTHING";

    private final Statements statements = new Statements();

    void accepted(Connection connection, List<OrderAccepted> events) throws SQLException {
        PreparedStatement row = statements.prepare(connection, ACCEPTED);
        for (OrderAccepted event : events) {
            row.setLong(1, event.orderId());
            row.setLong(2, event.seq());
            row.setLong(3, event.time());
            row.setString(4, event.clientOrderId());
            row.setString(5, event.accountId());
            row.setString(6, event.symbol());
            row.setString(7, event.side().name());
            row.setString(8, event.orderType().name());
            row.setString(9, event.timeInForce().name());
            row.setLong(10, event.price());
            row.setLong(11, event.quantity());
            row.addBatch();
        }
        row.executeBatch();
    }

    void modified(Connection connection, List<OrderModified> events) throws SQLException {
        PreparedStatement row = statements.prepare(connection, MODIFIED);
        for (OrderModified event : events) {
            row.setLong(1, event.orderId());
            row.setLong(2, event.seq());
            row.setLong(3, event.price());
            row.setLong(4, event.quantity());
            row.addBatch();
        }
        row.executeBatch();
    }

    void cancelled(Connection connection, List<OrderCancelled> events) throws SQLException {
        PreparedStatement row = statements.prepare(connection, CANCELLED);
        for (OrderCancelled event : events) {
            row.setLong(1, event.orderId());
            row.setLong(2, event.seq());
            row.setLong(3, event.cancelledQuantity());
            row.setString(4, event.reason().name());
            row.addBatch();
        }
        row.executeBatch();
    }

    void rejected(Connection connection, List<OrderRejected> events) throws SQLException {
        PreparedStatement row = statements.prepare(connection, REJECTED);
        for (OrderRejected event : events) {
            row.setLong(1, event.seq());
            row.setLong(2, event.time());
            row.setLong(3, event.orderId());
            row.setString(4, event.clientOrderId());
            row.setString(5, event.accountId());
            row.setString(6, event.symbol());
            row.setString(7, event.reason().name());
            row.addBatch();
        }
        row.executeBatch();
    }

    /** @param trades only such as were not given before */
    void traded(Connection connection, List<Trade> trades) throws SQLException {
        PreparedStatement row = statements.prepare(connection, TRADED);
        for (Trade trade : trades) {
            long value = Math.multiplyExact(trade.price(), trade.quantity());
            traded(row, trade.buyOrderId(), trade.quantity(), value);
            traded(row, trade.sellOrderId(), trade.quantity(), value);
        }
        row.executeBatch();
    }

    private static void traded(PreparedStatement row, long orderId, long quantity, long value) throws SQLException {
        row.setLong(1, orderId);
        row.setLong(2, quantity);
        row.setLong(3, value);
        row.addBatch();
    }
}
