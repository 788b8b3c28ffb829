package daybook.log.kafka;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The end of one call, by the wall. */
record Deadline(LongSupplier nanos, long endNs) {

    static Deadline in(Duration time, LongSupplier nanos) {
        return new Deadline(nanos, nanos.getAsLong() + time.toNanos());
    }

    boolean passed() {
        return leftNs() <= 0;
    }

    /** May be negative. */
    long leftNs() {
        return endNs - nanos.getAsLong();
    }

    /** Never negative. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, leftNs()));
    }
}
