package daybook.bench;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Latencies at a fixed rate, each from the time at which the command was planned to leave: a system that stalls does not slow its
 * clients down, so what waits behind the stall counts in full.
 *
 * <p>One thread awaits turns, another completes.
 */
public final class Latencies {
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(60);

    private final long intervalNs;
    private final int count;
    private final Histogram histogram = new Histogram(LONGEST_NS, 3);
    private volatile long startNs;

    public Latencies(int perSecond, int count) {
        this.intervalNs = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.count = count;
    }

    /** How many commands. */
    public int count() {
        return count;
    }

    /** The first command is planned a little later than now. */
    public void begin() {
        startNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10);
    }

    /** Waits for the planned time of a command, from 0. Gives its core away meanwhile. */
    @SuppressWarnings("ThreadPriorityCheck") // the point is to give the core to the exchange, if it wants it
    public void awaitTurn(int command) {
        while (System.nanoTime() - plannedNs(command) < 0) {
            Thread.yield();
        }
    }

    /** The command's reply has come. */
    public void completed(int command) {
        histogram.recordValue(Math.min(LONGEST_NS, Math.max(0, System.nanoTime() - plannedNs(command))));
    }

    /** Microseconds below which so many percent lie. Not before all have completed. */
    public double micros(double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e3;
    }

    private long plannedNs(int command) {
        return startNs + command * intervalNs;
    }
}
