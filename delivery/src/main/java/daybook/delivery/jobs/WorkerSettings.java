package daybook.delivery.jobs;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How a worker works.
 *
 * @param queues in the order of their priority: from the second it takes only what it finds when the first has nothing
 * @param slots jobs at once
 * @param lease for how long a job is somebody's unless it is renewed; the queue's own, longer than the timeout of every handler
 * @param drain how long it waits for what runs, at its end
 * @param maxJobs it takes so many and then no more; 0 = no end
 * @param untilEmpty it takes no more once it has found nothing
 */
public record WorkerSettings(
        List<String> queues, int slots, Duration lease, Duration drain, long maxJobs, boolean untilEmpty) {
    /** After a job was interrupted at its timeout, its slot waits so long for its thread. */
    public static final Duration GRACE = Duration.ofSeconds(5);

    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(90);
    private static final int MOST_SLOTS = 256;

    public WorkerSettings {
        queues = List.copyOf(queues);
        if (queues.isEmpty() || Set.copyOf(queues).size() != queues.size()) {
            throw new IllegalArgumentException("queues: " + queues + " (expected: at least one, each once)");
        }
        if (slots < 1 || slots > MOST_SLOTS) {
            throw new IllegalArgumentException("slots: " + slots + " (expected: 1.." + MOST_SLOTS + ")");
        }
        if (lease.compareTo(Duration.ofSeconds(1)) < 0 || lease.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("lease: " + lease + " (expected: 1 s to 1 day)");
        }
        if (drain.isNegative() || maxJobs < 0) {
            throw new IllegalArgumentException(
                    "drain and maxJobs: " + drain + ", " + maxJobs + " (expected: not negative)");
        }
    }

    /** For ever, with the usual lease. */
    public static WorkerSettings of(List<String> queues, int slots) {
        return new WorkerSettings(queues, slots, DEFAULT_LEASE, Duration.ofSeconds(10), 0, false);
    }

    /** The same, for so many jobs; and no longer than there are any, if it is to be so. */
    public WorkerSettings upTo(long jobs, boolean empty) {
        return new WorkerSettings(queues, slots, lease, drain, jobs, empty);
    }
}
