package daybook.delivery;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Growing pauses between attempts: 100 ms, doubled up to 10 s. Confined to one thread. */
public final class Backoff {
    private static final long FIRST_NS = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_NS = Duration.ofSeconds(10).toNanos();

    private final LongSupplier nanos;
    private long pauseNs;
    private long untilNs;

    public Backoff(LongSupplier nanos) {
        this.nanos = nanos;
    }

    public boolean waiting() {
        return pauseNs > 0 && nanos.getAsLong() - untilNs < 0;
    }

    /** Whether the last attempt failed. */
    public boolean failing() {
        return pauseNs > 0;
    }

    public void failed() {
        pauseNs = pauseNs == 0 ? FIRST_NS : Math.min(2 * pauseNs, LONGEST_NS);
        untilNs = nanos.getAsLong() + pauseNs;
    }

    public void worked() {
        pauseNs = 0;
    }
}
