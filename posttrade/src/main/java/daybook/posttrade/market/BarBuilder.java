package daybook.posttrade.market;

import daybook.events.Side;
import daybook.events.Timeframe;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes the bars of one instrument from trades that come from elsewhere: a file, a feed. By the same rule as the venue's own
 * ({@link BarSeries}). A trade that has been here before is counted and left out, by its id.
 *
 * <p>Keeps the ids of all its trades. Not safe for many threads.
 */
public final class BarBuilder {
    /**
     * A trade of somebody else.
     *
     * @param id tells it from any other of the instrument
     */
    public record Tick(long id, long timeMicros, long price, long quantity) {}

    private final String instrument;
    private final Map<Timeframe, BarSeries> series = new TreeMap<>();
    private final List<Bar> closed = new ArrayList<>();
    private final Set<Long> seen = new HashSet<>();
    private long count;
    private long duplicates;

    /** @param zone where days begin */
    public BarBuilder(String instrument, ZoneId zone, Collection<Timeframe> timeframes) {
        this.instrument = instrument;
        BarSeries.Clock clock = new BarSeries.Clock(new VenueDay(zone), (bar, first, last) -> closed.add(bar), true);
        timeframes.forEach(timeframe -> series.put(timeframe, new BarSeries(instrument, timeframe, clock, 0)));
    }

    /** Takes a trade; what its time closes is closed first. */
    public void take(Tick tick) {
        if (!seen.add(tick.id())) {
            duplicates++;
            return;
        }
        count++;
        TradeTick trade =
                new TradeTick(count, tick.id(), instrument, tick.price(), tick.quantity(), tick.timeMicros(), Side.BUY);
        series.values().forEach(each -> each.trade(trade));
    }

    /** The time is this: closes what has ended. */
    public void advance(long micros) {
        series.values().forEach(each -> each.advance(micros, count));
    }

    /** The session ended: from then on a window without a trade has no bar. */
    public void sessionEnded(long micros) {
        advance(micros);
        series.values().forEach(each -> each.sessionEnded(micros));
    }

    /** The bars that were closed since the last call, in the order in which they were: those that end first, then short ones, first. */
    public List<Bar> closed() {
        List<Bar> taken = List.copyOf(closed);
        closed.clear();
        return taken;
    }

    /** The bars that are not over. */
    public List<Bar> running() {
        List<Bar> running = new ArrayList<>();
        for (BarSeries each : series.values()) {
            BarSeries.Running bar = each.running();
            if (bar != null) {
                running.add(bar.bar());
            }
        }
        return running;
    }

    /** Trades that came after their window was closed, in the shortest timeframe: they are in none of its bars. */
    public long late() {
        return series.values().stream().mapToLong(BarSeries::late).max().orElse(0);
    }

    /** Trades that were here before. */
    public long duplicates() {
        return duplicates;
    }
}
