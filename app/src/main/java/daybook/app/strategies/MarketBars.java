package daybook.app.strategies;

import daybook.posttrade.market.Bar;
import daybook.posttrade.market.BarKey;
import daybook.posttrade.market.MarketReader;
import daybook.strategies.ClosedBar;
import daybook.strategies.SeriesKey;
import daybook.strategies.clock.SessionCalendar;
import java.util.ArrayList;
import java.util.List;

/** Bars of the market service, as strategies get them. Stateless. */
public final class MarketBars {
    private static final int CHUNK = 10_000;

    private MarketBars() {}

    /** A bar that is over. */
    public static ClosedBar closed(SeriesKey series, long token, Bar bar, ClosedBar.Scales scales) {
        return new ClosedBar(
                series,
                bar.symbol(),
                token,
                new ClosedBar.Window(bar.startMicros(), bar.endMicros()),
                new ClosedBar.Prices(bar.open(), bar.high(), bar.low(), bar.close()),
                new ClosedBar.Traded(bar.volume(), bar.vwap(), bar.trades()),
                scales);
    }

    /** How a series that is stored is called here. */
    public static SeriesKey series(BarKey key) {
        return SeriesKey.parse(key.text());
    }

    /**
     * All that are stored and over, oldest first.
     *
     * @param calendar of their venue
     */
    public static List<ClosedBar> stored(MarketReader reader, MarketReader.Series series, SessionCalendar calendar) {
        SeriesKey key = series(series.key());
        ClosedBar.Scales scales = new ClosedBar.Scales(series.priceScale(), series.quantityScale());
        List<ClosedBar> all = new ArrayList<>();
        long next = Long.MIN_VALUE;
        while (true) {
            List<Bar> bars = reader.bars(series.key(), new MarketReader.Range(next, Long.MAX_VALUE, CHUNK));
            for (Bar bar : bars) {
                if (bar.closed()) {
                    long token = calendar.firstAfter(key.timeframe(), bar.startMicros())
                            .token();
                    all.add(closed(key, token, bar, scales));
                }
            }
            if (bars.size() < CHUNK) {
                return all;
            }
            next = bars.get(bars.size() - 1).startMicros() + 1;
        }
    }
}
