package daybook.posttrade.ledger;

import daybook.events.EventIds;
import daybook.events.Liquidity;
import daybook.events.Side;
import daybook.posttrade.Filter;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads fills with their last corrections, as decimals. */
final class FillRows {
    private static final String SELECT =
            "SELECT f.account, f.symbol, f.trade_id, f.side, f.seq, f.time_us, f.price, f.quantity,"
                    + " f.order_id, f.liquidity, f.charges, f.currency, m.price_scale, m.quantity_scale, m.money_scale,"
                    + " c.price AS corrected_price, c.quantity AS corrected_quantity"
                    + " FROM fill f JOIN symbol_mark m ON m.symbol = f.symbol"
                    + " LEFT JOIN fill_correction c ON c.n ="
                    + " (SELECT MAX(d.n) FROM fill_correction d WHERE d.fill_order = f.fill_order)";

    private FillRows() {}

    static List<FillView> read(Connection connection, Filter filter, int limit) throws SQLException {
        String sql = SELECT + filter.where("f.account", "f.symbol") + " ORDER BY f.fill_order DESC LIMIT ?";
        List<FillView> fills = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            int at = filter.bind(select, 1);
            select.setInt(at, limit);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    fills.add(fill(row));
                }
            }
        }
        return fills;
    }

    private static FillView fill(ResultSet row) throws SQLException {
        int priceScale = row.getInt(13);
        int quantityScale = row.getInt(14);
        Side side = Side.valueOf(row.getString(4));
        boolean corrected = row.getObject(16) != null;
        return new FillView(
                EventIds.ofFill(row.getLong(3), side),
                row.getLong(3),
                row.getLong(5),
                row.getLong(6),
                row.getString(1),
                row.getString(2),
                side,
                BigDecimal.valueOf(row.getLong(7), priceScale),
                BigDecimal.valueOf(row.getLong(8), quantityScale),
                row.getLong(9),
                Liquidity.valueOf(row.getString(10)),
                BigDecimal.valueOf(row.getLong(11), row.getInt(15)),
                row.getString(12),
                corrected ? Optional.of(BigDecimal.valueOf(row.getLong(16), priceScale)) : Optional.empty(),
                corrected ? Optional.of(BigDecimal.valueOf(row.getLong(17), quantityScale)) : Optional.empty());
    }
}
