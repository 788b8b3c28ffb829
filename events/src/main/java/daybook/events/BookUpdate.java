package daybook.events;

/**
 * A price level changed. Part of the format; books are derived from the order events, so the engine does not emit it.
 *
 * @param quantity open quantity at the price; 0 = the level is gone
 */
public record BookUpdate(long seq, long time, String symbol, Side side, long price, long quantity, int orderCount)
        implements Event {
    @Override
    public Kind kind() {
        return Kind.BOOK_UPDATE;
    }

    @Override
    public String key() {
        return symbol;
    }
}
