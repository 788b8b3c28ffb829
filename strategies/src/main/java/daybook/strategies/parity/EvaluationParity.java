package daybook.strategies.parity;

import daybook.strategies.parity.ParityReport.Evaluation;
import daybook.strategies.parity.ParityReport.Evaluations;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What was to be evaluated in a window, and what was. Expected is a fact of the tables: each recorded bar times the subscriptions that were
 * active at its end. Stateless.
 */
final class EvaluationParity {
    private static final String LISTENED = "s.series = b.series AND s.active_from_us < b.end_us"
            + " AND (s.active_until_us IS NULL OR b.end_us <= s.active_until_us)";
    /** Strategy and bar of each; between two ends. */
    static final String EXPECTED = "SELECT DISTINCT s.strategy_id AS strategy_id, b.event_id AS event_id"
            + " FROM closed_bar b JOIN subscription s ON " + LISTENED + " WHERE b.end_us > ? AND b.end_us <= ?";

    private static final String COUNT = "SELECT COUNT(*) FROM (" + EXPECTED + ") x";
    private static final String MISSING = "SELECT x.strategy_id, x.event_id FROM (" + EXPECTED + ") x"
            + " WHERE NOT EXISTS (SELECT 1 FROM evaluation e"
            + " WHERE e.strategy_id = x.strategy_id AND e.event_id = x.event_id) ORDER BY x.event_id, x.strategy_id";
    private static final String EXTRA = "SELECT e.strategy_id, e.event_id FROM evaluation e"
            + " WHERE e.end_us > ? AND e.end_us <= ? AND NOT EXISTS (SELECT 1 FROM closed_bar b JOIN subscription s ON "
            + LISTENED + " WHERE b.event_id = e.event_id AND s.strategy_id = e.strategy_id)"
            + " ORDER BY e.event_id, e.strategy_id";
    private static final String OUTCOMES =
            "SELECT outcome, COUNT(*) FROM evaluation WHERE end_us > ? AND end_us <= ? GROUP BY outcome";

    private final ParityWindow window;

    EvaluationParity(ParityWindow window) {
        this.window = window;
    }

    Evaluations compare(Connection connection) throws SQLException {
        Named missing = named(connection, MISSING);
        Named extra = named(connection, EXTRA);
        return new Evaluations(
                expected(connection), outcomes(connection), missing.count, missing.first, extra.count, extra.first);
    }

    /** All of them counted, the first ones named. */
    private record Named(long count, List<Evaluation> first) {}

    private Named named(Connection connection, String sql) throws SQLException {
        List<Evaluation> first = new ArrayList<>();
        long count = 0;
        try (PreparedStatement select = prepare(connection, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                count++;
                if (first.size() < Evaluations.MOST) {
                    first.add(new Evaluation(row.getLong(1), UUID.fromString(row.getString(2))));
                }
            }
        }
        return new Named(count, first);
    }

    private long expected(Connection connection) throws SQLException {
        try (PreparedStatement select = prepare(connection, COUNT);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private Map<String, Long> outcomes(Connection connection) throws SQLException {
        Map<String, Long> outcomes = new TreeMap<>();
        try (PreparedStatement select = prepare(connection, OUTCOMES);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                outcomes.put(row.getString(1), row.getLong(2));
            }
        }
        return outcomes;
    }

    private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement select = connection.prepareStatement(sql);
        select.setLong(1, window.afterMicros());
        select.setLong(2, window.untilMicros());
        return select;
    }
}
