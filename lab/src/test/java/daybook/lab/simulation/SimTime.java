package daybook.lab.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** The one steady clock of a history; wall clocks follow it, each with an error of its own. */
final class SimTime {
    private static final long START_NS = Instant.parse("2026-11-29T09:15:00Z").getEpochSecond() * 1_000_000_000L;

    private long nanos;
    /** What the venue's wall clock is wrong by. */
    private long venueErrorNs;
    /** What the databases' clock is wrong by. */
    private long databaseErrorNs;

    long nanos() {
        return nanos;
    }

    void pass(Duration duration) {
        nanos += duration.toNanos();
    }

    void venueClockJumps(long ns) {
        venueErrorNs += ns;
    }

    void databaseClockJumps(long ns) {
        databaseErrorNs += ns;
    }

    /** The venue's wall clock. */
    InstantSource venueClock() {
        return () -> Instant.ofEpochSecond(0, START_NS + nanos + venueErrorNs);
    }

    LongSupplier venueMicros() {
        return () -> (START_NS + nanos + venueErrorNs) / 1_000;
    }

    long databaseMillis() {
        return (START_NS + nanos + databaseErrorNs) / 1_000_000;
    }
}
