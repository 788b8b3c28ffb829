package daybook.posttrade.market;

import daybook.events.Timeframe;
import java.math.BigInteger;

/**
 * What traded in one window of the clock, {@code [start, end)}: a tick at its very start belongs to it, one at its end to the next.
 *
 * <p>Without a trade, all four prices are the close of the bar before, and volume, value and trades are 0.
 *
 * @param startMicros venue time, microseconds since the epoch
 * @param open price of its first trade, in price units; high, low and close likewise
 * @param volume sum of the quantities, in quantity units
 * @param value sum of price x quantity, exact
 * @param trades how many
 * @param closed whether it is over: nothing of it will change any more
 */
public record Bar(
        String symbol,
        Timeframe timeframe,
        long startMicros,
        long endMicros,
        long open,
        long high,
        long low,
        long close,
        long volume,
        BigInteger value,
        long trades,
        boolean closed) {

    /** Volume-weighted average price in price units, what is finer cut off; 0 if nothing traded. */
    public long vwap() {
        return volume == 0 ? 0 : value.divide(BigInteger.valueOf(volume)).longValueExact();
    }

    /** Whether nothing traded in it. */
    public boolean isEmpty() {
        return trades == 0;
    }
}
