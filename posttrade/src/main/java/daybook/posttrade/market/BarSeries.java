package daybook.posttrade.market;

import daybook.events.Timeframe;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bars of one symbol and timeframe, from its trades. The rule, everywhere (docs/formats/bars.md):
 *
 * <ul>
 *   <li>A bar is a window of the venue's clock, {@code [start, end)}; each window has one bar at most.
 *   <li>It is closed, for good, once the venue's time has reached its end; closed bars come in the order of their ends.
 *   <li>A trade of a closed window is late: it is counted and left out.
 *   <li>A window without a trade has a bar at the last close, with volume 0, if there was a trade before in the same session and the
 *       session had not ended when the window began.
 *   <li>Within a window the first and the last trade are so by time, and by order of arrival among equal times.
 * </ul>
 *
 * <p>Not safe for many threads.
 */
final class BarSeries {
    /** A few more, because windows are longer where clocks are changed. */
    private static final long REMEMBERED_AND_MORE = MarketFeed.REMEMBERED_BARS + 8L;

    private final String symbol;
    private final Timeframe timeframe;
    private final VenueDay day;
    private final Recent<Bar> closed;
    private final ClosedBars sink;
    private final boolean everyEmpty;
    private final Sum128 value = new Sum128();

    /** Whether there is a bar that is not over. */
    private boolean running;

    private long start;
    private long end;
    private long open;
    private long high;
    private long low;
    private long close;
    private long firstMicros;
    private long lastMicros;
    private long volume;
    private long trades;
    private long changedSeq;
    /** Windows that begin before it are over; those from it on have no bar yet, but the one that is running. */
    private long next = Long.MIN_VALUE;
    /** When the session of the last trade ended. */
    private long sessionEnd = Long.MAX_VALUE;

    private long late;

    /**
     * What the series of a market share: where windows begin, and who is told of their bars.
     *
     * @param everyEmpty whether every window without a trade has its bar here, however long nothing happened. If not, only the last
     *     ones that are remembered have: a weekend has 172,800 seconds, and the older ones follow from what is stored
     */
    record Clock(VenueDay day, ClosedBars sink, boolean everyEmpty) {}

    /** Told of each bar that is over, with the times of its first and last trade; of one without trades, with its start. */
    interface ClosedBars {
        /** Nobody wants to know. */
        ClosedBars NOBODY = (bar, firstMicros, lastMicros) -> {};

        void closed(Bar bar, long firstMicros, long lastMicros);
    }

    /** @param from what happened at or below this seq is not known as single changes */
    BarSeries(String symbol, Timeframe timeframe, Clock clock, long from) {
        this.symbol = symbol;
        this.timeframe = timeframe;
        this.day = clock.day();
        this.sink = clock.sink();
        this.everyEmpty = clock.everyEmpty();
        this.closed = new Recent<>(MarketFeed.REMEMBERED_BARS, from);
    }

    /** A trade. What its time closes is closed first. */
    void trade(TradeTick trade) {
        advance(trade.timeMicros(), trade.seq());
        if (running && trade.timeMicros() < start || !running && trade.timeMicros() < next) {
            late++;
            return;
        }
        if (!running) {
            begin(trade);
        }
        add(trade);
        changedSeq = trade.seq();
    }

    /** The venue's time is this: what ended at or before it is closed, and told at this seq. */
    void advance(long micros, long seq) {
        while (running && end <= micros) {
            Bar bar = current(true);
            closed.add(seq, bar);
            sink.closed(bar, firstMicros, lastMicros);
            running = false;
            next = end;
            fill(micros, seq);
        }
        if (!running && next != Long.MIN_VALUE) {
            fill(micros, seq);
        }
    }

    /** The session is over: windows that begin at or after this time have no bar without a trade. */
    void sessionEnded(long micros) {
        if (sessionEnd == Long.MAX_VALUE) {
            sessionEnd = micros;
        }
    }

    /** When the bar that is not over will be; {@link Long#MAX_VALUE} if there is none and nothing to fill. */
    long due() {
        if (running) {
            return end;
        }
        return next < sessionEnd && next != Long.MIN_VALUE ? day.end(timeframe, next) : Long.MAX_VALUE;
    }

    /** Trades that came after their window was closed. */
    long late() {
        return late;
    }

    Optional<List<BarTick>> since(long from) {
        return closed.since(from).map(bars -> {
            List<BarTick> ticks = new ArrayList<>(bars.size() + 1);
            int first = closed.size() - bars.size();
            for (int n = first; n < closed.size(); n++) {
                ticks.add(new BarTick(closed.seqAt(n), closed.at(n)));
            }
            if (running && changedSeq > from) {
                ticks.add(new BarTick(changedSeq, current(false)));
            }
            return ticks;
        });
    }

    List<Bar> last(int n) {
        List<Bar> bars = closed.last(running ? Math.max(0, n - 1) : n);
        if (running && n > 0) {
            bars.add(current(false));
        }
        return bars;
    }

    /** The last bars as they are at a time up to which nothing more has happened: what has ended by then is over. */
    List<Bar> last(int n, long knownMicros) {
        List<Bar> bars = last(n);
        if (n == 0 || bars.isEmpty() || running && end > knownMicros) {
            return bars;
        }
        long at = next;
        if (running) {
            bars.set(bars.size() - 1, current(true));
            at = end;
        }
        at = lastOnes(at, knownMicros);
        while (at < sessionEnd) {
            long windowEnd = day.end(timeframe, at);
            if (windowEnd > knownMicros) {
                break;
            }
            bars.add(empty(at, windowEnd));
            at = windowEnd;
        }
        return bars.subList(Math.max(0, bars.size() - n), bars.size());
    }

    /** Puts back how it was. */
    void restore(SymbolState.SeriesState state) {
        for (Bar bar : state.closed()) {
            closed.addOld(bar);
            next = bar.endMicros();
            close = bar.close();
        }
        state.running().ifPresent(this::restore);
        sessionEnd = state.sessionEnd();
    }

    private void restore(Running was) {
        running = true;
        start = was.bar.startMicros();
        end = was.bar.endMicros();
        open = was.bar.open();
        high = was.bar.high();
        low = was.bar.low();
        close = was.bar.close();
        volume = was.bar.volume();
        trades = was.bar.trades();
        value.clear();
        value.add(was.bar.value());
        firstMicros = was.firstMicros;
        lastMicros = was.lastMicros;
    }

    /**
     * The bar that is not over, as it is stored.
     *
     * @param firstMicros time of its first trade; the last one's likewise: an earlier or later one may come
     */
    record Running(Bar bar, long firstMicros, long lastMicros) {}

    @Nullable
    Running running() {
        return running ? new Running(current(false), firstMicros, lastMicros) : null;
    }

    private void begin(TradeTick trade) {
        running = true;
        start = day.start(timeframe, trade.timeMicros());
        end = day.end(timeframe, start);
        high = Long.MIN_VALUE;
        low = Long.MAX_VALUE;
        firstMicros = Long.MAX_VALUE;
        lastMicros = Long.MIN_VALUE;
        volume = 0;
        trades = 0;
        value.clear();
        sessionEnd = Long.MAX_VALUE;
    }

    private void add(TradeTick trade) {
        if (trade.timeMicros() < firstMicros) {
            firstMicros = trade.timeMicros();
            open = trade.price();
        }
        if (trade.timeMicros() >= lastMicros) {
            lastMicros = trade.timeMicros();
            close = trade.price();
        }
        high = Math.max(high, trade.price());
        low = Math.min(low, trade.price());
        volume = Math.addExact(volume, trade.quantity());
        value.addProduct(trade.price(), trade.quantity());
        trades++;
        // A trade after a pause of the session: what is without trades behind it is of the session that goes on.
        sessionEnd = Long.MAX_VALUE;
    }

    /** Where to begin with windows without trades: at {@code from}, or where the last ones that are remembered begin. */
    private long lastOnes(long from, long micros) {
        long until = Math.min(micros, sessionEnd);
        long length = VenueDay.micros(timeframe);
        if (until <= from || (until - from) / length <= REMEMBERED_AND_MORE) {
            return from;
        }
        return day.start(timeframe, until - REMEMBERED_AND_MORE * length);
    }

    private void fill(long micros, long seq) {
        if (!everyEmpty) {
            next = lastOnes(next, micros);
        }
        while (next < sessionEnd) {
            long windowEnd = day.end(timeframe, next);
            if (windowEnd > micros) {
                return;
            }
            Bar bar = empty(next, windowEnd);
            closed.add(seq, bar);
            sink.closed(bar, next, next);
            next = windowEnd;
        }
    }

    private Bar empty(long from, long to) {
        return new Bar(symbol, timeframe, from, to, close, close, close, close, 0, BigInteger.ZERO, 0, true);
    }

    private Bar current(boolean isClosed) {
        return new Bar(symbol, timeframe, start, end, open, high, low, close, volume, value.value(), trades, isClosed);
    }
}
