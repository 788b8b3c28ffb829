package daybook.app.venue;

import daybook.strategies.SeriesKey;
import daybook.strategies.clock.BarClock;
import daybook.strategies.subscriptions.ActiveSeries;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Keeps the clock's streams those that some strategy listens to. Confined to the clock's thread. */
final class WantedStreams {
    private static final long EVERY_NS = Duration.ofMillis(200).toNanos();

    private final BarClock clock;
    private final ActiveSeries active;
    private final Set<SeriesKey> streams = new HashSet<>();
    private long dueNs = System.nanoTime();
    private boolean started;

    WantedStreams(BarClock clock, ActiveSeries active) {
        this.clock = clock;
        this.active = active;
    }

    /** Looks, if it is time. */
    void pump() {
        long now = System.nanoTime();
        if (now - dueNs < 0) {
            return;
        }
        dueNs = now + EVERY_NS;
        active.ifChanged().ifPresent(this::become);
    }

    /** Those that are wanted when the process starts were before: they go on. Others begin. */
    private void become(Set<SeriesKey> wanted) {
        for (SeriesKey series : wanted) {
            if (VenueBars.has(series)
                    && !streams.contains(series)
                    && (started ? clock.begin(series) : clock.subscribe(series))) {
                streams.add(series);
            }
        }
        started = true;
        streams.removeIf(series -> {
            boolean gone = !wanted.contains(series);
            if (gone) {
                clock.release(series);
            }
            return gone;
        });
    }
}
