package daybook.posttrade.ledger;

import daybook.delivery.Statements;
import daybook.events.Fill;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The {@code fill} table. Its key is the fill's identity, and the insert is the decision whether it is new: whether and in what
 * order it came before makes no difference. A remembered "last id" would pass over a fill that the log delivers late.
 */
final class FillTable {
    private static final String ADD =
            "INSERT INTO fill (account, symbol, trade_id, side, seq, time_us, price, quantity,"
                    + " order_id, liquidity, charges, currency) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    + " ON CONFLICT (account, symbol, trade_id, side) DO NOTHING";

    private final Statements statements = new Statements();

    /**
     * Stores fills in the caller's transaction.
     *
     * @return for each, whether it is new; of two equal ones in the list only the first is
     */
    boolean[] add(Connection connection, List<ReadFill> fills) throws SQLException {
        PreparedStatement add = statements.prepare(connection, ADD);
        for (ReadFill read : fills) {
            bind(add, read.fill());
            add.addBatch();
        }
        int[] counts = add.executeBatch();
        boolean[] added = new boolean[counts.length];
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] == Statement.SUCCESS_NO_INFO) {
                throw new SQLException("fill: the driver does not say which rows are new");
            }
            added[i] = counts[i] == 1;
        }
        return added;
    }

    private static void bind(PreparedStatement add, Fill fill) throws SQLException {
        add.setString(1, fill.accountId());
        add.setString(2, fill.symbol());
        add.setLong(3, fill.tradeId());
        add.setString(4, fill.side().name());
        add.setLong(5, fill.seq());
        add.setLong(6, fill.time());
        add.setLong(7, fill.price());
        add.setLong(8, fill.quantity());
        add.setLong(9, fill.orderId());
        add.setString(10, fill.liquidity().name());
        add.setLong(11, fill.charges());
        add.setString(12, fill.currency());
    }
}
