package daybook.app.strategies;

import daybook.app.Json;
import daybook.strategies.api.Parameters;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads some strategies with what has become of them, in one transaction. Confined to one thread. */
final class StrategyPage {
    private static final String COLUMNS =
            "SELECT id, kind, parameters, account, series, status, reason, shard FROM strategy WHERE id > ?";
    private static final String WINDOWS = "SELECT s.strategy_id, s.series, s.active_from_us, s.active_until_us,"
            + " COALESCE(p.last_end_us, 0) FROM subscription s LEFT JOIN strategy_state p"
            + " ON p.strategy_id = s.strategy_id AND p.series = s.series WHERE s.strategy_id IN (%s)";
    private static final String LAST =
            "SELECT strategy_id, series, last_token, last_end_us FROM strategy_state WHERE strategy_id IN (%s)";
    private static final String EVALUATIONS =
            "SELECT strategy_id, COUNT(*) FROM evaluation WHERE strategy_id IN (%s) GROUP BY strategy_id";
    private static final String INTENTS =
            "SELECT strategy_id, COUNT(*) FROM intent WHERE strategy_id IN (%s) GROUP BY strategy_id";

    private final Connection connection;
    private final ShardMap shards;

    /**
     * Which strategies.
     *
     * @param after ids above this one
     * @param limit most rows
     * @param status running, stopped or failed; empty = all
     * @param shard -1 = all
     */
    public record Wish(long after, int limit, String status, int shard) {
        String sql() {
            return COLUMNS + (status.isEmpty() ? "" : " AND status = ?") + (shard < 0 ? "" : " AND shard = ?")
                    + " ORDER BY id LIMIT ?";
        }
    }

    StrategyPage(Connection connection, ShardMap shards) {
        this.connection = connection;
        this.shards = shards;
    }

    List<Map<String, Object>> rows(Wish wish) throws SQLException {
        Map<Long, Map<String, Object>> rows = new TreeMap<>();
        try (PreparedStatement select = connection.prepareStatement(wish.sql())) {
            int at = 1;
            select.setLong(at++, wish.after());
            if (!wish.status().isEmpty()) {
                select.setString(at++, wish.status());
            }
            if (wish.shard() >= 0) {
                select.setInt(at++, wish.shard());
            }
            select.setInt(at, wish.limit());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows.put(row.getLong(1), setup(row));
                }
            }
        }
        if (!rows.isEmpty()) {
            addFigures(rows);
        }
        return new ArrayList<>(rows.values());
    }

    private Map<String, Object> setup(ResultSet row) throws SQLException {
        int shard = row.getInt(8);
        return Json.fields(
                "id", row.getLong(1),
                "kind", row.getString(2),
                "parameters", new TreeMap<>(Parameters.parse(row.getString(3)).values()),
                "account", row.getString(4),
                "series", List.of(row.getString(5).split(" ")),
                "status", row.getString(6),
                "reason", row.getString(7),
                "shard", shard,
                "path", shards.path(shard),
                "owner", shards.owner(shard));
    }

    private void addFigures(Map<Long, Map<String, Object>> rows) throws SQLException {
        List<Long> ids = List.copyOf(rows.keySet());
        Map<Long, Long> lags = lags(ids);
        Map<Long, Map<String, Object>> last = lastBars(ids);
        Map<Long, Long> evaluations = counts(EVALUATIONS, ids);
        Map<Long, Long> intents = counts(INTENTS, ids);
        rows.forEach((id, row) -> {
            row.put("lag", lags.getOrDefault(id, 0L));
            row.put("lastBar", last.containsKey(id) ? last.get(id) : Json.Null.NULL);
            row.put("evaluations", evaluations.getOrDefault(id, 0L));
            row.put("intents", intents.getOrDefault(id, 0L));
        });
    }

    private Map<Long, Long> lags(List<Long> ids) throws SQLException {
        Map<Long, Long> lags = new HashMap<>();
        Lag lag = new Lag(connection);
        try (PreparedStatement select = prepare(WINDOWS, ids);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                long open = row.getLong(4);
                long until = row.wasNull() ? Long.MAX_VALUE : open;
                long after = Math.max(row.getLong(3), row.getLong(5));
                lags.merge(row.getLong(1), lag.of(new Lag.Open(row.getString(2), after, until)), Long::sum);
            }
        }
        return lags;
    }

    /** Of the series that was evaluated up to the latest time. */
    private Map<Long, Map<String, Object>> lastBars(List<Long> ids) throws SQLException {
        Map<Long, Map<String, Object>> last = new HashMap<>();
        Map<Long, Long> ends = new HashMap<>();
        try (PreparedStatement select = prepare(LAST, ids);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                long id = row.getLong(1);
                long end = row.getLong(4);
                if (end > ends.getOrDefault(id, 0L)) {
                    ends.put(id, end);
                    last.put(
                            id,
                            Json.fields(
                                    "series", row.getString(2), "token", row.getLong(3), "end", ShardMap.time(end)));
                }
            }
        }
        return last;
    }

    private Map<Long, Long> counts(String sql, List<Long> ids) throws SQLException {
        Map<Long, Long> counts = new HashMap<>();
        try (PreparedStatement select = prepare(sql, ids);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                counts.put(row.getLong(1), row.getLong(2));
            }
        }
        return counts;
    }

    private PreparedStatement prepare(String sql, List<Long> ids) throws SQLException {
        PreparedStatement select =
                connection.prepareStatement(sql.formatted(String.join(", ", Collections.nCopies(ids.size(), "?"))));
        for (int i = 0; i < ids.size(); i++) {
            select.setLong(i + 1, ids.get(i));
        }
        return select;
    }
}
