package daybook.strategies.clock;

import daybook.strategies.ClosedBar;
import daybook.strategies.SeriesKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bars that were recorded somewhere, as a source: {@link #advance} lets the time pass to the end of the next one. They come in the order of
 * their ends; one that does not is late, as it was then. Confined to the clock's thread.
 */
public final class RecordedFeed implements BarSource {
    private final Iterator<ClosedBar> recording;
    /** Of each series that is wanted what has come and was not asked for yet. */
    private final Map<SeriesKey, List<ClosedBar>> wanted = new HashMap<>();

    private @Nullable ClosedBar ahead;
    private long timeMicros;

    /** Its time begins where the first bar does. */
    public RecordedFeed(Iterator<ClosedBar> recording) {
        this.recording = recording;
        this.ahead = next();
        this.timeMicros = ahead == null ? 0 : ahead.window().startMicros();
    }

    /** Lets the next bar end, and all others that end until then. False at the end of the recording. */
    public boolean advance() {
        ClosedBar first = ahead;
        if (first == null) {
            return false;
        }
        timeMicros = Math.max(timeMicros, first.window().endMicros());
        ClosedBar bar = first;
        while (bar != null && bar.window().endMicros() <= timeMicros) {
            List<ClosedBar> come = wanted.get(bar.series());
            if (come != null) {
                come.add(bar);
            }
            bar = next();
        }
        ahead = bar;
        return true;
    }

    @Override
    public void want(SeriesKey series, long afterToken) {
        wanted.computeIfAbsent(series, key -> new ArrayList<>());
    }

    @Override
    public void leave(SeriesKey series) {
        wanted.remove(series);
    }

    @Override
    public long timeMicros(SeriesKey series) {
        return timeMicros;
    }

    @Override
    public Known ask(SeriesKey series) {
        List<ClosedBar> come = wanted.replace(series, new ArrayList<>());
        return new Known(come == null ? List.of() : come, timeMicros);
    }

    private @Nullable ClosedBar next() {
        return recording.hasNext() ? recording.next() : null;
    }
}
