package daybook.app.venue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** See {@link VenueClock#wall}. */
final class WallClock implements VenueClock {
    private final LongSupplier wallMicros;
    private final AtomicLong last;

    WallClock(long floor, LongSupplier wallMicros) {
        this.wallMicros = wallMicros;
        this.last = new AtomicLong(floor);
    }

    @Override
    public long micros() {
        return last.accumulateAndGet(wallMicros.getAsLong(), Math::max);
    }

    @Override
    public void start() {
        // It runs.
    }

    @Override
    public void jumpTo(long micros) {
        // The machine's time is nobody's to move.
    }
}
