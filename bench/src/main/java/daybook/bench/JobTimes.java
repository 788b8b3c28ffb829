package daybook.bench;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;

/** From the handing-out of each job until it was durably done. Safe for many threads. */
public final class JobTimes {
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(60);

    private final ConcurrentHistogram histogram = new ConcurrentHistogram(LONGEST_NS, 3);

    public void done(long nanos) {
        histogram.recordValue(Math.min(LONGEST_NS, Math.max(0, nanos)));
    }

    /** Microseconds below which so many percent lie, of all so far. */
    double micros(double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e3;
    }

    void forget() {
        histogram.reset();
    }
}
