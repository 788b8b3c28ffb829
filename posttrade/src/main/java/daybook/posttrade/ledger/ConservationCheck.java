package daybook.posttrade.ledger;

import daybook.events.Side;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Adds up the ledger, within one transaction, and takes out again what half-applied trades have put in. */
final class ConservationCheck {
    private static final String POSITIONS =
            "SELECT p.account, p.symbol, p.quantity, p.cost, p.realised, p.cash, m.currency,"
                    + " m.price_scale, m.quantity_scale, m.money_scale FROM position p JOIN symbol_mark m ON m.symbol = p.symbol";
    private static final String HALVES = "SELECT f.trade_id, f.account, f.symbol, f.side,"
            + " COALESCE(c.price, f.price), COALESCE(c.quantity, f.quantity)"
            + " FROM half_trade h JOIN fill f ON f.fill_order = h.fill_order LEFT JOIN fill_correction c ON c.n ="
            + " (SELECT MAX(d.n) FROM fill_correction d WHERE d.fill_order = f.fill_order) ORDER BY f.fill_order";

    /** Of one symbol, in its units. */
    private static final class Sum {
        final String currency;
        final int spareScale;
        final int quantityScale;
        final int moneyScale;
        BigInteger quantity = BigInteger.ZERO;
        BigInteger cash = BigInteger.ZERO;

        Sum(ResultSet row) throws SQLException {
            currency = row.getString(7);
            quantityScale = row.getInt(9);
            moneyScale = row.getInt(10);
            spareScale = moneyScale - row.getInt(8) - quantityScale;
        }

        void leaveOut(Side side, long price, long fillQuantity) {
            BigInteger out = BigInteger.valueOf(fillQuantity);
            BigInteger notional = out.multiply(BigInteger.valueOf(price)).multiply(BigInteger.TEN.pow(spareScale));
            quantity = side == Side.BUY ? quantity.subtract(out) : quantity.add(out);
            cash = side == Side.BUY ? cash.add(notional) : cash.subtract(notional);
        }
    }

    private ConservationCheck() {}

    static Conservation read(Connection connection) throws SQLException {
        Set<String> accounts = new HashSet<>();
        List<String> broken = new ArrayList<>();
        Map<String, Sum> sums = new TreeMap<>();
        try (PreparedStatement select = connection.prepareStatement(POSITIONS);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                accounts.add(row.getString(1));
                Sum sum = sums.get(row.getString(2));
                if (sum == null) {
                    sum = new Sum(row);
                    sums.put(row.getString(2), sum);
                }
                sum.quantity = sum.quantity.add(BigInteger.valueOf(row.getLong(3)));
                sum.cash = sum.cash.add(BigInteger.valueOf(row.getLong(6)));
                if (row.getLong(5) - row.getLong(4) != row.getLong(6)) {
                    broken.add(row.getString(1) + " " + row.getString(2));
                }
            }
        }
        List<Conservation.HalfTrade> halves = leaveOutHalves(connection, sums);
        List<Conservation.SymbolSum> symbols = new ArrayList<>();
        sums.forEach((symbol, sum) -> symbols.add(new Conservation.SymbolSum(
                symbol,
                sum.currency,
                new BigDecimal(sum.quantity, sum.quantityScale),
                new BigDecimal(sum.cash, sum.moneyScale))));
        return new Conservation(accounts.size(), symbols, halves, broken);
    }

    private static List<Conservation.HalfTrade> leaveOutHalves(Connection connection, Map<String, Sum> sums)
            throws SQLException {
        List<Conservation.HalfTrade> halves = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(HALVES);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Side side = Side.valueOf(row.getString(4));
                halves.add(new Conservation.HalfTrade(row.getLong(1), row.getString(2), row.getString(3), side));
                Sum sum = sums.get(row.getString(3));
                if (sum != null) {
                    sum.leaveOut(side, row.getLong(5), row.getLong(6));
                }
            }
        }
        return halves;
    }
}
