package daybook.strategies.gateway;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * An order that the venue is asked about: soon after it was sent or has changed, then less and less often. Time is this process's own,
 * from when it sent the order or took it over: no other machine's clock says when something is settled. Confined to one thread.
 */
final class Followed {
    private static final long UNKNOWN_FIRST_NS = Duration.ofMillis(200).toNanos();
    private static final long UNKNOWN_LONGEST_NS = Duration.ofSeconds(5).toNanos();
    private static final long OPEN_FIRST_NS = Duration.ofSeconds(1).toNanos();
    private static final long OPEN_LONGEST_NS = Duration.ofSeconds(30).toNanos();

    private final LongSupplier nanos;
    private GatewayOrder order;
    private long sinceNs;
    private long pauseNs;
    private long dueNs;
    private boolean cancel;

    /** Its first question is due at once if nobody knows what became of it. */
    Followed(GatewayOrder order, LongSupplier nanos) {
        this.order = order;
        this.nanos = nanos;
        this.sinceNs = nanos.getAsLong();
        this.pauseNs = order.state().isOpen() ? OPEN_FIRST_NS : UNKNOWN_FIRST_NS;
        this.dueNs = order.state().isOpen() ? sinceNs + pauseNs : sinceNs;
    }

    GatewayOrder order() {
        return order;
    }

    long dueNs() {
        return dueNs;
    }

    boolean isDue() {
        return nanos.getAsLong() - dueNs >= 0;
    }

    /** Whether somebody wants it to be cancelled, and the venue has it. */
    boolean isToCancel() {
        return cancel && order.state().isOpen();
    }

    boolean cancelAsked() {
        return cancel;
    }

    void askCancel() {
        cancel = true;
        pauseNs = UNKNOWN_FIRST_NS;
        dueNs = nanos.getAsLong();
    }

    /** How long it has been known to this process as it is, milliseconds. */
    long waitedMs() {
        return Duration.ofNanos(nanos.getAsLong() - sinceNs).toMillis();
    }

    /** The venue was asked, and nothing is new. */
    void unchanged() {
        dueNs = nanos.getAsLong() + pauseNs;
        boolean soon = cancel || !order.state().isOpen();
        pauseNs = Math.min(2 * pauseNs, soon ? UNKNOWN_LONGEST_NS : OPEN_LONGEST_NS);
    }

    /** It has changed. */
    void changed(GatewayOrder next) {
        order = next;
        sinceNs = nanos.getAsLong();
        pauseNs = next.state().isOpen() && !cancel ? OPEN_FIRST_NS : UNKNOWN_FIRST_NS;
        dueNs = sinceNs + pauseNs;
    }
}
