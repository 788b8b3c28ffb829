package daybook.delivery.jobs;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Rides out the outage of a store: pauses of 100 ms, doubled up to 30 s, for ever. Confined to one thread. */
final class Outage {
    /** From so many errors in a row on it is said to be red. */
    static final int RED = 20;

    private static final long FIRST_NS = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_NS = Duration.ofSeconds(30).toNanos();

    private final LongSupplier nanos;
    private long errors;
    private long pauseNs;
    private long untilNs;
    private String reason = "";
    private boolean stuck;
    private @Nullable RuntimeException why;

    Outage(LongSupplier nanos) {
        this.nanos = nanos;
    }

    boolean isWaiting() {
        return errors > 0 && nanos.getAsLong() - untilNs < 0;
    }

    void failed(RuntimeException thrown) {
        why = thrown;
        errors++;
        pauseNs = pauseNs == 0 ? FIRST_NS : Math.min(2 * pauseNs, LONGEST_NS);
        untilNs = nanos.getAsLong() + pauseNs;
        reason = String.valueOf(thrown.getMessage()).replace('\n', ' ');
        // What does not end by itself need not be waited for before somebody is told.
        stuck = thrown instanceof JobQueueException refused && refused.kind() != JobQueueException.Kind.AWAY;
    }

    void worked() {
        errors = 0;
        pauseNs = 0;
        stuck = false;
        why = null;
    }

    /** What it was told last; empty if it is over. */
    Optional<RuntimeException> why() {
        return Optional.ofNullable(why);
    }

    boolean isFailing() {
        return errors > 0;
    }

    boolean isRed() {
        return stuck || errors >= RED;
    }

    String reason() {
        return reason + " (" + errors + " in a row, tried again)";
    }
}
