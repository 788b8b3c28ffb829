package daybook.strategies.clock;

import daybook.delivery.ManualTime;
import daybook.strategies.ClosedBar;
import daybook.strategies.SeriesKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A source that says what a test makes it say. Its time is the world's, unless it leaps. */
public final class HandSource implements BarSource {
    private final ManualTime time;
    private final Map<SeriesKey, List<ClosedBar>> come = new HashMap<>();
    private final Map<SeriesKey, Long> known = new HashMap<>();
    public final Set<SeriesKey> wanted = new HashSet<>();
    public final List<SeriesKey> asked = new ArrayList<>();
    public long leapMicros;

    public HandSource(ManualTime time) {
        this.time = time;
    }

    public void give(ClosedBar... bars) {
        for (ClosedBar bar : bars) {
            come.computeIfAbsent(bar.series(), series -> new ArrayList<>()).add(bar);
        }
    }

    /** Everything that ends until then has been given. */
    public void knows(SeriesKey series, long untilMicros) {
        known.put(series, untilMicros);
    }

    @Override
    public void want(SeriesKey series, long afterToken) {
        wanted.add(series);
    }

    @Override
    public void leave(SeriesKey series) {
        wanted.remove(series);
    }

    @Override
    public long timeMicros(SeriesKey series) {
        return Windows.micros(time.instant()) + leapMicros;
    }

    @Override
    public Known ask(SeriesKey series) {
        asked.add(series);
        List<ClosedBar> bars = come.remove(series);
        return new Known(bars == null ? List.of() : bars, known.getOrDefault(series, Long.MIN_VALUE));
    }
}
