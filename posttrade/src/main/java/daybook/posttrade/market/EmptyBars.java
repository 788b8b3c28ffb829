package daybook.posttrade.market;

import daybook.events.Timeframe;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Bars without trades, made from those with trades by the rule of {@link BarSeries}: what is stored once and what is made live are the
 * same list.
 *
 * <p>Not safe for many threads.
 */
final class EmptyBars {
    private final VenueDay day;
    private final List<Long> sessionEnds;

    /** A bar with trades, and the time of its last one. */
    record Traded(Bar bar, long lastMicros) {}

    /** @param sessionEnds when sessions ended, in order */
    EmptyBars(VenueDay day, List<Long> sessionEnds) {
        this.day = day;
        this.sessionEnds = sessionEnds;
    }

    /** When the session of a trade ended; {@link Long#MAX_VALUE}: it has not. */
    long sessionEnd(long tradeMicros) {
        int at = Collections.binarySearch(sessionEnds, tradeMicros);
        int next = at >= 0 ? at : -at - 1;
        return next == sessionEnds.size() ? Long.MAX_VALUE : sessionEnds.get(next);
    }

    /**
     * The last bars of a series, oldest first, with those without trades.
     *
     * @param traded the last ones with trades, oldest first
     * @param knownMicros the venue's time: windows that end later are not over
     */
    List<Bar> last(List<Traded> traded, long knownMicros, int n) {
        List<Bar> newestFirst = new ArrayList<>();
        long before = Long.MAX_VALUE;
        for (int i = traded.size() - 1; i >= 0 && newestFirst.size() < n; i--) {
            Traded each = traded.get(i);
            fillBackwards(each, Math.min(before, knownMicros), n, newestFirst);
            if (newestFirst.size() < n) {
                newestFirst.add(each.bar());
            }
            before = each.bar().startMicros();
        }
        Collections.reverse(newestFirst);
        return newestFirst;
    }

    /**
     * Bars from a time on, oldest first, with those without trades.
     *
     * @param traded the last one with trades that begins before {@code from}, if there is one, and those that follow, oldest first
     * @param knownMicros the venue's time: windows that end later are not over
     * @param n at most so many
     */
    List<Bar> from(long from, List<Traded> traded, long knownMicros, int n) {
        List<Bar> bars = new ArrayList<>();
        for (int i = 0; i < traded.size() && bars.size() < n; i++) {
            Traded each = traded.get(i);
            if (each.bar().startMicros() >= from) {
                bars.add(each.bar());
            }
            long before = i + 1 < traded.size() ? traded.get(i + 1).bar().startMicros() : knownMicros;
            fill(each, from, before, n, bars);
        }
        return bars;
    }

    private void fill(Traded last, long from, long before, int n, List<Bar> to) {
        Timeframe timeframe = last.bar().timeframe();
        long sessionEnd = sessionEnd(last.lastMicros());
        long start = last.bar().endMicros();
        if (start < from) {
            start = Math.max(start, day.start(timeframe, from));
            start = start < from ? day.end(timeframe, start) : start;
        }
        while (start < sessionEnd && to.size() < n) {
            long end = day.end(timeframe, start);
            if (end > before) {
                return;
            }
            to.add(empty(last.bar(), start, end));
            start = end;
        }
    }

    private void fillBackwards(Traded last, long before, int n, List<Bar> to) {
        Timeframe timeframe = last.bar().timeframe();
        long sessionEnd = sessionEnd(last.lastMicros());
        long limit = sessionEnd == Long.MAX_VALUE
                ? before
                : Math.min(before, day.end(timeframe, day.start(timeframe, sessionEnd - 1)));
        long end = limit;
        while (end > last.bar().endMicros() && to.size() < n) {
            long start = day.start(timeframe, end - 1);
            long windowEnd = day.end(timeframe, start);
            if (windowEnd <= limit && start >= last.bar().endMicros() && start < sessionEnd) {
                to.add(empty(last.bar(), start, windowEnd));
            }
            end = start;
        }
    }

    private static Bar empty(Bar last, long start, long end) {
        long close = last.close();
        return new Bar(
                last.symbol(), last.timeframe(), start, end, close, close, close, close, 0, BigInteger.ZERO, 0, true);
    }
}
