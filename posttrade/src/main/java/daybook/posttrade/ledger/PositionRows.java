package daybook.posttrade.ledger;

import daybook.posttrade.Filter;
import daybook.posttrade.Suspects;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads positions with their marks, as decimals. */
final class PositionRows {
    private static final int MORE_DECIMALS = 4;
    private static final String SELECT =
            "SELECT p.account, p.symbol, p.currency, p.quantity, p.cost, p.realised, p.cash,"
                    + " p.charges, p.bought, p.sold, p.fills, m.price, m.price_scale, m.quantity_scale, m.money_scale"
                    + " FROM position p JOIN symbol_mark m ON m.symbol = p.symbol";

    private PositionRows() {}

    static List<PositionView> read(Connection connection, Filter filter, Suspects symbols) throws SQLException {
        Suspects accounts = Suspects.of(connection, Ledger.NAME);
        String sql = SELECT + filter.where("p.account", "p.symbol") + " ORDER BY p.account, p.symbol";
        List<PositionView> positions = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            filter.bind(select, 1);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    boolean pending = accounts.covers(row.getString(1)) || symbols.covers(row.getString(2));
                    positions.add(position(row, pending));
                }
            }
        }
        return positions;
    }

    /** An account's profit before anything was added up. */
    static ProfitView nothing(PositionView position) {
        BigDecimal zero = BigDecimal.ZERO.setScale(position.realised().scale());
        return new ProfitView(position.account(), position.currency(), zero, zero, zero, zero, false);
    }

    private static PositionView position(ResultSet row, boolean pending) throws SQLException {
        int quantityScale = row.getInt(14);
        int moneyScale = row.getInt(15);
        BigDecimal quantity = BigDecimal.valueOf(row.getLong(4), quantityScale);
        BigDecimal cost = BigDecimal.valueOf(row.getLong(5), moneyScale);
        BigDecimal mark = BigDecimal.valueOf(row.getLong(12), row.getInt(13));
        Optional<BigDecimal> average = quantity.signum() == 0
                ? Optional.empty()
                : Optional.of(cost.divide(quantity, mark.scale() + MORE_DECIMALS, RoundingMode.HALF_EVEN));
        return new PositionView(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                quantity,
                average,
                mark,
                BigDecimal.valueOf(row.getLong(6), moneyScale),
                mark.multiply(quantity).setScale(moneyScale).subtract(cost),
                BigDecimal.valueOf(row.getLong(8), moneyScale),
                BigDecimal.valueOf(row.getLong(7), moneyScale),
                BigDecimal.valueOf(row.getLong(9), quantityScale),
                BigDecimal.valueOf(row.getLong(10), quantityScale),
                row.getLong(11),
                pending);
    }
}
