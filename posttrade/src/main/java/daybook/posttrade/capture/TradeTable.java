package daybook.posttrade.capture;

import daybook.delivery.Statements;
import daybook.events.Fill;
import daybook.events.Side;
import daybook.events.Trade;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The {@code trade} and {@code charge} tables. The insert of a trade is the decision whether it is new. */
final class TradeTable {
    private static final String ADD =
            "INSERT INTO trade (trade_id, seq, time_us, symbol, price, quantity, aggressor_side,"
                    + " buy_order_id, sell_order_id, buy_account, sell_account) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    + " ON CONFLICT (trade_id) DO NOTHING";
    private static final String WAITING = "SELECT trade_id, seq, time_us, symbol, price, quantity, aggressor_side,"
            + " buy_order_id, sell_order_id, buy_account, sell_account FROM trade"
            + " WHERE symbol = ? AND fills_out = 0 ORDER BY trade_id";
    private static final String OUT = "UPDATE trade SET fills_out = 1 WHERE trade_id = ?";
    private static final String CHARGE =
            "INSERT INTO charge (trade_id, side, account, amount, currency) VALUES (?, ?, ?, ?, ?)";

    private final Statements statements = new Statements();

    /** Stores trades; returns those that are new. */
    List<Trade> add(Connection connection, List<Trade> trades) throws SQLException {
        PreparedStatement add = statements.prepare(connection, ADD);
        for (Trade trade : trades) {
            bind(add, trade);
            add.addBatch();
        }
        int[] counts = add.executeBatch();
        List<Trade> added = new ArrayList<>(trades.size());
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] == Statement.SUCCESS_NO_INFO) {
                throw new SQLException("trade: the driver does not say which rows are new");
            }
            if (counts[i] == 1) {
                added.add(trades.get(i));
            }
        }
        return added;
    }

    /** Trades of a symbol whose fills have not been made, because its settings were not known. */
    List<Trade> waiting(Connection connection, String symbol) throws SQLException {
        PreparedStatement select = statements.prepare(connection, WAITING);
        select.setString(1, symbol);
        List<Trade> trades = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                trades.add(TradeRow.read(row));
            }
        }
        return trades;
    }

    /** Notes what a trade's two sides pay, and that its fills are in the outbox. */
    void charged(Connection connection, List<Fill> fills) throws SQLException {
        PreparedStatement charge = statements.prepare(connection, CHARGE);
        PreparedStatement out = statements.prepare(connection, OUT);
        for (Fill fill : fills) {
            charge.setLong(1, fill.tradeId());
            charge.setString(2, fill.side().name());
            charge.setString(3, fill.accountId());
            charge.setLong(4, fill.charges());
            charge.setString(5, fill.currency());
            charge.addBatch();
            if (fill.side() == Side.BUY) {
                out.setLong(1, fill.tradeId());
                out.addBatch();
            }
        }
        charge.executeBatch();
        out.executeBatch();
    }

    private static void bind(PreparedStatement add, Trade trade) throws SQLException {
        add.setLong(1, trade.tradeId());
        add.setLong(2, trade.seq());
        add.setLong(3, trade.time());
        add.setString(4, trade.symbol());
        add.setLong(5, trade.price());
        add.setLong(6, trade.quantity());
        add.setString(7, trade.aggressorSide().name());
        add.setLong(8, trade.buyOrderId());
        add.setLong(9, trade.sellOrderId());
        add.setString(10, trade.buyAccountId());
        add.setString(11, trade.sellAccountId());
    }
}
