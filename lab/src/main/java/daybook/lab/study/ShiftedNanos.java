package daybook.lab.study;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock that can be moved forwards, so that nobody waits for a session to time out. Safe for many threads. */
public final class ShiftedNanos implements LongSupplier, Workbench.Passing {
    private final LongSupplier nanos;
    private final AtomicLong shift = new AtomicLong();

    public ShiftedNanos(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A clock that stands still between two moves. */
    static ShiftedNanos standing() {
        return new ShiftedNanos(() -> 0);
    }

    @Override
    public long getAsLong() {
        return nanos.getAsLong() + shift.get();
    }

    @Override
    public void pass(Duration time) {
        shift.addAndGet(time.toNanos());
    }
}
