package daybook.strategies.clock;

import daybook.strategies.ClosedBar;
import daybook.strategies.SeriesKey;
import daybook.strategies.clock.SessionCalendar.BarWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A series on its way through time: the first window that is not decided, and the bars that have come for it and later ones. Confined to
 * the clock's thread.
 */
final class Stream {
    /** So many windows are decided at once; who has been away for long does not keep the others waiting. */
    private static final int MOST = 100;

    /** So many bars wait for their time; a source that gives more is ahead of its own clock. */
    private static final int MOST_WAITING = 10_000;

    /** A source that knew nothing is asked again after so long. */
    private static final long AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(50);

    final SeriesKey series;
    private final SessionCalendar calendar;
    private final ClockOptions options;
    private final ClockCounts counts;
    private final TreeMap<Long, ClosedBar> waiting = new TreeMap<>();
    /** As its venue writes it; empty = not known yet. */
    private String symbol = "";

    private BarWindow next = new BarWindow(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
    private long knownMicros = Long.MIN_VALUE;
    private long askedNs;
    private boolean stuck;
    private long stuckNs;

    Stream(SeriesKey series, SessionCalendar calendar, ClockOptions options, ClockCounts counts) {
        this.series = series;
        this.calendar = calendar;
        this.options = options;
        this.counts = counts;
    }

    /** What was found at a look: it holds once the bars are recorded. */
    record Look(Stream stream, List<ClosedBar> bars, BarWindow next, long empty, long missed) {}

    /**
     * Goes on after the last bar that was recorded, or begins now.
     *
     * @param catchUp windows that ended longer ago are passed over
     */
    void begin(BarSource source, Optional<ClosedBar> last, Duration catchUp, long nowNs) {
        long time = source.timeMicros(series);
        long earliest = time - micros(catchUp);
        knownMicros = Long.MIN_VALUE;
        stuck = false;
        symbol = last.map(ClosedBar::symbol).orElse("");
        next = calendar.firstAfter(
                series.timeframe(),
                last.map(bar -> Math.max(bar.window().endMicros(), earliest)).orElse(time));
        waiting.headMap(next.token()).clear();
        askedNs = nowNs - ClockOptions.SAFETY_WAKE.toNanos();
        source.want(series, next.token() - 1);
    }

    /** Whether there is something to look at. */
    boolean isDue(BarSource source, long nowNs) {
        return nowNs - askedNs >= ClockOptions.SAFETY_WAKE.toNanos()
                || (isOver(next, source.timeMicros(series)) && (!stuck || nowNs - askedNs >= AGAIN_NS));
    }

    /** Asks the source, and decides as many windows as can be. Changes nothing that a second look would miss. */
    Look look(BarSource source, long nowNs) {
        askedNs = nowNs;
        BarSource.Known known = source.ask(series);
        known.bars().forEach(this::take);
        knownMicros = Math.max(knownMicros, known.untilMicros());
        return decide(source.timeMicros(series), nowNs);
    }

    /** The bars of a look are recorded. */
    void decided(Look look) {
        if (look.next().equals(next)) {
            return;
        }
        next = look.next();
        waiting.headMap(next.token()).clear();
        stuck = look.missed() > 0;
        counts.empty.addAndGet(look.empty());
        counts.missed.addAndGet(look.missed());
    }

    private Look decide(long time, long nowNs) {
        List<ClosedBar> bars = new ArrayList<>();
        long empty = 0;
        long missed = 0;
        BarWindow window = next;
        for (int n = 0; n < MOST && isOver(window, time); n++) {
            ClosedBar bar = waiting.get(window.token());
            if (bar != null) {
                bars.add(bar);
            } else if (knownMicros >= window.endMicros()) {
                empty++;
            } else if (isGivenUp(window, time, nowNs)) {
                missed++;
            } else {
                break;
            }
            window = calendar.firstAfter(series.timeframe(), window.endMicros());
        }
        return new Look(this, bars, window, empty, missed);
    }

    /** By both clocks: the venue's may have leapt, and then nobody has had time to say anything. */
    private boolean isGivenUp(BarWindow window, long time, long nowNs) {
        if (!stuck) {
            stuck = true;
            stuckNs = nowNs;
        }
        return nowNs - stuckNs >= options.patience().toNanos()
                && time - micros(options.patience()) >= window.endMicros();
    }

    private void take(ClosedBar bar) {
        BarWindow window = calendar.firstAfter(series.timeframe(), bar.window().startMicros());
        if (!bar.series().equals(series) || (!symbol.isEmpty() && !symbol.equals(bar.symbol()))) {
            counts.refused.incrementAndGet();
        } else if (!window.equals(new BarWindow(
                bar.token(), bar.window().startMicros(), bar.window().endMicros()))) {
            counts.outside.incrementAndGet();
        } else if (bar.token() < next.token()) {
            counts.late.incrementAndGet();
        } else if (waiting.putIfAbsent(bar.token(), bar) != null) {
            counts.duplicates.incrementAndGet();
        } else {
            symbol = bar.symbol();
            if (waiting.size() > MOST_WAITING) {
                waiting.pollLastEntry();
                counts.refused.incrementAndGet();
            }
        }
    }

    private boolean isOver(BarWindow window, long time) {
        return time - micros(options.grace()) >= window.endMicros();
    }

    private static long micros(Duration duration) {
        return TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
    }
}
