package daybook.app.venue;

import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Venue time in microseconds since the epoch. Never goes back. Safe for many threads.
 *
 * <p>Simulated time runs {@code speed} times as fast as the machine's and can be moved forward; wall time is the machine's.
 */
public interface VenueClock {

    long micros();

    /** Lets simulated time run; until then it stands. */
    void start();

    /** Moves simulated time forward to an instant; wall time, and an instant that is past, are left alone. */
    void jumpTo(long micros);

    default Instant instant() {
        return Instant.ofEpochSecond(micros() / 1_000_000, micros() % 1_000_000 * 1_000);
    }

    /**
     * Simulated time.
     *
     * @param start where it begins, microseconds
     * @param speed simulated seconds per second, 1..10,000
     * @param nanoTime the machine's monotonic clock
     */
    static VenueClock simulated(long start, int speed, LongSupplier nanoTime) {
        return new SimulatedClock(start, speed, nanoTime);
    }

    /**
     * The machine's time.
     *
     * @param floor time of the last command of an earlier run: never before it, even if the machine's clock was set back
     */
    static VenueClock wall(long floor, LongSupplier wallMicros) {
        return new WallClock(floor, wallMicros);
    }
}
