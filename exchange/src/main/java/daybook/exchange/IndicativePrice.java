package daybook.exchange;

/**
 * What an auction would give if it ended now.
 *
 * @param price in price units
 * @param volume quantity that would trade
 * @param imbalance quantity left over at the price: positive on the buy side, negative on the sell side
 */
public record IndicativePrice(String symbol, long price, long volume, long imbalance) {}
