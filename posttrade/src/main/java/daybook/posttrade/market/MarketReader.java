package daybook.posttrade.market;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.delivery.DeliveryException;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the market service has stored, while it runs and after it has stopped. Safe for many threads. */
public final class MarketReader {
    private final Database database;
    private final DatabaseReader reader;

    public MarketReader(Database database) {
        this.database = database;
        this.reader = new DatabaseReader(database);
    }

    /**
     * A series that has bars.
     *
     * @param priceScale prices of its bars are in 10^-priceScale; quantities likewise
     * @param imported false: the venue's own, from its trades
     */
    public record Series(BarKey key, int priceScale, int quantityScale, boolean imported) {}

    /** What to read of a series: bars that begin in {@code [fromMicros, toMicros)}, oldest first, at most so many. */
    public record Range(long fromMicros, long toMicros, int limit) {}

    /** All series that have bars, by key. */
    public List<Series> series() {
        return reader.read(connection -> new BarTable()
                .all(connection).stream()
                        .map(each -> new Series(each.key(), each.priceScale(), each.quantityScale(), each.imported()))
                        .toList());
    }

    /**
     * The bars of a series as they are stored: those of the venue with the ones without trades, an imported series as it was
     * imported. What is not over is as of the last commit of the service, a few seconds ago.
     *
     * @throws daybook.delivery.DeliveryException if the database is not there or does not answer
     */
    public List<Bar> bars(BarKey key, Range range) {
        return reader.read(connection -> {
            BarTable table = new BarTable();
            BarTable.Series series = table.find(connection, key.text()).orElse(null);
            if (series == null) {
                return List.of();
            }
            List<BarTable.Row> rows =
                    table.from(connection, series, new BarTable.Range(range.fromMicros, range.toMicros, range.limit));
            if (series.imported()) {
                return rows.stream()
                        .map(BarTable.Row::bar)
                        .filter(bar -> bar.startMicros() >= range.fromMicros)
                        .toList();
            }
            MarketTable market = new MarketTable();
            MarketTable.State state = market.state(connection);
            EmptyBars empty = new EmptyBars(new VenueDay(ZoneId.of(state.zone())), market.sessionEnds(connection));
            List<EmptyBars.Traded> traded = new ArrayList<>();
            rows.forEach(row -> traded.add(new EmptyBars.Traded(row.bar(), row.lastMicros())));
            return empty.from(range.fromMicros, traded, Math.min(state.timeMicros(), range.toMicros), range.limit);
        });
    }

    /** The market as it was stored last; empty if it never was. */
    Optional<MarketSnapshot> snapshot(ZoneId zone) {
        return exists() ? reader.read(connection -> new MarketTable().load(connection, zone)) : Optional.empty();
    }

    private boolean exists() {
        try {
            return database.has("market_state");
        } catch (SQLException away) {
            throw new DeliveryException(
                    "database: " + database.name() + " does not answer: " + away.getMessage(), away);
        }
    }
}
