package daybook.app.venue;

import daybook.app.strategies.MarketBars;
import daybook.events.Instrument;
import daybook.posttrade.market.Bar;
import daybook.posttrade.market.BarKey;
import daybook.posttrade.market.MarketFeed;
import daybook.posttrade.market.MarketView;
import daybook.strategies.ClosedBar;
import daybook.strategies.SeriesKey;
import daybook.strategies.clock.BarSource;
import daybook.strategies.clock.SessionCalendar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** This venue's own bars, for the clock: what a view of the market shows. Confined to the clock's thread. */
final class VenueBars implements BarSource {
    /** So many bars are looked at; all that are remembered, if these are not enough. */
    private static final int LATEST = 32;

    private final MarketView view;
    private final LongSupplier knownMicros;
    private final SessionCalendar calendar;
    /** The last token that was told of each series that is wanted. */
    private final Map<SeriesKey, Long> told = new HashMap<>();

    /** @param knownMicros venue time up to which nothing has happened that the view does not show */
    VenueBars(MarketView view, LongSupplier knownMicros, SessionCalendar calendar) {
        this.view = view;
        this.knownMicros = knownMicros;
        this.calendar = calendar;
    }

    /** Whether a series is this venue's. */
    static boolean has(SeriesKey series) {
        return series.venue().equals(BarKey.OWN_VENUE);
    }

    @Override
    public void want(SeriesKey series, long afterToken) {
        told.put(series, afterToken);
    }

    @Override
    public void leave(SeriesKey series) {
        told.remove(series);
    }

    @Override
    public long timeMicros(SeriesKey series) {
        return known();
    }

    @Override
    public Known ask(SeriesKey series) {
        long known = known(); // first: what the view shows then is at least that
        Long after = told.get(series);
        Optional<Instrument> instrument = instrument(series);
        if (after == null || instrument.isEmpty()) {
            return new Known(List.of(), Long.MIN_VALUE);
        }
        List<ClosedBar> bars = bars(series, instrument.get(), after, known);
        if (!bars.isEmpty()) {
            told.put(series, bars.get(bars.size() - 1).token());
        }
        return new Known(bars, known);
    }

    private List<ClosedBar> bars(SeriesKey series, Instrument instrument, long after, long known) {
        List<Bar> last = view.lastBars(instrument.symbol(), series.timeframe(), LATEST, known);
        if (last.size() == LATEST && token(series, last.get(0)) > after + 1) {
            last = view.lastBars(instrument.symbol(), series.timeframe(), MarketFeed.REMEMBERED_BARS, known);
        }
        List<ClosedBar> bars = new ArrayList<>();
        for (Bar bar : last) {
            long token = token(series, bar);
            if (bar.closed() && token > after) {
                bars.add(MarketBars.closed(
                        series, token, bar, new ClosedBar.Scales(instrument.priceScale(), instrument.quantityScale())));
            }
        }
        return bars;
    }

    private long token(SeriesKey series, Bar bar) {
        return calendar.firstAfter(series.timeframe(), bar.startMicros()).token();
    }

    private long known() {
        return Math.max(view.timeMicros(), knownMicros.getAsLong());
    }

    /** Empty, too, if several are written alike but for their case: then none of them has this key. */
    private Optional<Instrument> instrument(SeriesKey series) {
        List<Instrument> alike = view.instruments().stream()
                .filter(each -> each.symbol().toLowerCase(Locale.ROOT).equals(series.instrument()))
                .toList();
        return alike.size() == 1 ? Optional.of(alike.get(0)) : Optional.empty();
    }
}
