package daybook.posttrade.market;

/**
 * A bar as it is after an event.
 *
 * @param seq the exchange's event that changed or closed it last
 */
public record BarTick(long seq, Bar bar) {}
