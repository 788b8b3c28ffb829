package daybook.strategies.clock;

import daybook.delivery.PublicationPolicy;
import daybook.delivery.Statements;
import daybook.strategies.ClosedBar;
import daybook.strategies.SeriesKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Table {@code closed_bar}: what the clock has recorded, for whoever evaluates, catches up or compares. Rows never change. Every method
 * works in the caller's transaction. Confined to one thread.
 */
public final class ClosedBars {
    private static final String COLUMNS =
            "series, token, symbol, start_us, end_us, open, high, low, close, volume, vwap,"
                    + " trades, price_scale, quantity_scale";
    private static final String INSERT = "INSERT INTO closed_bar (event_id, " + COLUMNS + ", policy, recorded_at_ms)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
    private static final String SELECT = "SELECT n, policy, recorded_at_ms, " + COLUMNS + " FROM closed_bar";
    private static final String AFTER = SELECT + " WHERE n > ? ORDER BY n LIMIT ?";
    private static final String WITHIN = SELECT + " WHERE end_us > ? AND end_us <= ? ORDER BY end_us, n";
    private static final String OF_SERIES = SELECT + " WHERE series = ? AND token > ? ORDER BY token LIMIT ?";
    private static final String FIND = SELECT + " WHERE event_id = ?";
    private static final String LAST = SELECT + " WHERE series = ? ORDER BY token DESC LIMIT 1";
    private static final String LAST_N = "SELECT MAX(n) FROM closed_bar";

    private final Statements statements = new Statements();

    /**
     * A bar as it was recorded.
     *
     * @param n rises in the order in which bars were recorded; gaps mean nothing
     * @param policy how it was to be published; empty = it was not
     */
    public record Row(long n, ClosedBar bar, Optional<PublicationPolicy> policy, long recordedAtMs) {}

    /** Records a bar. False if there is one of that series and token already: that one stays, whatever is in this one. */
    public boolean insert(Connection connection, ClosedBar bar, Optional<PublicationPolicy> policy, long nowMs)
            throws SQLException {
        PreparedStatement insert = statements.prepare(connection, INSERT);
        insert.setString(1, bar.id().toString());
        insert.setString(2, bar.series().text());
        insert.setLong(3, bar.token());
        insert.setString(4, bar.symbol());
        insert.setLong(5, bar.window().startMicros());
        insert.setLong(6, bar.window().endMicros());
        insert.setLong(7, bar.prices().open());
        insert.setLong(8, bar.prices().high());
        insert.setLong(9, bar.prices().low());
        insert.setLong(10, bar.prices().close());
        insert.setLong(11, bar.traded().volume());
        insert.setLong(12, bar.traded().vwap());
        insert.setLong(13, bar.traded().trades());
        insert.setInt(14, bar.scales().price());
        insert.setInt(15, bar.scales().quantity());
        insert.setString(16, policy.map(Enum::name).orElse(""));
        insert.setLong(17, nowMs);
        return insert.executeUpdate() == 1;
    }

    /** Those recorded after a row, in that order: for catching up. 0 = from the first. */
    public List<Row> after(Connection connection, long n, int most) throws SQLException {
        PreparedStatement select = statements.prepare(connection, AFTER);
        select.setLong(1, n);
        select.setInt(2, most);
        return rows(select);
    }

    /** Those that end within {@code (fromMicros, toMicros]}, by end, then as they were recorded. */
    public List<Row> within(Connection connection, long fromMicros, long toMicros) throws SQLException {
        PreparedStatement select = statements.prepare(connection, WITHIN);
        select.setLong(1, fromMicros);
        select.setLong(2, toMicros);
        return rows(select);
    }

    /** Those of a series with a higher token, in the order of tokens. {@link Long#MIN_VALUE} = from the first. */
    public List<Row> of(Connection connection, SeriesKey series, long afterToken, int most) throws SQLException {
        PreparedStatement select = statements.prepare(connection, OF_SERIES);
        select.setString(1, series.text());
        select.setLong(2, afterToken);
        select.setInt(3, most);
        return rows(select);
    }

    public Optional<Row> find(Connection connection, UUID id) throws SQLException {
        PreparedStatement select = statements.prepare(connection, FIND);
        select.setString(1, id.toString());
        return rows(select).stream().findFirst();
    }

    /** That of a series with the highest token. */
    public Optional<Row> last(Connection connection, SeriesKey series) throws SQLException {
        PreparedStatement select = statements.prepare(connection, LAST);
        select.setString(1, series.text());
        return rows(select).stream().findFirst();
    }

    /** The row that was recorded last; 0 if there is none. */
    public long lastRow(Connection connection) throws SQLException {
        try (ResultSet row = statements.prepare(connection, LAST_N).executeQuery()) {
            row.next();
            return row.getLong(1); // null is 0
        }
    }

    private static List<Row> rows(PreparedStatement select) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                String policy = row.getString(2);
                rows.add(new Row(
                        row.getLong(1),
                        bar(row, 4),
                        policy.isEmpty() ? Optional.empty() : Optional.of(PublicationPolicy.valueOf(policy)),
                        row.getLong(3)));
            }
        }
        return rows;
    }

    private static ClosedBar bar(ResultSet row, int at) throws SQLException {
        return new ClosedBar(
                SeriesKey.parse(row.getString(at)),
                row.getString(at + 2),
                row.getLong(at + 1),
                new ClosedBar.Window(row.getLong(at + 3), row.getLong(at + 4)),
                new ClosedBar.Prices(
                        row.getLong(at + 5), row.getLong(at + 6), row.getLong(at + 7), row.getLong(at + 8)),
                new ClosedBar.Traded(row.getLong(at + 9), row.getLong(at + 10), row.getLong(at + 11)),
                new ClosedBar.Scales(row.getInt(at + 12), row.getInt(at + 13)));
    }
}
