package daybook.app.strategies;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts evaluations that are expected and have no row yet. A strategy is evaluated on the bars of a series in their order, so they are the
 * bars of its window that end after the last one it was evaluated on. Within one transaction; confined to one thread.
 */
final class Lag {
    private static final String LAST = "SELECT end_us FROM closed_bar WHERE series = ? ORDER BY token DESC LIMIT 1";
    private static final String BETWEEN =
            "SELECT COUNT(*) FROM closed_bar WHERE series = ? AND end_us > ? AND end_us <= ?";

    private final Connection connection;
    private final Map<String, Long> lastEnds = new HashMap<>();
    private final Map<Open, Long> counted = new HashMap<>();

    /** Bars of a series that were still to be evaluated: those that end after the one and not after the other. */
    record Open(String series, long afterMicros, long untilMicros) {}

    Lag(Connection connection) {
        this.connection = connection;
    }

    /** How many bars that is. Most strategies are where others are: each question is asked once. */
    long of(Open open) throws SQLException {
        long until = Math.min(open.untilMicros(), lastEnd(open.series()));
        if (until <= open.afterMicros()) {
            return 0;
        }
        Open asked = new Open(open.series(), open.afterMicros(), until);
        Long known = counted.get(asked);
        if (known == null) {
            known = count(asked);
            counted.put(asked, known);
        }
        return known;
    }

    private long lastEnd(String series) throws SQLException {
        Long known = lastEnds.get(series);
        if (known == null) {
            try (PreparedStatement last = connection.prepareStatement(LAST)) {
                last.setString(1, series);
                try (ResultSet row = last.executeQuery()) {
                    known = row.next() ? row.getLong(1) : 0;
                }
            }
            lastEnds.put(series, known);
        }
        return known;
    }

    private long count(Open open) throws SQLException {
        try (PreparedStatement between = connection.prepareStatement(BETWEEN)) {
            between.setString(1, open.series());
            between.setLong(2, open.afterMicros());
            between.setLong(3, open.untilMicros());
            try (ResultSet row = between.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
