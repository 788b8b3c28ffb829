package daybook.strategies.parity;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What is compared: bars that end within {@code (afterMicros, untilMicros]}, venue time. Let it end a little before now, so that what is on
 * its way has arrived, and begin within what the topics keep.
 */
public record ParityWindow(long afterMicros, long untilMicros) {
    private static final String RECORDED = "SELECT MIN(end_us), MAX(end_us) FROM closed_bar WHERE recorded_at_ms <= ?";

    public ParityWindow {
        if (untilMicros <= afterMicros) {
            throw new IllegalArgumentException(
                    "window: until " + untilMicros + " (expected: behind its beginning, " + afterMicros + ")");
        }
    }

    /**
     * All bars that were recorded until a time; empty if there are none.
     *
     * @param untilMs wall clock: a little ago, so that what was recorded then has arrived
     */
    public static Optional<ParityWindow> recordedUntil(Connection connection, long untilMs) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(RECORDED)) {
            select.setLong(1, untilMs);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                long first = row.getLong(1);
                return row.wasNull() ? Optional.empty() : Optional.of(new ParityWindow(first - 1, row.getLong(2)));
            }
        }
    }

    boolean has(long endMicros) {
        return endMicros > afterMicros && endMicros <= untilMicros;
    }
}
