package daybook.app.jobs;

import daybook.app.jobs.AccountStatement.Cash;
import daybook.app.jobs.AccountStatement.Holding;
import daybook.app.jobs.AccountStatement.Note;
import daybook.events.EventIds;
import daybook.events.Side;
import daybook.posttrade.Exact;
import daybook.posttrade.ledger.Ledger;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A day's statements as they follow from the stored fills, in one pass over them, account by account: never more than one account's day is
 * in memory. Money and quantities are added as integers.
 */
final class LedgerDay {
    private static final int AT_ONCE = 1_000;
    private static final long MICROS = 1_000_000;

    /** With its last correction; the views are those of {@code docs/formats/tables.md}. */
    private static final String FILLS =
            "SELECT f.account, f.symbol, f.fill_order, f.time_us, f.price, f.quantity, f.order_id, f.charges,"
                    + " f.currency, m.price_scale, m.quantity_scale, m.money_scale, c.price AS corrected_price, c.quantity"
                    + " AS corrected_quantity FROM fill f JOIN symbol_mark m ON m.symbol = f.symbol LEFT JOIN"
                    + " fill_correction c ON c.n = (SELECT MAX(d.n) FROM fill_correction d WHERE d.fill_order ="
                    + " f.fill_order) WHERE f.time_us < ? ORDER BY f.account, f.fill_order";

    private static final String PUT_ASIDE =
            "SELECT (SELECT COUNT(*) FROM dead_letter WHERE consumer = ? AND state <> 'replayed')"
                    + " + (SELECT COUNT(*) FROM held_record WHERE consumer = ?)";

    private static final String ACCOUNTS = "SELECT COUNT(DISTINCT account) FROM position";

    private final LocalDate day;
    private final ZoneId zone;
    private final long fromUs;
    private final long untilUs;

    /** Who gets the statements, in the order of the accounts. */
    interface Reader {
        void read(AccountStatement statement) throws SQLException;
    }

    /** What the fills of a symbol add up to, in its units and in money units. */
    private static final class Sums {
        final String currency;
        final int quantityScale;
        final int moneyScale;
        long opening;
        long bought;
        long sold;
        long openingCash;
        long trades;
        long charges;

        Sums(String currency, int quantityScale, int moneyScale) {
            this.currency = currency;
            this.quantityScale = quantityScale;
            this.moneyScale = moneyScale;
        }
    }

    /** An account that is being read. */
    private static final class Account {
        final String name;
        final List<Note> notes = new ArrayList<>();
        final Map<String, Sums> symbols = new TreeMap<>();

        Account(String name) {
            this.name = name;
        }
    }

    LedgerDay(LocalDate day, ZoneId zone) {
        this.day = day;
        this.zone = zone;
        this.fromUs = micros(day);
        this.untilUs = micros(day.plusDays(1));
    }

    /** How many accounts there are. */
    static long accounts(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ACCOUNTS);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Fills until the end of the day. */
    long fills(Connection connection) throws SQLException {
        return count(connection, "SELECT COUNT(*) FROM fill_entry WHERE time_us < ?");
    }

    /** Trades until the end of the day of which the ledger has one side alone. */
    long halfTrades(Connection connection) throws SQLException {
        return count(
                connection,
                "SELECT COUNT(*) FROM half_trade h JOIN fill_entry e ON e.fill_order = h.fill_order WHERE e.time_us"
                        + " < ?");
    }

    /** Trades until the end of the day, as capture has them. */
    long captured(Connection connection) throws SQLException {
        return count(connection, "SELECT COUNT(*) FROM trade WHERE time_us < ?");
    }

    /** Records that the ledger has put aside, or holds until it can have them; each may be a fill. */
    static long putAside(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(PUT_ASIDE)) {
            select.setString(1, Ledger.NAME);
            select.setString(2, Ledger.NAME);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private long count(Connection connection, String sql) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, untilUs);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Reads them all, of one state: that of the connection's transaction. */
    void read(Connection connection, Reader reader) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(FILLS)) {
            select.setFetchSize(AT_ONCE);
            select.setLong(1, untilUs);
            try (ResultSet row = select.executeQuery()) {
                Account current = null;
                while (row.next()) {
                    String name = row.getString("account");
                    if (current == null || !current.name.equals(name)) {
                        give(current, reader);
                        current = new Account(name);
                    }
                    add(current, row);
                }
                give(current, reader);
            }
        }
    }

    private void add(Account account, ResultSet row) throws SQLException {
        long order = row.getLong("fill_order");
        boolean corrected = row.getObject("corrected_quantity") != null;
        long price = row.getLong(corrected ? "corrected_price" : "price");
        long quantity = row.getLong(corrected ? "corrected_quantity" : "quantity");
        int priceScale = row.getInt("price_scale");
        String symbol = row.getString("symbol");
        String currency = row.getString("currency");
        int quantityScale = row.getInt("quantity_scale");
        int moneyScale = row.getInt("money_scale");
        Sums sums = account.symbols.computeIfAbsent(symbol, s -> new Sums(currency, quantityScale, moneyScale));
        int spare = moneyScale - priceScale - quantityScale;
        long value = Math.multiplyExact(Math.multiplyExact(price, quantity), Exact.powerOfTen(spare));
        long charges = row.getLong("charges");
        Side side = order % 2 == 0 ? Side.BUY : Side.SELL;
        long timeUs = row.getLong("time_us");
        long moved = side == Side.BUY ? -value : value;
        if (timeUs < fromUs) {
            sums.opening = Math.addExact(sums.opening, side == Side.BUY ? quantity : -quantity);
            sums.openingCash = Math.addExact(sums.openingCash, Math.subtractExact(moved, charges));
            return;
        }
        sums.bought = Math.addExact(sums.bought, side == Side.BUY ? quantity : 0);
        sums.sold = Math.addExact(sums.sold, side == Side.SELL ? quantity : 0);
        sums.trades = Math.addExact(sums.trades, moved);
        sums.charges = Math.addExact(sums.charges, charges);
        account.notes.add(new Note(
                EventIds.ofFill(order / 2, side),
                time(timeUs),
                symbol,
                side.name(),
                BigDecimal.valueOf(price, priceScale),
                BigDecimal.valueOf(quantity, quantityScale),
                BigDecimal.valueOf(value, moneyScale),
                BigDecimal.valueOf(charges, moneyScale),
                currency,
                row.getLong("order_id"),
                corrected));
    }

    private void give(@Nullable Account account, Reader reader) throws SQLException {
        if (account == null) {
            return;
        }
        List<Holding> holdings = new ArrayList<>();
        Map<String, Cash> cash = new TreeMap<>();
        account.symbols.forEach((symbol, sums) -> {
            holdings.add(holding(symbol, sums));
            cash.merge(sums.currency, cash(sums), LedgerDay::plus);
        });
        reader.read(new AccountStatement(
                account.name, day, false, account.notes, holdings, new ArrayList<>(cash.values())));
    }

    private static Holding holding(String symbol, Sums sums) {
        long closing = Math.subtractExact(Math.addExact(sums.opening, sums.bought), sums.sold);
        int scale = sums.quantityScale;
        return new Holding(
                symbol,
                BigDecimal.valueOf(sums.opening, scale),
                BigDecimal.valueOf(sums.bought, scale),
                BigDecimal.valueOf(sums.sold, scale),
                BigDecimal.valueOf(closing, scale));
    }

    private static Cash cash(Sums sums) {
        long closing = Math.subtractExact(Math.addExact(sums.openingCash, sums.trades), sums.charges);
        int scale = sums.moneyScale;
        return new Cash(
                sums.currency,
                BigDecimal.valueOf(sums.openingCash, scale),
                BigDecimal.valueOf(sums.trades, scale),
                BigDecimal.valueOf(sums.charges, scale),
                BigDecimal.valueOf(closing, scale));
    }

    private static Cash plus(Cash a, Cash b) {
        return new Cash(
                a.currency(),
                a.opening().add(b.opening()),
                a.trades().add(b.trades()),
                a.charges().add(b.charges()),
                a.closing().add(b.closing()));
    }

    private long micros(LocalDate date) {
        return date.atStartOfDay(zone).toEpochSecond() * MICROS;
    }

    private String time(long us) {
        return Instant.ofEpochSecond(Math.floorDiv(us, MICROS), Math.floorMod(us, MICROS) * 1_000)
                .truncatedTo(ChronoUnit.MICROS)
                .atZone(zone)
                .toOffsetDateTime()
                .toString();
    }
}
