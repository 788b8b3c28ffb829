package daybook.app.venue;

import java.util.function.LongSupplier;

/** See {@link VenueClock#simulated}. */
final class SimulatedClock implements VenueClock {
    private final int speed;
    private final LongSupplier nanoTime;
    private long baseMicros;
    private long baseNs;
    private boolean running;

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
        return running ? baseMicros + (nanoTime.getAsLong() - baseNs) / 1_000 * speed : baseMicros;
    }

    @Override
    public synchronized void start() {
        baseNs = nanoTime.getAsLong();
        running = true;
    }

    @Override
    public synchronized void jumpTo(long micros) {
        baseMicros = Math.max(micros, micros());
        baseNs = nanoTime.getAsLong();
    }
}
