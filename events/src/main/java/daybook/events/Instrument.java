package daybook.events;

/**
 * What is traded, and its rules.
 *
 * @param symbol 1 to 32 characters of {@code [A-Za-z0-9._-]}, not starting with {@code -} or {@code .}
 * @param priceScale prices are in units of 10^-priceScale; 0..9
 * @param quantityScale quantities are in units of 10^-quantityScale; 0..9
 * @param moneyScale money of the currency is in units of 10^-moneyScale; at least priceScale + quantityScale, at most 18
 * @param tick every price is a multiple of it, in price units
 * @param lot every quantity is a multiple of it, in quantity units
 * @param referencePrice the middle of the price band, in price units, until the first close; then the last trade before it
 * @param bandPercent a limit price may lie this many percent from the reference; 0 = no band
 * @param maxQuantity largest quantity of one order, in quantity units; 0 = no limit of its own
 * @param maxNotional largest price x quantity of one order, in money units; 0 = no limit of its own, only 2^53-1
 * @param currency three to eight capital letters
 */
public record Instrument(
        String symbol,
        int priceScale,
        int quantityScale,
        int moneyScale,
        long tick,
        long lot,
        long referencePrice,
        int bandPercent,
        long maxQuantity,
        long maxNotional,
        String currency) {}
