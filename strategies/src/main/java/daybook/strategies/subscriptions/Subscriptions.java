package daybook.strategies.subscriptions;

import daybook.delivery.Statements;
import daybook.strategies.ClosedBar;
import daybook.strategies.cutover.BarOrder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Who listens to a series: an index that is looked up by series, never searched through. Each method works in the caller's transaction.
 * Confined to one thread.
 *
 * <p>A window begins behind the last bar of its series that is recorded when it is opened, and ends with the last one that is recorded when it
 * is closed. So for a bar that is recorded it never changes who listens to it: dispatched again, it is the same batches.
 */
public final class Subscriptions {
    private static final String DUE = "SELECT strategy_id, shard FROM subscription"
            + " WHERE series = ? AND active_from_us < ? AND (active_until_us IS NULL OR ? <= active_until_us)"
            + " ORDER BY strategy_id";
    private static final String OPEN = "INSERT INTO subscription (series, strategy_id, active_from_us, shard)"
            + " VALUES (?, ?, ?, ?)"
            // Closed and opened again between two bars: as if nothing had been.
            + " ON CONFLICT (series, strategy_id, active_from_us) DO UPDATE SET active_until_us = NULL";
    private static final String CLOSE = "UPDATE subscription SET active_until_us ="
            + " COALESCE((SELECT end_us FROM closed_bar WHERE closed_bar.series = subscription.series"
            + " ORDER BY token DESC LIMIT 1), 0)"
            + " WHERE strategy_id = ? AND active_until_us IS NULL";

    private final Statements statements = new Statements();

    /** A strategy that listens. */
    public record Due(long strategyId, int shard) {}

    /** Whoever listened to this bar, by id. */
    public List<Due> of(Connection connection, ClosedBar bar) throws SQLException {
        PreparedStatement due = statements.prepare(connection, DUE);
        due.setString(1, bar.series().text());
        due.setLong(2, bar.window().endMicros());
        due.setLong(3, bar.window().endMicros());
        List<Due> all = new ArrayList<>();
        try (ResultSet row = due.executeQuery()) {
            while (row.next()) {
                all.add(new Due(row.getLong(1), row.getInt(2)));
            }
        }
        return all;
    }

    /** It listens to these series and no others, from the next bar of each on. After {@link BarOrder#change}. */
    void replace(Connection connection, StrategyRow strategy) throws SQLException {
        close(connection, strategy.id());
        PreparedStatement open = statements.prepare(connection, OPEN);
        for (var series : strategy.setup().series()) {
            open.setString(1, series.text());
            open.setLong(2, strategy.id());
            open.setLong(3, BarOrder.lastEnd(connection, series.text()));
            open.setInt(4, strategy.shard());
            open.addBatch();
        }
        open.executeBatch();
    }

    /** It listens to nothing behind the last recorded bar of each series. After {@link BarOrder#change}. */
    void close(Connection connection, long strategyId) throws SQLException {
        PreparedStatement close = statements.prepare(connection, CLOSE);
        close.setLong(1, strategyId);
        close.executeUpdate();
    }
}
