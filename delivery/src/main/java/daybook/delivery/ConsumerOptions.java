package daybook.delivery;

import java.time.Duration;
import java.util.Objects;

/**
 * How a consumer reads.
 *
 * @param consumer name of the service: its cursors, inbox rows and dead letters are stored under it, and it is its group
 * @param mode what a crash does to it; stated, never assumed
 * @param policy how the topic is written; some modes do not go with some policies
 * @param batch most records in one transaction
 * @param attempts how often a record that cannot be processed is tried before it is parked
 * @param mirrorEvery the log is told how far the consumer is at most this often, and when there is nothing to do
 */
public record ConsumerOptions(
        String consumer,
        String topic,
        PublicationPolicy policy,
        DeliveryMode mode,
        int batch,
        int attempts,
        Duration mirrorEvery) {

    public static final int MAX_BATCH = 100_000;
    public static final int DEFAULT_ATTEMPTS = 3;

    public ConsumerOptions {
        Objects.requireNonNull(mode, "mode: none (expected: one of AT_MOST_ONCE, AT_LEAST_ONCE, ATOMIC, IDEMPOTENT)");
        if (!consumer.matches("[a-z][a-z0-9.-]{0,63}")) {
            throw new IllegalArgumentException(
                    "consumer: " + consumer + " (expected: a small letter, then at most 63 of a-z 0-9 . -)");
        }
        if (batch < 1 || batch > MAX_BATCH) {
            throw new IllegalArgumentException("batch: " + batch + " (expected: 1.." + MAX_BATCH + ")");
        }
        if (attempts < 1 || attempts > 100) {
            throw new IllegalArgumentException("attempts: " + attempts + " (expected: 1..100)");
        }
        if (mirrorEvery.isNegative()) {
            throw new IllegalArgumentException("mirrorEvery: " + mirrorEvery + " (expected: 0 or more)");
        }
    }

    /** Three attempts, the log told five times a second. */
    public static ConsumerOptions of(String consumer, TopicSource source, DeliveryMode mode, int batch) {
        return new ConsumerOptions(
                consumer, source.topic(), source.policy(), mode, batch, DEFAULT_ATTEMPTS, Duration.ofMillis(200));
    }

    /** A topic, and how it is written. */
    public record TopicSource(String topic, PublicationPolicy policy) {}
}
