package daybook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time that stands still until it is moved. */
public final class ManualTime implements InstantSource {
    private long nanos = Instant.parse("2026-11-29T09:15:00Z").getEpochSecond() * 1_000_000_000L;

    public long nanos() {
        return nanos;
    }

    public void pass(Duration duration) {
        nanos += duration.toNanos();
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochSecond(0, nanos);
    }
}
