package daybook.log.kafka;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What Kafka's thread has said and the writer's has not heard yet. Safe for many threads that add; one takes. Adding takes no lock:
 * nearly always nobody waits, and a writer that is behind would else be woken for each record.
 */
final class Outcomes {
    private final ConcurrentLinkedQueue<Sent> said = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Thread waiting;

    void add(Sent answered) {
        said.add(answered);
        Thread taker = waiting;
        if (taker != null) {
            LockSupport.unpark(taker);
        }
    }

    /** The next, or null if there is none yet. */
    @Nullable
    Sent poll() {
        return said.poll();
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
            Sent answered = said.poll();
            while (answered == null && deadline.leftNs() > 0) {
                LockSupport.parkNanos(this, deadline.leftNs());
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                answered = said.poll();
            }
            return answered;
        } finally {
            waiting = null;
        }
    }
}
