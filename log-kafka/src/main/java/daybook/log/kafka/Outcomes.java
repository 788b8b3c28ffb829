package daybook.log.kafka;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What Kafka's thread has said and the writer's has not heard yet. Safe for many threads that add; one takes. Adding takes no lock:
 * nearly always nobody waits, and a writer that is behind would else be woken for each record. The records themselves are the links:
 * newest first as they are said, turned round when they are taken, all that there are at once.
 */
final class Outcomes {
    private final AtomicReference<@Nullable Sent> said = new AtomicReference<>();
    /** Taken by the writer's thread and not heard yet, oldest first. */
    private @Nullable Sent taken;

    private volatile @Nullable Thread waiting;

    void add(Sent answered) {
        Sent before;
        do {
            before = said.get();
            answered.next = before;
        } while (!said.compareAndSet(before, answered));
        Thread taker = waiting;
        if (taker != null) {
            LockSupport.unpark(taker);
        }
    }

    /** The next, or null if there is none yet. */
    @Nullable
    Sent poll() {
        if (taken == null && said.get() != null) {
            taken = turnedRound(said.getAndSet(null));
        }
        Sent answered = taken;
        if (answered != null) {
            taken = answered.next;
            answered.next = null;
        }
        return answered;
    }

    private static @Nullable Sent turnedRound(@Nullable Sent newest) {
        Sent oldest = null;
        for (Sent each = newest; each != null; ) {
            Sent before = each.next;
            each.next = oldest;
            oldest = each;
            each = before;
        }
        return oldest;
    }

    /**
     * The next, waiting for it.
     *
     * @return null if the deadline has passed
     * @throws InterruptedException if this thread is interrupted
     */
    @Nullable
    Sent await(Deadline deadline) throws InterruptedException {
        waiting = Thread.currentThread();
        try {
            Sent answered = poll();
            while (answered == null && deadline.leftNs() > 0) {
                LockSupport.parkNanos(this, deadline.leftNs());
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                answered = poll();
            }
            return answered;
        } finally {
            waiting = null;
        }
    }
}
