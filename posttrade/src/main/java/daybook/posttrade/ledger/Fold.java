package daybook.posttrade.ledger;

import daybook.delivery.Statements;
import daybook.events.EventIds;
import daybook.events.Fill;
import daybook.events.Liquidity;
import daybook.events.Side;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** Computes a position anew from the stored fills of its account and symbol, in trade order, with what was corrected. */
final class Fold {
    /** A position's fills, each found by the one that arrived after it. */
    private static final String CHAIN = "WITH RECURSIVE chain (fill_order, earlier) AS ("
            + "SELECT fill_order, earlier FROM fill_entry WHERE fill_order = ?"
            + " UNION ALL SELECT e.fill_order, e.earlier FROM chain c JOIN fill_entry e ON e.fill_order = c.earlier) ";

    private static final String FILLS =
            CHAIN + "SELECT e.fill_order, e.seq, e.time_us, e.price, e.quantity, e.order_id,"
                    + " e.maker, e.charges FROM chain c JOIN fill_entry e ON e.fill_order = c.fill_order ORDER BY e.fill_order";
    private static final String CORRECTIONS = CHAIN + "SELECT x.fill_order, x.price, x.quantity"
            + " FROM chain c JOIN fill_correction x ON x.fill_order = c.fill_order ORDER BY x.n";

    /** What a fill counts as after its last correction; quantity 0 = busted. */
    private record Corrected(long price, long quantity) {}

    private final Statements statements = new Statements();

    /** @throws ArithmeticException if a number outgrows 64 bits; the position is then half folded and must be dropped */
    void again(Connection connection, Position position, Scales scales) throws SQLException {
        Map<Long, Corrected> corrections = corrections(connection, position);
        position.clear();
        try (ResultSet row = bind(connection, FILLS, position).executeQuery()) {
            while (row.next()) {
                Fill fill = fill(row, position, scales);
                Corrected corrected = corrections.get(row.getLong(1));
                if (corrected == null) {
                    position.apply(fill, fill.price(), fill.quantity());
                } else if (corrected.quantity() > 0) {
                    position.apply(fill, corrected.price(), corrected.quantity());
                }
                position.count(fill);
            }
        }
    }

    private Map<Long, Corrected> corrections(Connection connection, Position position) throws SQLException {
        Map<Long, Corrected> corrections = new HashMap<>();
        try (ResultSet row = bind(connection, CORRECTIONS, position).executeQuery()) {
            while (row.next()) {
                corrections.put(row.getLong(1), new Corrected(row.getLong(2), row.getLong(3)));
            }
        }
        return corrections;
    }

    private PreparedStatement bind(Connection connection, String sql, Position position) throws SQLException {
        PreparedStatement statement = statements.prepare(connection, sql);
        statement.setLong(1, position.newest);
        return statement;
    }

    private static Fill fill(ResultSet row, Position position, Scales scales) throws SQLException {
        long tradeId = Position.tradeId(row.getLong(1));
        Side side = Position.side(row.getLong(1));
        return new Fill(
                EventIds.ofFill(tradeId, side),
                tradeId,
                row.getLong(2),
                row.getLong(3),
                position.pair.account(),
                position.pair.symbol(),
                side,
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                row.getInt(7) == 1 ? Liquidity.MAKER : Liquidity.TAKER,
                row.getLong(8),
                scales.currency(),
                scales.price(),
                scales.quantity(),
                scales.money());
    }
}
