package daybook.exchange;

import java.util.List;

/**
 * A book's price levels, best first.
 *
 * @param seq the last event that it contains
 */
public record BookView(String symbol, long seq, List<Level> bids, List<Level> asks) {
    /** One price. */
    public record Level(long price, long quantity, int orders) {}
}
