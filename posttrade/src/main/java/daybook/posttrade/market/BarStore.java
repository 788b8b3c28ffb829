package daybook.posttrade.market;

import daybook.delivery.Database;
import daybook.delivery.DeliveryException;
import daybook.delivery.Migrations;
import daybook.delivery.Writer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts bars of other venues beside this one's, in small transactions, also while the market service runs: a series is of one or the
 * other. A bar that is there stays as it is, so a file can be imported again. Confined to one thread.
 */
public final class BarStore implements AutoCloseable {
    private static final int ROWS = 1_000;

    private final Database database;
    private final Writer writer;
    private final BarTable table = new BarTable();

    /** Creates the tables where they are missing. */
    public BarStore(Database database) {
        Migrations.migrate(database, Market.SCRIPTS);
        this.database = database;
        this.writer = new Writer(database);
    }

    /**
     * What an import did.
     *
     * @param added that were not there
     * @param equal that were there just so
     * @param different that were there otherwise, and still are
     */
    public record Outcome(long added, long equal, long different) {
        Outcome plus(Outcome other) {
            return new Outcome(added + other.added, equal + other.equal, different + other.different);
        }
    }

    /**
     * Adds bars to a series of another venue.
     *
     * @param series with the scales of the numbers in the bars
     * @param bars oldest first
     * @throws IllegalArgumentException if the series is this venue's own, or has other scales
     * @throws DeliveryException if the database does not answer; what was added before stays
     */
    public Outcome add(MarketReader.Series series, List<Bar> bars) {
        if (series.key().venue().equals(BarKey.OWN_VENUE)) {
            throw new IllegalArgumentException("series: " + series.key().text() + " (expected: another venue's)");
        }
        Outcome outcome = new Outcome(0, 0, 0);
        try {
            for (int from = 0; from < bars.size(); from += ROWS) {
                outcome = outcome.plus(add(series, bars, from));
            }
        } catch (SQLException refused) {
            writer.rollback();
            throw new DeliveryException(
                    "database: " + database.name() + " does not take bars: " + refused.getMessage(), refused);
        }
        return outcome;
    }

    @Override
    public void close() {
        writer.close();
    }

    private Outcome add(MarketReader.Series series, List<Bar> bars, int from) throws SQLException {
        List<Bar> some = bars.subList(from, Math.min(bars.size(), from + ROWS));
        Connection connection = writer.transaction();
        BarTable.Series stored = table.series(
                connection, new BarTable.Series(0, series.key(), series.priceScale(), series.quantityScale(), true));
        if (stored.priceScale() != series.priceScale() || stored.quantityScale() != series.quantityScale()) {
            writer.rollback();
            throw new IllegalArgumentException("scales: " + series.priceScale() + ", " + series.quantityScale()
                    + " (expected: those of " + series.key().text() + ": " + stored.priceScale() + ", "
                    + stored.quantityScale() + ")");
        }
        Map<Long, Bar> there = new HashMap<>();
        long first = some.get(0).startMicros();
        long last = some.get(some.size() - 1).startMicros();
        BarTable.Range range = new BarTable.Range(first, last + 1, Integer.MAX_VALUE);
        table.from(connection, stored, range).forEach(row -> there.put(row.bar().startMicros(), row.bar()));
        List<BarTable.Row> added = new ArrayList<>();
        long equal = 0;
        for (Bar bar : some) {
            Bar known = there.get(bar.startMicros());
            if (known == null) {
                added.add(new BarTable.Row(bar, bar.startMicros(), bar.startMicros()));
            } else if (known.equals(bar)) {
                equal++;
            }
        }
        table.set(connection, stored, added);
        writer.commit();
        return new Outcome(added.size(), equal, some.size() - added.size() - equal);
    }
}
