package daybook.publisher;

import java.time.Duration;

/**
 * How the publisher works.
 *
 * @param topic full name of the topic of exchange events
 * @param enabled false: nothing is read or sent; the journal waits
 * @param batch events read from the journal and sent in one round, those of each partition one after the other
 * @param maxInFlight events sent and not acknowledged; then it waits for the log
 * @param checkpointEvery how often a moved line is saved
 * @param retryAfter pause between two attempts to connect
 */
public record PublisherSettings(
        String topic, boolean enabled, int batch, int maxInFlight, Duration checkpointEvery, Duration retryAfter) {

    public PublisherSettings {
        if (batch < 1 || batch > maxInFlight) {
            throw new IllegalArgumentException("batch: " + batch + " (expected: 1.." + maxInFlight + ")");
        }
        if (maxInFlight > 1_000_000) {
            throw new IllegalArgumentException("maxInFlight: " + maxInFlight + " (expected: at most 1000000)");
        }
        if (checkpointEvery.isNegative() || retryAfter.isNegative()) {
            throw new IllegalArgumentException("checkpointEvery, retryAfter: " + checkpointEvery + ", " + retryAfter
                    + " (expected: not negative)");
        }
    }

    /** Rounds of 5,000, at most 20,000 in flight, one second each. */
    public static PublisherSettings of(String topic) {
        return new PublisherSettings(topic, true, 5_000, 20_000, Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    /** The same, publishing or not. */
    public PublisherSettings publishing(boolean on) {
        return new PublisherSettings(topic, on, batch, maxInFlight, checkpointEvery, retryAfter);
    }
}
