package daybook.exchange.replay;

import java.time.Duration;

/**
 * How a replay ended.
 *
 * @param commands rows of the file
 * @param events what the engine decided, settings and sessions included
 * @param executions rows of the output
 * @param bestBid plain decimal; "" if nobody bids
 * @param bestAsk plain decimal; "" if nobody asks
 * @param restingOrders limit orders left in the book
 * @param unknownIds rows that amended, cancelled or reduced an order that did not rest
 * @param elapsed wall time, checking the file included
 */
public record ReplaySummary(
        long commands,
        long events,
        long executions,
        String bestBid,
        String bestAsk,
        long restingOrders,
        long unknownIds,
        Duration elapsed) {

    /** Commands per second of {@link #elapsed}. */
    public long commandsPerSecond() {
        return Math.round(commands / Math.max(elapsed.toNanos() / 1e9, 1e-9));
    }
}
