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
            "INSERT INTO fill_entry (fill_order, position_id, seq, time_us, price, quantity, order_id,"
                    + " maker, charges, earlier) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (fill_order) DO NOTHING";

    private final Statements together = new Statements();
    private final Statements alone = new Statements();
    private final List<ReadFill> waiting = new ArrayList<>();

    /**
     * Takes a fill that comes behind all fills of its position, and therefore cannot be stored yet, as the one that arrived
     * after the position's newest. It is stored at the next {@link #flush}, many in one go.
     */
    void append(Connection connection, ReadFill read, Position position) throws SQLException {
        PreparedStatement add = together.prepare(connection, ADD);
        bind(add, read.fill(), position);
        add.addBatch();
        waiting.add(read);
    }

    /** Stores a fill now, as the one that arrived after the position's newest. Returns whether it is new. */
    boolean add(Connection connection, Fill fill, Position position) throws SQLException {
        // What waits may be this very fill.
        flush(connection);
        PreparedStatement add = alone.prepare(connection, ADD);
        bind(add, fill, position);
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

    private static void bind(PreparedStatement add, Fill fill, Position position) throws SQLException {
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
    }
}
