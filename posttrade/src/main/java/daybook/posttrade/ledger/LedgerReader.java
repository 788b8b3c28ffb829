package daybook.posttrade.ledger;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.posttrade.Filter;
import daybook.posttrade.Suspects;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Answers questions from the ledger's tables, while the ledger runs and after it has stopped. Every answer is one state between
 * two transactions. Safe for many threads; {@link daybook.delivery.DeliveryException} if the tables are not there.
 */
public final class LedgerReader {
    private static final String VERSION = "SELECT version FROM ledger_version WHERE id = 1";
    private static final String RAISE = "UPDATE ledger_version SET version = ? WHERE id = 1 AND version < ?";
    private static final String COUNTS = "SELECT COUNT(*), COUNT(DISTINCT account), COUNT(DISTINCT symbol),"
            + " COALESCE(SUM(fills), 0) FROM position";

    private static final String LAST_FILLS = "SELECT account, symbol, last_order FROM position";

    private final DatabaseReader reader;
    private final Supplier<Suspects> suspectSymbols;

    /** @param suspectSymbols symbols of which capture could not read an event: {@code CaptureReader::suspectSymbols} */
    public LedgerReader(Database database, Supplier<Suspects> suspectSymbols) {
        this.reader = new DatabaseReader(database);
        this.suspectSymbols = suspectSymbols;
    }

    /**
     * All accounts' profits at one version of the ledger.
     *
     * @param version rises with every change
     */
    public record Profits(long version, List<ProfitView> profits) {}

    /** How much there is. */
    public record Counts(long positions, long accounts, long symbols, long fills) {}

    /** By account and symbol. */
    public List<PositionView> positions(Filter filter) {
        Suspects symbols = suspectSymbols.get();
        return reader.read(connection -> PositionRows.read(connection, filter, symbols));
    }

    /** By account and currency. */
    public List<ProfitView> profits(Filter filter) {
        return List.copyOf(sum(positions(filter)));
    }

    public Profits allProfits() {
        Suspects symbols = suspectSymbols.get();
        return reader.read(connection ->
                new Profits(version(connection), List.copyOf(sum(PositionRows.read(connection, Filter.ALL, symbols)))));
    }

    /** The newest fills first. */
    public List<FillView> fills(Filter filter, int limit) {
        return reader.read(connection -> FillRows.read(connection, filter, limit));
    }

    public Conservation conservation() {
        return reader.read(ConservationCheck::read);
    }

    /** Positions, how far each account has come, and what must add up, all of one state. */
    public Balances balances() {
        Suspects symbols = suspectSymbols.get();
        return reader.read(connection -> new Balances(
                PositionRows.read(connection, Filter.ALL, symbols),
                lastFills(connection),
                ConservationCheck.read(connection),
                Suspects.of(connection, Ledger.NAME),
                symbols));
    }

    public Counts counts() {
        return reader.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(COUNTS);
                    ResultSet row = select.executeQuery()) {
                row.next();
                return new Counts(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
            }
        });
    }

    /** What is pending: accounts by the ledger's own dead letters, symbols by capture's. */
    public Suspicion suspicion() {
        return new Suspicion(reader.read(connection -> Suspects.of(connection, Ledger.NAME)), suspectSymbols.get());
    }

    /** Keys that are not to be trusted. */
    public record Suspicion(Suspects accounts, Suspects symbols) {
        public static final Suspicion NONE = new Suspicion(Suspects.NONE, Suspects.NONE);
    }

    /** Rises with every transaction that changes the ledger. */
    public long version() {
        return reader.read(LedgerReader::version);
    }

    private static List<Balances.LastFill> lastFills(Connection connection) throws SQLException {
        List<Balances.LastFill> last = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(LAST_FILLS);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                last.add(new Balances.LastFill(row.getString(1), row.getString(2), row.getLong(3)));
            }
        }
        return last;
    }

    /** Whoever has seen an older version sees that there is something new. */
    static void raiseVersion(Connection connection, long atLeast) throws SQLException {
        try (PreparedStatement raise = connection.prepareStatement(RAISE)) {
            raise.setLong(1, atLeast);
            raise.setLong(2, atLeast);
            raise.executeUpdate();
        }
    }

    static long version(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(VERSION);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private static Collection<ProfitView> sum(List<PositionView> positions) {
        Map<List<String>, ProfitView> sums = new TreeMap<>((a, b) -> a.get(0).equals(b.get(0))
                ? a.get(1).compareTo(b.get(1))
                : a.get(0).compareTo(b.get(0)));
        for (PositionView position : positions) {
            List<String> key = List.of(position.account(), position.currency());
            ProfitView before = sums.getOrDefault(key, PositionRows.nothing(position));
            sums.put(key, before.plus(position));
        }
        return new ArrayList<>(sums.values());
    }
}
