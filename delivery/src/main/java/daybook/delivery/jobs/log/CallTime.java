package daybook.delivery.jobs.log;

import daybook.delivery.jobs.JobQueueException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long a call has taken. The log and the database have deadlines for each question; this is for calls that ask many, each of which is
 * answered late. Confined to the queue's thread.
 */
final class CallTime {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final LongSupplier nanos;
    private long endNs;

    CallTime(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void begin() {
        endNs = nanos.getAsLong() + LONGEST.toNanos();
    }

    boolean isOver() {
        return nanos.getAsLong() - endNs >= 0;
    }

    void require() {
        if (isOver()) {
            throw new JobQueueException(
                    JobQueueException.Kind.AWAY,
                    "log or database: too slow (expected: all answers within " + LONGEST.toSeconds() + " s)");
        }
    }
}
