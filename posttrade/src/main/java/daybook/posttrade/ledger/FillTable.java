package daybook.posttrade.ledger;

import daybook.delivery.BadRecordException;
import daybook.delivery.Statements;
import daybook.events.Fill;
import daybook.events.Liquidity;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code fill_entry} table. Its key is the fill's identity, and the insert is the decision whether it is new: whether and
 * in what order it came before makes no difference. A remembered "last id" would pass over a fill that the log delivers late.
 */
final class FillTable {
    private static final String ADD =
            "INSERT INTO fill_entry (fill_order, account_no, symbol_no, seq, time_us, price, quantity, order_id, maker, charges,"
                    + " earlier, quantity_after, cost_after, realised_after, cash_after, charges_after, bought_after, fills_after)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (fill_order) DO NOTHING";

    private final Statements together = new Statements();
    private final Statements alone = new Statements();
    private final List<ReadFill> waiting = new ArrayList<>();

    /**
     * Takes a fill that comes behind all fills of its position, and therefore cannot be stored yet. It is stored at the next
     * {@link #flush}, many in one go.
     *
     * @param earlier the position's newest before it
     * @param after the position with it
     */
    void append(Connection connection, ReadFill read, long earlier, Position after) throws SQLException {
        PreparedStatement add = together.prepare(connection, ADD);
        bind(add, read.fill(), after, earlier);
        add.setLong(12, after.quantity);
        add.setLong(13, after.cost);
        add.setLong(14, after.realised);
        add.setLong(15, after.cash);
        add.setLong(16, after.charges);
        add.setLong(17, after.bought);
        add.setLong(18, after.fills);
        add.addBatch();
        waiting.add(read);
    }

    /**
     * Stores a fill now, as the one that arrived after the position's newest, without the position that it makes: that must be
     * settled in the same transaction. Returns whether it is new.
     */
    boolean add(Connection connection, Fill fill, Position position) throws SQLException {
        // What waits may be this very fill.
        flush(connection);
        PreparedStatement add = alone.prepare(connection, ADD);
        bind(add, fill, position, position.newest);
        for (int after = 12; after <= 18; after++) {
            add.setLong(after, 0);
        }
        return add.executeUpdate() == 1;
    }

    /**
     * Stores what was appended.
     *
     * @throws BadRecordException if a fill is there, but of another account or symbol
     */
    void flush(Connection connection) throws SQLException {
        if (waiting.isEmpty()) {
            return;
        }
        int[] counts = together.prepare(connection, ADD).executeBatch();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] == 0) {
                ReadFill read = waiting.get(i);
                throw new BadRecordException(
                        read.origin(), "fill: " + read.fill().fillId() + " is stored for another account or symbol");
            }
        }
        waiting.clear();
    }

    void rolledBack() {
        waiting.clear();
    }

    private static void bind(PreparedStatement add, Fill fill, Position position, long earlier) throws SQLException {
        add.setLong(1, Position.order(fill.tradeId(), fill.side()));
        add.setLong(2, position.accountNo);
        add.setLong(3, position.symbolNo);
        add.setLong(4, fill.seq());
        add.setLong(5, fill.time());
        add.setLong(6, fill.price());
        add.setLong(7, fill.quantity());
        add.setLong(8, fill.orderId());
        add.setInt(9, fill.liquidity() == Liquidity.MAKER ? 1 : 0);
        add.setLong(10, fill.charges());
        add.setLong(11, earlier);
    }
}
