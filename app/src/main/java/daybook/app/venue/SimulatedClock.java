package daybook.app.venue;

import java.util.function.LongSupplier;

/** See {@link VenueClock#simulated}. */
final class SimulatedClock implements VenueClock {
    private final int speed;
    private final LongSupplier nanoTime;
    private long baseMicros;
    private long baseNs;

    SimulatedClock(long start, int speed, LongSupplier nanoTime) {
        if (speed < 1 || speed > 10_000) {
            throw new IllegalArgumentException("speed: " + speed + " (expected: 1..10000)");
        }
        this.baseMicros = start;
        this.speed = speed;
        this.nanoTime = nanoTime;
        this.baseNs = nanoTime.getAsLong();
    }

    @Override
    public synchronized long micros() {
        return baseMicros + (nanoTime.getAsLong() - baseNs) / 1_000 * speed;
    }

    @Override
    public synchronized void jumpTo(long micros) {
        long now = nanoTime.getAsLong();
        baseMicros = Math.max(micros, baseMicros + (now - baseNs) / 1_000 * speed);
        baseNs = now;
    }
}
