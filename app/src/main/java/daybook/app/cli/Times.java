package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Times as users write them: RFC 3339, or milliseconds since the epoch. */
final class Times {
    private Times() {}

    static long milliseconds(String option, String text) {
        if (text.matches("[0-9]{1,16}")) {
            return Long.parseLong(text);
        }
        try {
            return Instant.parse(text).toEpochMilli();
        } catch (DateTimeParseException malformed) {
            throw new Failure(
                    ExitCode.USAGE,
                    option + ": " + text + " (expected: a time like 2026-01-05T09:15:00Z, or milliseconds)",
                    malformed);
        }
    }
}
