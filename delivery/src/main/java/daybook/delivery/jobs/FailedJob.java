package daybook.delivery.jobs;

import java.util.List;

/**
 * A job that was given up.
 *
 * @param history one line per attempt that is known of, oldest first: when, and why it was not the last
 * @param from where it was: the queue, and for a log the partition and offset
 */
public record FailedJob(Job job, int attempts, String reason, long failedAtMs, String from, List<String> history) {}
