package daybook.strategies.gateway;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Growing pauses between attempts that fail: from the first, doubled up to the longest. Confined to one thread. */
final class Pause {
    private final long firstNs;
    private final long longestNs;
    private final LongSupplier nanos;
    private long pauseNs;
    private long untilNs;

    Pause(Duration first, Duration longest, LongSupplier nanos) {
        this.firstNs = first.toNanos();
        this.longestNs = longest.toNanos();
        this.nanos = nanos;
    }

    boolean waiting() {
        return pauseNs > 0 && nanos.getAsLong() - untilNs < 0;
    }

    void failed() {
        pauseNs = pauseNs == 0 ? firstNs : Math.min(2 * pauseNs, longestNs);
        untilNs = nanos.getAsLong() + pauseNs;
    }

    void worked() {
        pauseNs = 0;
    }
}
