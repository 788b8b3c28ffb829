package daybook.exchange.pipeline;

import daybook.journal.DiskException;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether commands are taken, and if not, why. Changed by the exchange's thread, read by all.
 *
 * <p>No room is a state that ends; a failure is for good.
 */
final class Availability {
    private static final long ASK_AGAIN_NS = 100_000_000;

    private volatile @Nullable String refusal;
    private volatile @Nullable Throwable failure;
    private final LongSupplier nanos;
    private boolean full;
    private long fullSinceNanos;

    /** @param nanos a clock for intervals */
    Availability(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Why commands are refused now; null if they are taken. */
    @Nullable
    String refusal() {
        return refusal;
    }

    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    boolean failed() {
        return failure != null;
    }

    boolean full() {
        return full;
    }

    /** Whether the disk was full a moment ago: to ask it again at once would only keep it busy. */
    boolean fullJustNow() {
        return full && nanos.getAsLong() - fullSinceNanos < ASK_AGAIN_NS;
    }

    /** The disk has no room: commands are refused until {@link #roomAgain}. */
    void noRoom(DiskException cause) {
        full = true;
        fullSinceNanos = nanos.getAsLong();
        refuse("no room on the disk: " + cause.getMessage());
    }

    void roomAgain() {
        if (full) {
            full = false;
            refuse(null);
        }
    }

    /** Nothing is taken or acknowledged any more in this process. The first reason stays. */
    void fail(Throwable cause) {
        if (failure == null) {
            refusal = "the exchange has stopped: " + (cause.getMessage() == null ? cause : cause.getMessage());
            failure = cause;
        }
    }

    void close() {
        refuse("the exchange is closed");
    }

    private void refuse(@Nullable String reason) {
        if (failure == null) {
            refusal = reason;
        }
    }
}
