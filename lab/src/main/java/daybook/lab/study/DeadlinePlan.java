package daybook.lab.study;

import java.time.Duration;

/**
 * What the deadline study does: it calls who does not answer, and lets services live through an outage on simulated time.
 *
 * @param deadline that every call is given
 * @param outage of the simulated log
 */
public record DeadlinePlan(Duration deadline, Duration outage) {
    public static final DeadlinePlan USUAL = new DeadlinePlan(Duration.ofSeconds(2), Duration.ofHours(1));

    /** A call may end so much later: it looks for TLS, gives a client time to say what it knows, and machines are busy. */
    static final Duration EPSILON = Duration.ofMillis(2_500);

    public DeadlinePlan {
        between("deadline", deadline, Duration.ofSeconds(1), Duration.ofSeconds(60));
        between("outage", outage, Duration.ofSeconds(1), Duration.ofDays(1));
    }

    private static void between(String name, Duration value, Duration low, Duration high) {
        if (value.compareTo(low) < 0 || value.compareTo(high) > 0) {
            throw new IllegalArgumentException(name + ": " + value.toMillis() + "ms (expected: " + low.toSeconds()
                    + "s to " + high.toSeconds() + "s)");
        }
    }
}
