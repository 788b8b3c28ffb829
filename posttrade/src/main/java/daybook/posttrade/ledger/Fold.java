package daybook.posttrade.ledger;

import daybook.delivery.Statements;
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
    private static final String FILLS =
            "SELECT trade_id, side, seq, time_us, price, quantity, order_id, liquidity, charges,"
                    + " currency FROM fill WHERE account = ? AND symbol = ? ORDER BY trade_id, side";
    private static final String CORRECTIONS =
            "SELECT trade_id, side, price, quantity FROM fill_correction WHERE account = ? AND symbol = ? ORDER BY n";

    /** What a fill counts as after its last correction; quantity 0 = busted. */
    private record Corrected(long price, long quantity) {}

    private final Statements statements = new Statements();

    /** @throws ArithmeticException if a number outgrows 64 bits */
    Position of(Connection connection, Pair pair, Scales scales) throws SQLException {
        Map<Long, Corrected> corrections = corrections(connection, pair);
        Position position = new Position(pair.account(), pair.symbol(), scales.currency());
        PreparedStatement select = bind(connection, FILLS, pair);
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Fill fill = fill(row, pair, scales);
                Corrected corrected = corrections.get(Position.order(fill.tradeId(), fill.side()));
                if (corrected == null) {
                    position.apply(fill, fill.price(), fill.quantity());
                } else if (corrected.quantity() > 0) {
                    position.apply(fill, corrected.price(), corrected.quantity());
                }
                position.count(fill);
            }
        }
        return position;
    }

    private Map<Long, Corrected> corrections(Connection connection, Pair pair) throws SQLException {
        Map<Long, Corrected> corrections = new HashMap<>();
        try (ResultSet row = bind(connection, CORRECTIONS, pair).executeQuery()) {
            while (row.next()) {
                long order = Position.order(row.getLong(1), Side.valueOf(row.getString(2)));
                corrections.put(order, new Corrected(row.getLong(3), row.getLong(4)));
            }
        }
        return corrections;
    }

    private PreparedStatement bind(Connection connection, String sql, Pair pair) throws SQLException {
        PreparedStatement statement = statements.prepare(connection, sql);
        statement.setString(1, pair.account());
        statement.setString(2, pair.symbol());
        return statement;
    }

    private static Fill fill(ResultSet row, Pair pair, Scales scales) throws SQLException {
        long tradeId = row.getLong(1);
        Side side = Side.valueOf(row.getString(2));
        return new Fill(
                "f-" + tradeId + (side == Side.BUY ? "-B" : "-S"),
                tradeId,
                row.getLong(3),
                row.getLong(4),
                pair.account(),
                pair.symbol(),
                side,
                row.getLong(5),
                row.getLong(6),
                row.getLong(7),
                Liquidity.valueOf(row.getString(8)),
                row.getLong(9),
                row.getString(10),
                scales.price(),
                scales.quantity(),
                scales.money());
    }
}
