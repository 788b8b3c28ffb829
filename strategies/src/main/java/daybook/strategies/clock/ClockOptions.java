package daybook.strategies.clock;

import java.time.Duration;

/**
 * How the clock works.
 *
 * @param grace so long after its end a bar is over for everybody: what trades last needs a moment to arrive
 * @param patience so long a stream waits for a bar of which its source knows nothing, by monotonic time; then it goes on without
 * @param catchUp windows that ended longer ago when a stream begins, or begins again, are passed over
 * @param publish false = bars stay in this process and its database ({@code KAFKA_EVENT_PUBLISH_ENABLED})
 */
public record ClockOptions(Duration grace, Duration patience, Duration catchUp, boolean publish) {
    /** Every stream is asked about at least so often, whatever wakes it or does not. */
    public static final Duration SAFETY_WAKE = Duration.ofMinutes(5);

    public static final Duration DEFAULT_GRACE = Duration.ofMillis(500);

    public ClockOptions {
        if (grace.isNegative() || patience.isNegative() || catchUp.isNegative()) {
            throw new IllegalArgumentException(
                    "grace, patience, catchUp: " + grace + ", " + patience + ", " + catchUp + " (expected: 0 or more)");
        }
    }

    /** Half a second of grace; five minutes of patience and of catching up. */
    public static ClockOptions of(boolean publish) {
        return new ClockOptions(DEFAULT_GRACE, SAFETY_WAKE, SAFETY_WAKE, publish);
    }

    /** For recordings: their bars are there when their time comes. */
    public static ClockOptions recorded(boolean publish) {
        return new ClockOptions(Duration.ZERO, Duration.ZERO, Duration.ZERO, publish);
    }
}
