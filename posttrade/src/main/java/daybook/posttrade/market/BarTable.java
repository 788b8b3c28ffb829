package daybook.posttrade.market;

import daybook.delivery.Statements;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tables {@code bar_series} and {@code bar}. Each method joins the caller's transaction. Confined to one thread. */
final class BarTable {
    private static final String ADD_SERIES =
            "INSERT INTO bar_series (bar_key, price_scale, quantity_scale, imported) VALUES (?, ?, ?, ?)"
                    + " ON CONFLICT (bar_key) DO NOTHING";
    private static final String FIND_SERIES =
            "SELECT n, bar_key, price_scale, quantity_scale, imported FROM bar_series WHERE bar_key = ?";
    private static final String ALL_SERIES =
            "SELECT n, bar_key, price_scale, quantity_scale, imported FROM bar_series ORDER BY bar_key";
    private static final String SET =
            "INSERT INTO bar (series, start_us, end_us, open, high, low, close, volume, value, trades, first_us, last_us,"
                    + " closed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    + " ON CONFLICT (series, start_us) DO UPDATE SET end_us = excluded.end_us, open = excluded.open,"
                    + " high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume,"
                    + " value = excluded.value, trades = excluded.trades, first_us = excluded.first_us,"
                    + " last_us = excluded.last_us, closed = excluded.closed WHERE bar.closed = 0";
    private static final String COLUMNS =
            "SELECT start_us, end_us, open, high, low, close, volume, value, trades, first_us, last_us, closed FROM bar";
    private static final String LAST = COLUMNS + " WHERE series = ? ORDER BY start_us DESC LIMIT ?";
    private static final String FROM =
            COLUMNS + " WHERE series = ? AND start_us >= ? AND start_us < ?" + " ORDER BY start_us LIMIT ?";
    private static final String BEFORE = COLUMNS + " WHERE series = ? AND start_us < ? ORDER BY start_us DESC LIMIT 1";
    private static final String CLEAR_BARS =
            "DELETE FROM bar WHERE series IN (SELECT n FROM bar_series WHERE imported = 0)";
    private static final String CLEAR_SERIES = "DELETE FROM bar_series WHERE imported = 0";

    private final Statements statements = new Statements();
    private final Map<String, Series> known = new HashMap<>();

    /**
     * A series that has bars.
     *
     * @param n its number in the table
     * @param imported false: the venue's own, from its trades
     */
    record Series(long n, BarKey key, int priceScale, int quantityScale, boolean imported) {}

    /** A row; see {@link BarSeries.Running}. */
    record Row(Bar bar, long firstMicros, long lastMicros) {}

    /** The series of a key, made if it is not there. */
    Series series(Connection connection, Series wanted) throws SQLException {
        String key = wanted.key().text();
        Series series = known.get(key);
        if (series == null) {
            PreparedStatement add = statements.prepare(connection, ADD_SERIES);
            add.setString(1, key);
            add.setInt(2, wanted.priceScale());
            add.setInt(3, wanted.quantityScale());
            add.setInt(4, wanted.imported() ? 1 : 0);
            add.executeUpdate();
            series = find(connection, key).orElseThrow(() -> new SQLException("bar_series: " + key + " is not there"));
            known.put(key, series);
        }
        return series;
    }

    Optional<Series> find(Connection connection, String key) throws SQLException {
        PreparedStatement find = statements.prepare(connection, FIND_SERIES);
        find.setString(1, key);
        try (ResultSet row = find.executeQuery()) {
            return row.next() ? Optional.of(series(row)) : Optional.empty();
        }
    }

    List<Series> all(Connection connection) throws SQLException {
        List<Series> all = new ArrayList<>();
        try (ResultSet row = statements.prepare(connection, ALL_SERIES).executeQuery()) {
            while (row.next()) {
                all.add(series(row));
            }
        }
        return all;
    }

    /** Adds bars, or takes the place of those that are not over. One that is over stays as it is. Returns how many were set. */
    int set(Connection connection, Series series, List<Row> rows) throws SQLException {
        PreparedStatement set = statements.prepare(connection, SET);
        for (Row row : rows) {
            Bar bar = row.bar();
            set.setLong(1, series.n());
            set.setLong(2, bar.startMicros());
            set.setLong(3, bar.endMicros());
            set.setLong(4, bar.open());
            set.setLong(5, bar.high());
            set.setLong(6, bar.low());
            set.setLong(7, bar.close());
            set.setLong(8, bar.volume());
            set.setString(9, bar.value().toString());
            set.setLong(10, bar.trades());
            set.setLong(11, row.firstMicros());
            set.setLong(12, row.lastMicros());
            set.setInt(13, bar.closed() ? 1 : 0);
            set.addBatch();
        }
        int changed = 0;
        for (int count : set.executeBatch()) {
            changed += Math.max(0, count);
        }
        return changed;
    }

    /** The last bars with trades, oldest first. */
    List<Row> last(Connection connection, Series series, int n) throws SQLException {
        PreparedStatement last = statements.prepare(connection, LAST);
        last.setLong(1, series.n());
        last.setInt(2, n);
        List<Row> rows = rows(last, series);
        Collections.reverse(rows);
        return rows;
    }

    /** The last bar with trades that begins before {@code from}, if there is one, and those in {@code [from, to)}, oldest first. */
    List<Row> from(Connection connection, Series series, Range range) throws SQLException {
        PreparedStatement before = statements.prepare(connection, BEFORE);
        before.setLong(1, series.n());
        before.setLong(2, range.from());
        List<Row> rows = rows(before, series);
        PreparedStatement from = statements.prepare(connection, FROM);
        from.setLong(1, series.n());
        from.setLong(2, range.from());
        from.setLong(3, range.to());
        from.setInt(4, range.limit());
        rows.addAll(rows(from, series));
        return rows;
    }

    /** @param limit most bars; those that begin in {@code [from, to)} microseconds */
    record Range(long from, long to, int limit) {}

    /** Deletes what was made from the venue's trades. */
    void clear(Connection connection) throws SQLException {
        statements.prepare(connection, CLEAR_BARS).executeUpdate();
        statements.prepare(connection, CLEAR_SERIES).executeUpdate();
        forget();
    }

    /** Forgets what it remembers of the tables: another process may have changed them. */
    void forget() {
        known.clear();
    }

    private static Series series(ResultSet row) throws SQLException {
        return new Series(
                row.getLong(1), BarKey.parse(row.getString(2)), row.getInt(3), row.getInt(4), row.getInt(5) != 0);
    }

    private static List<Row> rows(PreparedStatement select, Series series) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Bar bar = new Bar(
                        series.key().instrument(),
                        series.key().timeframe(),
                        row.getLong(1),
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5),
                        row.getLong(6),
                        row.getLong(7),
                        new BigInteger(row.getString(8)),
                        row.getLong(9),
                        row.getInt(12) != 0);
                rows.add(new Row(bar, row.getLong(10), row.getLong(11)));
            }
        }
        return rows;
    }
}
