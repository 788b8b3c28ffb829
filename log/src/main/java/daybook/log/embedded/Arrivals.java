package daybook.log.embedded;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Wakes readers when there is something new. Safe for many threads. */
final class Arrivals {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final LongSupplier nanos;
    private final long longestWaitNs;
    private volatile long version;

    /**
     * Makes one.
     *
     * @param nanos a steady clock
     * @param longestWaitNs how long to wait at most before looking again; for logs that are written by another process
     */
    Arrivals(LongSupplier nanos, long longestWaitNs) {
        this.nanos = nanos;
        this.longestWaitNs = longestWaitNs;
    }

    void announce() {
        lock.lock();
        try {
            long next = version + 1;
            version = next;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reads, and while there is nothing waits and reads again, until the time is up.
     *
     * @param sliceNs longest wait between two reads
     */
    <T> List<T> poll(Duration timeout, long sliceNs, Supplier<List<T>> read) {
        long started = nanos.getAsLong();
        long waited = 0;
        while (true) {
            long seen = version;
            List<T> records = read.get();
            long remaining = nanos(timeout) - Math.max(waited, nanos.getAsLong() - started);
            if (!records.isEmpty() || remaining <= 0) {
                return records;
            }
            long wait = Math.min(Math.min(remaining, sliceNs), longestWaitNs);
            if (!await(seen, wait)) {
                waited += wait;
            }
        }
    }

    /**
     * Waits until something has arrived since {@code seen} was read.
     *
     * @return whether it has; false after the time is up, or if the thread was interrupted (it stays so)
     */
    private boolean await(long seen, long nanos) {
        long remaining = nanos;
        lock.lock();
        try {
            while (version == seen) {
                if (remaining <= 0) {
                    return false;
                }
                remaining = changed.awaitNanos(remaining);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Nanoseconds of a timeout, at most a day. */
    static long nanos(Duration timeout) {
        return timeout.toDays() > 0 ? TimeUnit.DAYS.toNanos(1) : timeout.toNanos();
    }
}
