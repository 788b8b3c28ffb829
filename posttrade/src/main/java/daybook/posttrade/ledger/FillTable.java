package daybook.posttrade.ledger;

import daybook.delivery.Statements;
import daybook.events.Fill;
import daybook.events.Liquidity;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The {@code fill_entry} table. Its key is the fill's identity, and the insert is the decision whether it is new: whether and
 * in what order it came before makes no difference. A remembered "last id" would pass over a fill that the log delivers late.
 */
final class FillTable {
    private static final String ADD =
            "INSERT INTO fill_entry (fill_order, position_id, seq, time_us, price, quantity, order_id,"
                    + " maker, charges, earlier) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (fill_order) DO NOTHING";

    private final Statements statements = new Statements();

    /**
     * Stores a fill in the caller's transaction, as the one that arrived after the position's newest.
     *
     * @return whether it is new
     */
    boolean add(Connection connection, Fill fill, Position position) throws SQLException {
        PreparedStatement add = statements.prepare(connection, ADD);
        add.setLong(1, Position.order(fill.tradeId(), fill.side()));
        add.setLong(2, position.id);
        add.setLong(3, fill.seq());
        add.setLong(4, fill.time());
        add.setLong(5, fill.price());
        add.setLong(6, fill.quantity());
        add.setLong(7, fill.orderId());
        add.setInt(8, fill.liquidity() == Liquidity.MAKER ? 1 : 0);
        add.setLong(9, fill.charges());
        add.setLong(10, position.newest);
        return add.executeUpdate() == 1;
    }
}
