package daybook.app.strategies;

import daybook.app.Json;
import daybook.delivery.LeaseHolder;
import daybook.strategies.Shards;
import daybook.strategies.cutover.Cutover;
import daybook.strategies.cutover.Route;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where all shards are, who owns each, and how far behind it is; and how many strategies there are. Immutable.
 *
 * @param view routes; the last one is that of the strategies that may not move
 * @param owners lease holders by the name of their lease
 * @param running strategies that run, by shard
 * @param lags evaluations that are expected and not there, by shard
 * @param totals strategies by status
 */
record ShardMap(
        Cutover.View view,
        Map<String, LeaseHolder> owners,
        Map<Integer, Long> running,
        Map<Integer, Long> lags,
        Map<String, Long> totals) {
    private static final String STRATEGIES = "SELECT shard, status, COUNT(*) FROM strategy GROUP BY shard, status";
    /** A window that is over and evaluated to its end is left out. */
    private static final String OPEN = "SELECT shard, series, since, until, COUNT(*) FROM (SELECT s.shard, s.series,"
            + " CASE WHEN COALESCE(p.last_end_us, 0) > s.active_from_us THEN p.last_end_us ELSE s.active_from_us END AS since,"
            + " COALESCE(s.active_until_us, " + Long.MAX_VALUE + ") AS until"
            + " FROM subscription s LEFT JOIN strategy_state p ON p.strategy_id = s.strategy_id AND p.series = s.series)"
            + " AS windows WHERE until > since GROUP BY shard, series, since, until";

    static ShardMap read(Connection connection, Cutover.View view, Map<String, LeaseHolder> owners)
            throws SQLException {
        Map<Integer, Long> running = new HashMap<>();
        Map<String, Long> totals = new TreeMap<>(Map.of("running", 0L, "stopped", 0L, "failed", 0L));
        try (PreparedStatement select = connection.prepareStatement(STRATEGIES);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                totals.merge(row.getString(2), row.getLong(3), Long::sum);
                if (row.getString(2).equals("running")) {
                    running.merge(row.getInt(1), row.getLong(3), Long::sum);
                }
            }
        }
        return new ShardMap(view, owners, running, lags(connection), totals);
    }

    private static Map<Integer, Long> lags(Connection connection) throws SQLException {
        Map<Integer, Long> lags = new HashMap<>();
        Lag lag = new Lag(connection);
        try (PreparedStatement select = connection.prepareStatement(OPEN);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                long bars = lag.of(new Lag.Open(row.getString(2), row.getLong(3), row.getLong(4)));
                lags.merge(row.getInt(1), bars * row.getLong(5), Long::sum);
            }
        }
        return lags;
    }

    Map<String, Object> json() {
        List<Map<String, Object>> shards = new ArrayList<>();
        for (Route route : view.routes()) {
            shards.add(shard(route));
        }
        return Json.fields("percent", view.percent(), "draining", view.draining(), "shards", shards);
    }

    /** The one for strategies that may not move is there as well, behind the others. */
    private Map<String, Object> shard(Route route) {
        LeaseHolder holder = holder(route.shard());
        return Json.fields(
                "shard", route.shard(),
                "path", route.path().text(),
                "previous", route.previous().text(),
                "boundary", route.boundaryMicros() == 0 ? Json.Null.NULL : time(route.boundaryMicros()),
                "drained", route.drained(),
                "fixed", route.shard() == view.routes().size() - 1,
                "owner", holder.remainingMs() > 0 ? holder.owner() : "",
                "token", holder.token(),
                "remainingMs", holder.remainingMs(),
                "strategies", running.getOrDefault(route.shard(), 0L),
                "lag", lags.getOrDefault(route.shard(), 0L));
    }

    /** Who has a shard's lease now; "" if nobody. */
    String owner(int shard) {
        LeaseHolder holder = holder(shard);
        return holder.remainingMs() > 0 ? holder.owner() : "";
    }

    /** Which path has a shard now: until it is drained, the previous one. */
    String path(int shard) {
        return shard < view.routes().size() ? view.routes().get(shard).holder().text() : "local";
    }

    private LeaseHolder holder(int shard) {
        String name = Shards.lease(shard);
        return owners.getOrDefault(name, new LeaseHolder(name, "", 0, 0));
    }

    static String time(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }
}
