package daybook.strategies.evaluate;

import daybook.strategies.AccountKey;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.Strategy;
import daybook.strategies.api.StrategyCatalog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The strategies of a shard and their states, as long as the shard is this owner's: read from the database once, then changed only by what has
 * been committed. Confined to one thread.
 */
final class HotShard {
    private static final String STRATEGIES = "SELECT id, kind, parameters, account FROM strategy WHERE id IN (%s)";
    private static final String STATES = "SELECT strategy_id, state, last_token, failures FROM strategy_state"
            + " WHERE series = ? AND strategy_id IN (%s)";

    private final StrategyCatalog catalog;
    private final Map<Long, Live> strategies = new HashMap<>();
    private final Map<Place, Progress> progress = new HashMap<>();

    /** A strategy that can be run, or why it cannot. */
    record Live(AccountKey account, Strategy strategy) {}

    /** A strategy in one of its series. */
    record Place(long strategyId, String series) {}

    /**
     * Where it is there.
     *
     * @param lastToken of the last bar that it was evaluated on
     * @param failures in a row, up to that bar
     */
    record Progress(String state, long lastToken, int failures) {
        static final Progress NONE = new Progress(Strategy.NOTHING, Long.MIN_VALUE, 0);
    }

    HotShard(StrategyCatalog catalog) {
        this.catalog = catalog;
    }

    /** Reads those of these that are not here yet. */
    void load(Connection connection, String series, List<Long> ids) throws SQLException {
        List<Long> strange =
                ids.stream().filter(id -> !strategies.containsKey(id)).toList();
        if (!strange.isEmpty()) {
            loadStrategies(connection, strange);
        }
        List<Long> cold = ids.stream()
                .filter(id -> !progress.containsKey(new Place(id, series)))
                .toList();
        if (!cold.isEmpty()) {
            loadProgress(connection, series, cold);
        }
    }

    Live live(long strategyId) {
        Live live = strategies.get(strategyId);
        if (live == null) {
            throw new IllegalStateException("strategy: " + strategyId + " (expected: one that was loaded)");
        }
        return live;
    }

    Progress progress(Place place) {
        return progress.getOrDefault(place, Progress.NONE);
    }

    /** Has been committed. */
    void became(Place place, Progress now) {
        progress.put(place, now);
    }

    private void loadStrategies(Connection connection, Collection<Long> ids) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(STRATEGIES.formatted(list(ids)));
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                strategies.put(
                        row.getLong(1),
                        new Live(AccountKey.parse(row.getString(4)), strategy(row.getString(2), row.getString(3))));
            }
        }
    }

    private void loadProgress(Connection connection, String series, Collection<Long> ids) throws SQLException {
        ids.forEach(id -> progress.put(new Place(id, series), Progress.NONE));
        try (PreparedStatement select = connection.prepareStatement(STATES.formatted(list(ids)))) {
            select.setString(1, series);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    progress.put(
                            new Place(row.getLong(1), series),
                            new Progress(row.getString(2), row.getLong(3), row.getInt(4)));
                }
            }
        }
    }

    /** One that this version does not know any more fails at each bar, like any other that fails. */
    private Strategy strategy(String kind, String parameters) {
        try {
            return catalog.create(kind, Parameters.parse(parameters));
        } catch (IllegalArgumentException unknown) {
            return (bar, state) -> {
                throw unknown;
            };
        }
    }

    private static String list(Collection<Long> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
