package daybook.posttrade.market;

/**
 * What rests at one price of one side.
 *
 * @param price in price units of the symbol (10^-priceScale)
 * @param quantity open, in quantity units of the symbol; 0 in {@link BookChanges}: the level is gone
 * @param orders how many rest there
 */
public record Level(long price, long quantity, int orders) {}
