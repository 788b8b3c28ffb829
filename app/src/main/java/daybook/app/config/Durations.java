package daybook.app.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as users write them: {@code 500ms 10s 5m 2h 7d}, whole numbers, one unit. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

    private Durations() {}

    /** The duration, or empty if the text is not one. */
    public static Optional<Duration> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        long count = Long.parseLong(form.group(1));
        return Optional.of(
                switch (form.group(2)) {
                    case "ms" -> Duration.ofMillis(count);
                    case "s" -> Duration.ofSeconds(count);
                    case "m" -> Duration.ofMinutes(count);
                    case "h" -> Duration.ofHours(count);
                    default -> Duration.ofDays(count);
                });
    }

    /** The shortest text that parses back. */
    public static String format(Duration duration) {
        long ms = duration.toMillis();
        if (ms % 1_000 != 0 || ms == 0) {
            return ms + "ms";
        }
        if (ms % 86_400_000 == 0) {
            return ms / 86_400_000 + "d";
        }
        if (ms % 3_600_000 == 0) {
            return ms / 3_600_000 + "h";
        }
        return ms % 60_000 == 0 ? ms / 60_000 + "m" : ms / 1_000 + "s";
    }
}
