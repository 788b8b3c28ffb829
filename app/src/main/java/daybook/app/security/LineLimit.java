package daybook.app.security;

import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Keeps what strangers can cause from filling the log: at most {@value #LINES_A_MINUTE} lines a minute, and a count of those left
 * out. Safe for many threads.
 */
public final class LineLimit {
    public static final int LINES_A_MINUTE = 10;
    private static final long MINUTE_NS = 60_000_000_000L;

    private final LongSupplier nanoTime;
    private long minuteFromNs;
    private int lines;
    private long leftOut;

    public LineLimit(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.minuteFromNs = nanoTime.getAsLong();
    }

    /** Whether a line may be written now: if so, how many have been left out since the one before it. */
    public synchronized OptionalLong admit() {
        long now = nanoTime.getAsLong();
        if (now - minuteFromNs >= MINUTE_NS) {
            minuteFromNs = now;
            lines = 0;
        }
        if (lines >= LINES_A_MINUTE) {
            leftOut++;
            return OptionalLong.empty();
        }
        lines++;
        OptionalLong before = OptionalLong.of(leftOut);
        leftOut = 0;
        return before;
    }
}
