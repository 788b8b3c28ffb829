package daybook.app.http;

import daybook.events.Timeframe;
import daybook.posttrade.market.Bar;
import daybook.posttrade.market.BarKey;
import daybook.posttrade.market.MarketFeed;
import daybook.posttrade.market.MarketReader;
import daybook.posttrade.market.MarketView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What this process knows of the market: what has happened lately from its own view, what is older from what was stored. Safe for many
 * threads.
 *
 * @param knownMicros venue time up to which nothing has happened that the view does not show; so bars end on time in a market that is still
 */
public record MarketDesk(MarketView view, MarketReader stored, LongSupplier knownMicros) {
    /** Where nobody knows the venue's time but from its events. */
    public MarketDesk(MarketView view, MarketReader stored) {
        this(view, stored, () -> Long.MIN_VALUE);
    }

    /** The last bars, oldest first. */
    List<Bar> last(String symbol, Timeframe timeframe, int limit) {
        return view.lastBars(symbol, timeframe, limit, knownMicros.getAsLong());
    }

    /** Bars that begin at or after a time, oldest first; at most {@code limit}. */
    List<Bar> from(String symbol, Timeframe timeframe, long fromMicros, int limit) {
        List<Bar> remembered = view.lastBars(symbol, timeframe, MarketFeed.REMEMBERED_BARS, knownMicros.getAsLong());
        long oldest = remembered.isEmpty() ? Long.MAX_VALUE : remembered.get(0).startMicros();
        List<Bar> bars = new ArrayList<>();
        if (fromMicros < oldest) {
            bars.addAll(
                    stored.bars(BarKey.ofVenue(symbol, timeframe), new MarketReader.Range(fromMicros, oldest, limit)));
        }
        for (Bar bar : remembered) {
            if (bar.startMicros() >= fromMicros && bars.size() < limit) {
                bars.add(bar);
            }
        }
        return bars;
    }
}
