package daybook.posttrade.ledger;

import daybook.delivery.BadRecordException;
import daybook.delivery.LongRows;
import daybook.delivery.Statements;
import daybook.events.Fill;
import daybook.events.Liquidity;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code fill_entry} table. Its key is the fill's identity, and the insert is the decision whether it is new: whether and
 * in what order it came before makes no difference. A remembered "last id" would pass over a fill that the log delivers late.
 */
final class FillTable {
    private static final List<String> COLUMNS = List.of(
            "fill_order",
            "account_no",
            "symbol_no",
            "seq",
            "time_us",
            "price",
            "quantity",
            "order_id",
            "maker",
            "charges",
            "earlier",
            "quantity_after",
            "cost_after",
            "realised_after",
            "cash_after",
            "charges_after",
            "bought_after",
            "fills_after");
    private static final String SEEN = "ON CONFLICT (fill_order) DO NOTHING";
    private static final String OWNER = "SELECT account_no, symbol_no FROM fill_entry WHERE fill_order = ?";

    private final LongRows together = new LongRows("fill_entry", COLUMNS, SEEN);
    private final LongRows alone = new LongRows("fill_entry", COLUMNS, SEEN);
    private final Statements statements = new Statements();
    private final List<Waiting> waiting = new ArrayList<>();

    /** A fill to be stored, and the position it belongs to. */
    private record Waiting(ReadFill read, Position position) {}

    /**
     * Takes a fill that comes behind all fills of its position, and therefore cannot be stored yet. It is stored at the next
     * {@link #flush}, many in one go.
     *
     * @param earlier the position's newest before it
     * @param after the position with it
     */
    void append(ReadFill read, long earlier, Position after) {
        Fill fill = read.fill();
        together.add(
                Position.order(fill.tradeId(), fill.side()),
                after.accountNo,
                after.symbolNo,
                fill.seq(),
                fill.time(),
                fill.price(),
                fill.quantity(),
                fill.orderId(),
                maker(fill),
                fill.charges(),
                earlier,
                after.quantity,
                after.cost,
                after.realised,
                after.cash,
                after.charges,
                after.bought,
                after.fills);
        waiting.add(new Waiting(read, after));
    }

    /**
     * Stores a fill now, as the one that arrived after the position's newest, without the position that it makes: that must be
     * settled in the same transaction. Returns whether it is new.
     */
    boolean add(Connection connection, Fill fill, Position position) throws SQLException {
        // What waits may be this very fill.
        flush(connection);
        alone.add(
                Position.order(fill.tradeId(), fill.side()),
                position.accountNo,
                position.symbolNo,
                fill.seq(),
                fill.time(),
                fill.price(),
                fill.quantity(),
                fill.orderId(),
                maker(fill),
                fill.charges(),
                position.newest,
                0,
                0,
                0,
                0,
                0,
                0,
                0);
        return alone.flush(connection) == 1;
    }

    /**
     * Stores what was appended.
     *
     * @throws BadRecordException if a fill is there, but of another account or symbol
     */
    void flush(Connection connection) throws SQLException {
        if (together.flush(connection) < waiting.size()) {
            for (Waiting entry : waiting) {
                requireOwner(connection, entry);
            }
            throw new SQLException("fill_entry: another owner has stored fills meanwhile");
        }
        waiting.clear();
    }

    void rolledBack() {
        together.clear();
        alone.clear();
        waiting.clear();
    }

    private void requireOwner(Connection connection, Waiting entry) throws SQLException {
        Fill fill = entry.read().fill();
        PreparedStatement select = statements.prepare(connection, OWNER);
        select.setLong(1, Position.order(fill.tradeId(), fill.side()));
        try (ResultSet row = select.executeQuery()) {
            boolean own = row.next()
                    && row.getLong(1) == entry.position().accountNo
                    && row.getLong(2) == entry.position().symbolNo;
            if (!own) {
                throw new BadRecordException(
                        entry.read().origin(), "fill: " + fill.fillId() + " is stored for another account or symbol");
            }
        }
    }

    private static long maker(Fill fill) {
        return fill.liquidity() == Liquidity.MAKER ? 1 : 0;
    }
}
