package daybook.strategies.clock;

import daybook.events.Timeframe;
import daybook.strategies.ClosedBar;
import daybook.strategies.SeriesKey;

/** Bars of tests. */
public final class Bars {
    public static final long MINUTE = 60_000_000;
    public static final SeriesKey BTC = new SeriesKey("binance", "crypto", "spot", "btcusdt", Timeframe.MINUTE);

    private Bars() {}

    public static ClosedBar minute(long token) {
        return minute(BTC, token);
    }

    /** The close is the token modulo 1000, so that bars differ. */
    public static ClosedBar minute(SeriesKey series, long token) {
        long close = 1_000 + token % 1_000;
        return new ClosedBar(
                series,
                series.instrument(),
                token,
                new ClosedBar.Window(token * MINUTE, (token + 1) * MINUTE),
                new ClosedBar.Prices(close - 1, close + 2, close - 3, close),
                new ClosedBar.Traded(10, close, 2),
                new ClosedBar.Scales(2, 3));
    }
}
