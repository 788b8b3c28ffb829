package daybook.strategies.clock;

import daybook.strategies.ClosedBar;
import daybook.strategies.SeriesKey;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The streams that somebody wants, and who is to be looked at. {@link #want}, {@link #leave} and {@link #wake} are for any thread and never
 * wait; what they say is done at the next look. The rest is confined to the clock's thread.
 */
final class Streams {
    /** Of bars that end together the shorter come first, as their market closes them. */
    static final Comparator<ClosedBar> ORDER = Comparator.<ClosedBar>comparingLong(
                    bar -> bar.window().endMicros())
            .thenComparing(ClosedBar::timeframe)
            .thenComparing(bar -> bar.series().text());

    private final BarSource source;
    private final Calendars calendars;
    private final ClockOptions options;
    private final ClockCounts counts;
    private final Map<SeriesKey, Stream> open = new HashMap<>();
    private final Object lock = new Object();
    /** Guarded by {@link #lock}, like the three below. */
    private final Map<SeriesKey, Integer> references = new HashMap<>();

    private final Set<SeriesKey> changed = new HashSet<>();
    private final Set<SeriesKey> fresh = new HashSet<>();
    private final Set<SeriesKey> woken = new HashSet<>();

    Streams(BarSource source, Calendars calendars, ClockOptions options, ClockCounts counts) {
        this.source = source;
        this.calendars = calendars;
        this.options = options;
        this.counts = counts;
    }

    /** What was recorded last of a series. */
    interface LastBar {
        Optional<ClosedBar> of(SeriesKey series) throws SQLException;
    }

    /** @param isFresh nobody has listened until now: it begins now, whatever was recorded before */
    boolean want(SeriesKey series, boolean isFresh) {
        if (!calendars.of(series).has(series.timeframe())) {
            return false;
        }
        synchronized (lock) {
            if (references.merge(series, 1, Integer::sum) == 1) {
                changed.add(series);
                if (isFresh) {
                    fresh.add(series);
                }
            }
        }
        return true;
    }

    void leave(SeriesKey series) {
        synchronized (lock) {
            Integer count = references.get(series);
            if (count == null) {
                return;
            }
            if (count == 1) {
                references.remove(series);
                fresh.remove(series);
                changed.add(series);
            } else {
                references.put(series, count - 1);
            }
        }
    }

    void wake(SeriesKey series) {
        synchronized (lock) {
            if (references.containsKey(series) && !woken.add(series)) {
                counts.coalesced.incrementAndGet();
            }
        }
    }

    /** How often each stream is wanted. */
    Map<SeriesKey, Integer> references() {
        synchronized (lock) {
            return Map.copyOf(references);
        }
    }

    /** Opens and closes streams as they are wanted. */
    void arrange(LastBar last, long nowNs) throws SQLException {
        for (SeriesKey series : takeChanged()) {
            boolean wanted = isWanted(series);
            if (wanted && !open.containsKey(series)) {
                Stream stream = new Stream(series, calendars.of(series), options, counts);
                stream.begin(source, last.of(series), takeFresh(series) ? Duration.ZERO : options.catchUp(), nowNs);
                open.put(series, stream);
            } else if (!wanted && open.remove(series) != null) {
                source.leave(series);
            }
        }
    }

    /** All begin again, at what is recorded by now: another owner may have gone on meanwhile. */
    void beginAgain(LastBar last, long nowNs) throws SQLException {
        for (Stream stream : open.values()) {
            stream.begin(source, last.of(stream.series), options.catchUp(), nowNs);
        }
    }

    /** Looks at those whose time has come. Nothing of it is decided until {@link #decided}. */
    List<Stream.Look> look(long nowNs) {
        Set<SeriesKey> called = takeWoken();
        List<Stream.Look> looks = new ArrayList<>();
        for (Stream stream : open.values()) {
            if (called.contains(stream.series) || stream.isDue(source, nowNs)) {
                looks.add(stream.look(source, nowNs));
            }
        }
        return looks;
    }

    static List<ClosedBar> bars(List<Stream.Look> looks) {
        return looks.stream()
                .flatMap(look -> look.bars().stream())
                .sorted(ORDER)
                .toList();
    }

    static void decided(List<Stream.Look> looks) {
        looks.forEach(look -> look.stream().decided(look));
    }

    private boolean isWanted(SeriesKey series) {
        synchronized (lock) {
            return references.containsKey(series);
        }
    }

    private boolean takeFresh(SeriesKey series) {
        synchronized (lock) {
            return fresh.remove(series);
        }
    }

    private Set<SeriesKey> takeChanged() {
        synchronized (lock) {
            return take(changed);
        }
    }

    private Set<SeriesKey> takeWoken() {
        synchronized (lock) {
            return take(woken);
        }
    }

    private static Set<SeriesKey> take(Set<SeriesKey> all) {
        if (all.isEmpty()) {
            return Set.of();
        }
        Set<SeriesKey> taken = Set.copyOf(all);
        all.clear();
        return taken;
    }
}
