package daybook.strategies;

import daybook.events.Timeframe;
import java.util.UUID;

/**
 * A bar that is over, as {@code market.bar.closed.v1} carries it. Prices and quantities are integers in units of 10^-priceScale and
 * 10^-quantityScale.
 *
 * @param symbol the instrument as its venue writes it
 * @param token index of the completed bar: its start divided by its length, for days the local day since the epoch. With the series it
 *     is the bar's identity
 * @param window venue time, microseconds since the epoch
 * @param traded volume 0 if nothing traded: then all prices are the close before
 */
public record ClosedBar(
        SeriesKey series, String symbol, long token, Window window, Prices prices, Traded traded, Scales scales) {

    /** {@code [startMicros, endMicros)}. */
    public record Window(long startMicros, long endMicros) {
        public Window {
            if (endMicros <= startMicros) {
                throw new IllegalArgumentException(
                        "endMicros: " + endMicros + " (expected: after startMicros " + startMicros + ")");
            }
        }
    }

    /** In price units. */
    public record Prices(long open, long high, long low, long close) {
        public Prices {
            if (high < Math.max(open, close) || low > Math.min(open, close)) {
                throw new IllegalArgumentException("high, low: " + high + ", " + low
                        + " (expected: around open and close " + open + ", " + close + ")");
            }
        }
    }

    /** How much traded: quantity units, the volume-weighted average price in price units (cut off), and how many trades. */
    public record Traded(long volume, long vwap, long trades) {
        public Traded {
            if (volume < 0 || trades < 0) {
                throw new IllegalArgumentException(
                        "volume, trades: " + volume + ", " + trades + " (expected: 0 or more)");
            }
        }
    }

    /** Decimals of prices and of quantities, 0 to 18. */
    public record Scales(int price, int quantity) {
        private static final int MOST = 18;

        public Scales {
            if (price < 0 || price > MOST || quantity < 0 || quantity > MOST) {
                throw new IllegalArgumentException(
                        "priceScale, quantityScale: " + price + ", " + quantity + " (expected: 0.." + MOST + ")");
            }
        }
    }

    /** The bar's id: the same whenever and by whomever it is published. */
    public UUID id() {
        return id(series, token);
    }

    public static UUID id(SeriesKey series, long token) {
        return DerivedId.of(series.text(), token);
    }

    public Timeframe timeframe() {
        return series.timeframe();
    }
}
