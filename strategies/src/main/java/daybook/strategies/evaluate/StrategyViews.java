package daybook.strategies.evaluate;

import daybook.delivery.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** What a page about strategies shows, in the caller's transaction; a reader's will do. Stateless. */
public final class StrategyViews {
    private static final String STRATEGIES =
            "SELECT s.id, s.kind, s.parameters, s.account, s.series, s.shard, s.status,"
                    + " s.reason, (SELECT MAX(t.last_token) FROM strategy_state t WHERE t.strategy_id = s.id),"
                    + " (SELECT MAX(t.last_end_us) FROM strategy_state t WHERE t.strategy_id = s.id),"
                    + " (SELECT COUNT(*) FROM intent i WHERE i.strategy_id = s.id)"
                    + " FROM strategy s WHERE s.id > ? ORDER BY s.id LIMIT ?";
    private static final String SHARDS = "SELECT r.shard, r.path, r.previous, r.boundary_us, r.drained,"
            + " COALESCE(l.owner, ''), COALESCE(l.token, 0), COALESCE(l.expires_at_ms, 0) - %s,"
            + " COALESCE(c.running, 0) FROM shard_route r"
            + " LEFT JOIN lease l ON l.name = 'shard-' || CAST(r.shard AS TEXT)"
            + " LEFT JOIN (SELECT shard, COUNT(*) AS running FROM strategy WHERE status = 'running' GROUP BY shard) c"
            + " ON c.shard = r.shard ORDER BY r.shard";
    private static final String OWED = "SELECT COUNT(*), MIN(b.end_us)" + Pending.OF_ALL;

    private StrategyViews() {}

    /**
     * A strategy.
     *
     * @param series separated by spaces
     * @param lastToken of the last bar that it was evaluated on, in any of its series
     * @param intents that it has decided since it was added
     */
    public record StrategyView(
            long id,
            String kind,
            String parameters,
            String account,
            String series,
            int shard,
            String status,
            String reason,
            OptionalLong lastToken,
            OptionalLong lastEndMicros,
            long intents) {}

    /**
     * A shard.
     *
     * @param owner process and role; empty if nobody has it now
     * @param token of the last grant; 0 before the first
     * @param remainingMs until the lease ends if it is not renewed; 0 if nobody has it
     * @param running strategies in it that listen
     */
    public record ShardView(
            int shard,
            String path,
            String previous,
            long boundaryMicros,
            boolean drained,
            String owner,
            long token,
            long remainingMs,
            long running) {}

    /**
     * Evaluations that are owed now.
     *
     * @param oldestEndMicros end of the first bar that somebody has not been evaluated on
     */
    public record Lag(long evaluations, OptionalLong oldestEndMicros) {}

    /** Some of them by id, after an id. */
    public static List<StrategyView> strategies(Connection connection, long afterId, int most) throws SQLException {
        List<StrategyView> views = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(STRATEGIES)) {
            select.setLong(1, afterId);
            select.setInt(2, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    views.add(new StrategyView(
                            row.getLong(1),
                            row.getString(2),
                            row.getString(3),
                            row.getString(4),
                            row.getString(5),
                            row.getInt(6),
                            row.getString(7),
                            row.getString(8),
                            number(row, 9),
                            number(row, 10),
                            row.getLong(11)));
                }
            }
        }
        return views;
    }

    /** All of them; the last one is that of the strategies that may not move. */
    public static List<ShardView> shards(Connection connection) throws SQLException {
        List<ShardView> views = new ArrayList<>();
        String sql = SHARDS.formatted(Dialect.of(connection).nowMs());
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                long remainingMs = Math.max(0, row.getLong(8));
                views.add(new ShardView(
                        row.getInt(1),
                        row.getString(2),
                        row.getString(3),
                        row.getLong(4),
                        row.getInt(5) == 1,
                        remainingMs > 0 ? row.getString(6) : "",
                        row.getLong(7),
                        remainingMs,
                        row.getLong(9)));
            }
        }
        return views;
    }

    /** Looks at each subscription once: not for every second. */
    public static Lag lag(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(OWED);
                ResultSet row = select.executeQuery()) {
            row.next();
            return new Lag(row.getLong(1), number(row, 2));
        }
    }

    private static OptionalLong number(ResultSet row, int column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
    }
}
