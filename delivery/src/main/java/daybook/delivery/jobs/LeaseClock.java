package daybook.delivery.jobs;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A lease as its holder's own clock knows it: counted from before the store was asked, so it is over no later than the store says. Needs
 * nobody's answer. Safe for many threads.
 */
class LeaseClock {
    private final LongSupplier nanos;
    private final long lengthNs;
    private volatile long endNs;

    LeaseClock(LongSupplier nanos, Duration length, long askedNs) {
        this.nanos = nanos;
        this.lengthNs = length.toNanos();
        this.endNs = askedNs + lengthNs;
    }

    /** The store has said that it lasts its whole length again. */
    final void renewed(long askedNs) {
        endNs = askedNs + lengthNs;
    }

    /** Whether it is over unless it was renewed meanwhile: somebody else may have the job. */
    boolean isOver() {
        return nanos.getAsLong() - endNs >= 0;
    }
}
