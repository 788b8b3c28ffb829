package daybook.strategies.evaluate;

import daybook.delivery.Statements;
import daybook.strategies.ClosedBar;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Who of a shard listened to a bar, and what came before that bar. Confined to one thread. */
final class Listeners {
    private static final String OF_SHARD =
            "SELECT s.strategy_id, t.status, (SELECT MIN(f.active_from_us) FROM subscription f"
                    + " WHERE f.series = s.series AND f.strategy_id = s.strategy_id)"
                    + " FROM subscription s JOIN strategy t ON t.id = s.strategy_id"
                    + " WHERE s.series = ? AND s.shard = ? AND s.strategy_id BETWEEN ? AND ? AND s.active_from_us < ?"
                    + " AND (s.active_until_us IS NULL OR ? <= s.active_until_us) ORDER BY s.strategy_id";
    private static final String BEFORE =
            "SELECT token, end_us FROM closed_bar WHERE series = ? AND token < ? ORDER BY token DESC LIMIT 1";
    private static final String LISTENED = "SELECT 1 FROM subscription WHERE series = ? AND strategy_id = ?"
            + " AND active_from_us < ? AND (active_until_us IS NULL OR ? <= active_until_us)";

    private final Statements statements = new Statements();

    /**
     * One that listened.
     *
     * @param failed it has been stopped since, for having failed too often
     * @param sinceMicros since when it has listened to this series for the first time
     */
    record Listener(long strategyId, boolean failed, long sinceMicros) {}

    /** The bar before another. */
    record Before(long token, long endMicros) {}

    /** Of a shard, by id. */
    List<Listener> of(Connection connection, ClosedBar bar, int shard) throws SQLException {
        return of(connection, bar, shard, new long[] {Long.MIN_VALUE, Long.MAX_VALUE});
    }

    /** Of a shard, of those whose ids lie between two numbers. */
    List<Listener> of(Connection connection, ClosedBar bar, int shard, long[] range) throws SQLException {
        PreparedStatement select = statements.prepare(connection, OF_SHARD);
        select.setString(1, bar.series().text());
        select.setInt(2, shard);
        select.setLong(3, range[0]);
        select.setLong(4, range[1]);
        select.setLong(5, bar.window().endMicros());
        select.setLong(6, bar.window().endMicros());
        List<Listener> listeners = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                listeners.add(new Listener(row.getLong(1), row.getString(2).equals("failed"), row.getLong(3)));
            }
        }
        return listeners;
    }

    Optional<Before> before(Connection connection, ClosedBar bar) throws SQLException {
        PreparedStatement select = statements.prepare(connection, BEFORE);
        select.setString(1, bar.series().text());
        select.setLong(2, bar.token());
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(new Before(row.getLong(1), row.getLong(2))) : Optional.empty();
        }
    }

    /** Whether a strategy listened to a bar. */
    boolean listened(Connection connection, long strategyId, ClosedBar bar) throws SQLException {
        PreparedStatement select = statements.prepare(connection, LISTENED);
        select.setString(1, bar.series().text());
        select.setLong(2, strategyId);
        select.setLong(3, bar.window().endMicros());
        select.setLong(4, bar.window().endMicros());
        try (ResultSet row = select.executeQuery()) {
            return row.next();
        }
    }
}
