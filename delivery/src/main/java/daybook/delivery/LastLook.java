package daybook.delivery;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * When the log was last seen to be the one that it was. Nothing is taken from it or sent to it unless that is so short a time ago that no
 * broker can have stopped, gone back and answered again. Both clocks are asked: the steady one stands still while a machine sleeps, the
 * other one can be set. Confined to one thread.
 */
final class LastLook {
    private static final long FRESH_NS = Duration.ofSeconds(1).toNanos();

    private final InstantSource clock;
    private final LongSupplier nanos;
    private long atNs;
    private long atMs;

    LastLook(InstantSource clock, LongSupplier nanos) {
        this.clock = clock;
        this.nanos = nanos;
        now();
    }

    /** Whether it is time to look again. */
    boolean isStale() {
        return nanos.getAsLong() - atNs >= FRESH_NS || Math.abs(clock.millis() - atMs) >= FRESH_NS / 1_000_000;
    }

    /** It was looked just now. */
    void now() {
        atNs = nanos.getAsLong();
        atMs = clock.millis();
    }
}
