package daybook.app.jobs;

import daybook.app.jobs.AccountStatement.Cash;
import daybook.app.jobs.AccountStatement.Holding;
import daybook.app.jobs.AccountStatement.Note;
import daybook.events.EventIds;
import daybook.events.Side;
import daybook.posttrade.Exact;
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
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A day's statements: what the ledger's positions are now, and from there back over the fills since the day began. So it reads the
 * positions, the day, and what came after it, and nothing of the history before; of one account at a time no more than its day is in
 * memory. Money and quantities are added as integers.
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
                    + " f.fill_order) WHERE f.fill_order >= ? ORDER BY f.account, f.fill_order";

    /** As the ledger folded them, with every correction. */
    private static final String POSITIONS =
            "SELECT p.account, p.symbol, p.currency, p.quantity, p.cash, p.charges, p.fills, m.quantity_scale,"
                    + " m.money_scale FROM position p JOIN symbol_mark m ON m.symbol = p.symbol ORDER BY p.account, p.symbol";

    private static final String ACCOUNTS = "SELECT COUNT(DISTINCT account) FROM position";

    private final LocalDate day;
    private final ZoneId zone;
    private final long fromUs;
    private final long untilUs;

    /** Who gets the statements, in the order of the accounts. */
    interface Reader {
        void read(AccountStatement statement) throws SQLException;
    }

    /** What is known of a symbol, in its units and in money units: how it stands now, and what moved it since the day began. */
    private static final class Sums {
        final String currency;
        final int quantityScale;
        final int moneyScale;
        /** At the end of the day; until all that came later was read, later. */
        long closing;

        long closingCash;
        /** Fills until the end of the day, of the day among them. */
        long fills;

        long bought;
        long sold;
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

    /** Whether the ledger has the day. */
    DayCheck check() {
        return new DayCheck(fromUs, untilUs, DayCheck.Completeness.ASIDE_IS_SEEN);
    }

    /** How many accounts there are. */
    static long accounts(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ACCOUNTS);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    static String[] statements() {
        return new String[] {FILLS, POSITIONS, ACCOUNTS};
    }

    /**
     * Reads them all, of one state: that of the connection's transaction.
     *
     * @return how many fills it has looked at
     */
    long read(Connection connection, Reader reader) throws SQLException {
        long read = 0;
        TradeTime.Range range = TradeTime.FILLS.range(connection, fromUs, untilUs);
        try (PreparedStatement selectFills = connection.prepareStatement(FILLS);
                PreparedStatement selectPositions = connection.prepareStatement(POSITIONS)) {
            selectFills.setFetchSize(AT_ONCE);
            selectPositions.setFetchSize(AT_ONCE);
            selectFills.setLong(1, range.from());
            try (ResultSet fill = selectFills.executeQuery();
                    ResultSet position = selectPositions.executeQuery()) {
                boolean more = fill.next();
                boolean isThere = position.next();
                while (isThere) {
                    Account account = new Account(position.getString("account"));
                    while (isThere && account.name.equals(position.getString("account"))) {
                        add(account, position);
                        isThere = position.next();
                    }
                    while (more && account.name.equals(fill.getString("account"))) {
                        move(account, fill);
                        read++;
                        more = fill.next();
                    }
                    give(account, reader);
                }
                if (more) {
                    throw new IllegalStateException("account: " + fill.getString("account")
                            + " has fills and no position (expected: one for each of its symbols)");
                }
            }
        }
        return read;
    }

    private static void add(Account account, ResultSet position) throws SQLException {
        Sums sums = new Sums(
                position.getString("currency"), position.getInt("quantity_scale"), position.getInt("money_scale"));
        sums.closing = position.getLong("quantity");
        sums.closingCash = Math.subtractExact(position.getLong("cash"), position.getLong("charges"));
        sums.fills = position.getLong("fills");
        account.symbols.put(position.getString("symbol"), sums);
    }

    /** A fill of the day is one of its notes; one that came later is taken back. */
    private void move(Account account, ResultSet row) throws SQLException {
        long order = row.getLong("fill_order");
        boolean corrected = row.getObject("corrected_quantity") != null;
        long price = row.getLong(corrected ? "corrected_price" : "price");
        long quantity = row.getLong(corrected ? "corrected_quantity" : "quantity");
        int priceScale = row.getInt("price_scale");
        String symbol = row.getString("symbol");
        int quantityScale = row.getInt("quantity_scale");
        int moneyScale = row.getInt("money_scale");
        Sums sums = Objects.requireNonNull(account.symbols.get(symbol), symbol);
        int spare = moneyScale - priceScale - quantityScale;
        long value = Math.multiplyExact(Math.multiplyExact(price, quantity), Exact.powerOfTen(spare));
        long charges = row.getLong("charges");
        Side side = order % 2 == 0 ? Side.BUY : Side.SELL;
        long timeUs = row.getLong("time_us");
        long moved = side == Side.BUY ? -value : value;
        if (timeUs >= untilUs) {
            sums.closing = Math.subtractExact(sums.closing, side == Side.BUY ? quantity : -quantity);
            sums.closingCash = Math.subtractExact(sums.closingCash, Math.subtractExact(moved, charges));
            sums.fills--;
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
                row.getString("currency"),
                row.getLong("order_id"),
                corrected));
    }

    /** Nothing of an account or a symbol whose first fill came after the day. */
    private void give(Account account, Reader reader) throws SQLException {
        account.symbols.values().removeIf(sums -> sums.fills == 0);
        if (account.symbols.isEmpty()) {
            return;
        }
        List<Holding> holdings = new ArrayList<>();
        Map<String, Cash> cash = new TreeMap<>();
        account.symbols.forEach((symbol, sums) -> {
            holdings.add(holding(symbol, sums));
            cash.merge(sums.currency, cash(sums), LedgerDay::plus);
        });
        reader.read(new AccountStatement(
                account.name, day, false, Optional.empty(), account.notes, holdings, new ArrayList<>(cash.values())));
    }

    private static Holding holding(String symbol, Sums sums) {
        long opening = Math.subtractExact(Math.addExact(sums.closing, sums.sold), sums.bought);
        int scale = sums.quantityScale;
        return new Holding(
                symbol,
                BigDecimal.valueOf(opening, scale),
                BigDecimal.valueOf(sums.bought, scale),
                BigDecimal.valueOf(sums.sold, scale),
                BigDecimal.valueOf(sums.closing, scale));
    }

    private static Cash cash(Sums sums) {
        long opening = Math.addExact(Math.subtractExact(sums.closingCash, sums.trades), sums.charges);
        int scale = sums.moneyScale;
        return new Cash(
                sums.currency,
                BigDecimal.valueOf(opening, scale),
                BigDecimal.valueOf(sums.trades, scale),
                BigDecimal.valueOf(sums.charges, scale),
                BigDecimal.valueOf(sums.closingCash, scale));
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
