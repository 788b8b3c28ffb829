package daybook.delivery.jobs.log;

import daybook.delivery.locks.Lock;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A partition whose lock a queue has: what was read of it, and what is in flight. Confined to the queue's thread. */
final class OwnedPartition {
    /** The lock is extended when so much of it is over: a job is handed out with nearly the whole lease before it. */
    private static final int TENTHS = 10;

    /** Jobs are numbered under a lock: a million of them, and the lock is taken anew. */
    private static final int COUNT_BITS = 20;

    final TopicPartition place;
    final Lock lock;
    final JobCursors.Owner owner;

    /** What was read and not handed out. */
    final ArrayDeque<StoredRecord> ahead = new ArrayDeque<>();

    /** Offset of what is read next. */
    long next;

    /** Until when it stays here while there are jobs in others. */
    long turnEndNs;

    private final LongSupplier nanos;
    private final Duration lease;
    private long lockEndNs;
    private @Nullable LogReserved current;
    private long handedOut;
    private @Nullable String owed;
    private long owedAgainNs;

    OwnedPartition(TopicPartition place, Lock lock, Duration lease, LongSupplier nanos) {
        this.place = place;
        this.lock = lock;
        this.owner = new JobCursors.Owner(place.partition(), lock.token());
        this.nanos = nanos;
        this.lease = lease;
        this.lockEndNs = nanos.getAsLong() + lease.toNanos();
    }

    /** Whether its lock is surely over, by this process's clock. */
    boolean isOver() {
        return nanos.getAsLong() - lockEndNs >= 0;
    }

    /** Sees to it that nearly the whole lease lies before it. False if the lock is lost. */
    boolean refresh() {
        long left = lockEndNs - nanos.getAsLong();
        return left > lease.toNanos() / TENTHS * (TENTHS - 1) || extend();
    }

    /** Lets the lock last its whole length from now on. False if it is lost. */
    boolean extend() {
        long now = nanos.getAsLong();
        if (!lock.extend(lease)) {
            lockEndNs = now;
            return false;
        }
        lockEndNs = now + lease.toNanos();
        return true;
    }

    /** Higher than all before of this partition. */
    long nextToken() {
        return (lock.token() << COUNT_BITS) + ++handedOut;
    }

    /** Whether no more can be handed out under this lock. */
    boolean isUsedUp() {
        return handedOut >= (1L << COUNT_BITS) - 1;
    }

    /** What is in flight. */
    Optional<LogReserved> current() {
        return Optional.ofNullable(current);
    }

    boolean isIdle() {
        return current == null;
    }

    void handedOut(LogReserved reserved) {
        current = reserved;
        owed = null;
    }

    /** What was in flight has ended. */
    void ended(long nextOffset) {
        while (!ahead.isEmpty() && ahead.element().offset() < nextOffset) {
            ahead.remove();
        }
        next = Math.max(next, nextOffset);
        current = null;
        owed = null;
    }

    /** It is given up, and the topic of failed ones is not there: it will be. */
    void owes(String reason, Duration pause) {
        owed = reason;
        owedAgainNs = nanos.getAsLong() + pause.toNanos();
    }

    Optional<String> owed() {
        return Optional.ofNullable(owed);
    }

    boolean isOwedDue() {
        return owed != null && nanos.getAsLong() - owedAgainNs >= 0;
    }
}
