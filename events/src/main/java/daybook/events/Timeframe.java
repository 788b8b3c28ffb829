package daybook.events;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** How long a bar is. The order is the order in which bars that end together are closed: short ones first. */
public enum Timeframe {
    SECOND("1s", Duration.ofSeconds(1)),
    MINUTE("1m", Duration.ofMinutes(1)),
    FIVE_MINUTES("5m", Duration.ofMinutes(5)),
    FIFTEEN_MINUTES("15m", Duration.ofMinutes(15)),
    HOUR("1h", Duration.ofHours(1)),
    /** A local day of the venue: 23 or 25 hours where clocks are changed. */
    DAY("1d", Duration.ofDays(1));

    /** All of them, as users write them. */
    public static final String NAMES = "1s 1m 5m 15m 1h 1d";

    private final String text;
    private final Duration length;

    Timeframe(String text, Duration length) {
        this.text = text;
        this.length = length;
    }

    /** As users write it. */
    public String text() {
        return text;
    }

    /** Of most of its bars: see {@link #DAY}. */
    public Duration length() {
        return length;
    }

    public static Optional<Timeframe> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }
}
