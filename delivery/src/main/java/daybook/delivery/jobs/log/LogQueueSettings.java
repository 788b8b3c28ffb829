package daybook.delivery.jobs.log;

import java.time.Duration;

/**
 * Which queue, and how.
 *
 * @param queue its name
 * @param topic full name of its topic, with the deployment's prefix; that of the failed ones has {@code .failed} behind it
 * @param deployment before the names of locks and of rows: topic prefix and group of this deployment, so that two deployments on one
 *     database have nothing in common unless both are the same
 * @param lease how long a job is one worker's without being renewed; longer than any job's timeout
 */
public record LogQueueSettings(String queue, String topic, String deployment, Duration lease) {
    static final String FAILED = ".failed";

    public LogQueueSettings {
        if (!queue.matches("[A-Za-z0-9_-]{1,60}")) {
            throw new IllegalArgumentException(
                    "queue: '" + queue + "' (expected: 1 to 60 letters, digits, '_' or '-')");
        }
        if (deployment.isEmpty() || topic.isEmpty()) {
            throw new IllegalArgumentException(
                    "deployment, topic: '" + deployment + "', '" + topic + "' (expected: not empty)");
        }
        if (lease.compareTo(Duration.ofMillis(100)) < 0 || lease.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("lease: " + lease + " (expected: 100 ms to 1 day)");
        }
    }

    /** Where what was given up goes. */
    public String failedTopic() {
        return topic + FAILED;
    }

    /** By this the log's own tools show how far the queue has come. The log puts its prefix before it. */
    public String group() {
        return "jobs." + queue;
    }
}
