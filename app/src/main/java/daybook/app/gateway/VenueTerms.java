package daybook.app.gateway;

import java.time.Duration;

/**
 * What is agreed with a venue.
 *
 * @param name as account keys name it
 * @param deadline for each call
 * @param settle so long after a submission it may not know an order that it has
 * @param remembers so long after a submission it can be relied on to know an order
 */
public record VenueTerms(String name, Duration deadline, Duration settle, Duration remembers) {
    public VenueTerms {
        if (name.isEmpty()
                || deadline.toMillis() < 1
                || settle.compareTo(deadline) < 0
                || remembers.compareTo(settle) <= 0) {
            throw new IllegalArgumentException(
                    "name, deadline, settle, remembers: " + name + ", " + deadline + ", " + settle + ", " + remembers
                            + " (expected: a name; settle not below deadline, remembers above settle)");
        }
    }

    /**
     * Ten seconds for a call, 20 until what is not there is not coming, and a minute: our exchange remembers the last 10,000 orders of an
     * account that have ended, which is more than an account ends in a minute.
     */
    public static VenueTerms of(String name) {
        return new VenueTerms(name, Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofMinutes(1));
    }
}
