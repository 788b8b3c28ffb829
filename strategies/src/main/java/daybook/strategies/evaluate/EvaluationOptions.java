package daybook.strategies.evaluate;

import java.time.Duration;

/**
 * How strategies are evaluated.
 *
 * @param timeout for the strategies of one batch together; a batch that takes longer is given up for this time
 * @param lease how long a shard is its owner's without being renewed; longer than the timeout, or a batch in time could lose its shard
 * @param failures in a row after which a strategy is stopped
 * @param attempts after which a batch is dead
 */
public record EvaluationOptions(Duration timeout, Duration lease, int failures, int attempts) {
    /** 10 s, 15 s, 3 failures, 5 attempts: with a session of 10 s on the log another takes over within 30 s after a death. */
    public static final EvaluationOptions DEFAULT =
            new EvaluationOptions(Duration.ofSeconds(10), Duration.ofSeconds(15), 3, 5);

    public EvaluationOptions {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected: above 0)");
        }
        if (lease.compareTo(timeout) <= 0 || lease.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("lease: " + lease + " (expected: longer than the evaluation's timeout "
                    + timeout + ", at most 1 h)");
        }
        if (failures < 1 || failures > 1_000 || attempts < 1 || attempts > 100) {
            throw new IllegalArgumentException(
                    "failures, attempts: " + failures + ", " + attempts + " (expected: 1..1000, 1..100)");
        }
    }
}
