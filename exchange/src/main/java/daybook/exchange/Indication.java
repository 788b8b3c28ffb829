package daybook.exchange;

/**
 * What an uncross would do now.
 *
 * @param price the auction price, in price units
 * @param volume what would trade there, in quantity units; above 0
 * @param imbalance what would be left over at that price: buys less sells, in quantity units
 */
public record Indication(long price, long volume, long imbalance) {}
