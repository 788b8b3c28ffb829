package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.strategies.parity.ParityWindow;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which bars are compared. */
final class ParityOptions {
    /** What was recorded so long ago has arrived, or will not. */
    private static final Duration SETTLED = Duration.ofSeconds(3);

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Bars that end after it, venue time (the first one that was recorded).")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            description = "Bars that end until then (the last one that was recorded 3 s ago).")
    private @Nullable String to;

    /** Throws a {@link Failure} if there is nothing to compare. */
    ParityWindow window(Database database) {
        ParityWindow all = recorded(database);
        long after = from == null ? all.afterMicros() : micros("--from", from);
        long until = to == null ? all.untilMicros() : micros("--to", to);
        try {
            return new ParityWindow(after, until);
        } catch (IllegalArgumentException empty) {
            throw new Failure(ExitCode.USAGE, String.valueOf(empty.getMessage()), empty);
        }
    }

    private static ParityWindow recorded(Database database) {
        try {
            if (database.has("closed_bar")) {
                long settledMs = System.currentTimeMillis() - SETTLED.toMillis();
                return new DatabaseReader(database)
                        .read(connection -> ParityWindow.recordedUntil(connection, settledMs))
                        .orElseThrow(ParityOptions::nothing);
            }
        } catch (SQLException away) {
            throw new Failure(ExitCode.UNREACHABLE, "database: " + away.getMessage(), away);
        }
        throw nothing();
    }

    private static Failure nothing() {
        return new Failure(
                ExitCode.NOT_FOUND,
                "bars: none were recorded (expected: a strategy that runs, and a bar that has closed)");
    }

    private static long micros(String option, String text) {
        return Math.multiplyExact(Times.milliseconds(option, text), 1_000L);
    }
}
