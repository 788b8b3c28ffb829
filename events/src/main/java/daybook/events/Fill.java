package daybook.events;

/**
 * One account's half of a trade, on {@code fills.v1}.
 *
 * @param fillId {@code f-{tradeId}-{B|S}}: the identity that consumers deduplicate by
 * @param seq the trade's event seq
 * @param time microseconds since the epoch, venue time
 * @param price in price units of the symbol
 * @param quantity in quantity units of the symbol, always positive
 * @param charges in money units of the currency; negative = a rebate
 * @param priceScale with quantityScale and moneyScale: the symbol's, as in {@link Instrument}, so that a reader of fills alone
 *     can turn price x quantity into money
 */
public record Fill(
        String fillId,
        long tradeId,
        long seq,
        long time,
        String accountId,
        String symbol,
        Side side,
        long price,
        long quantity,
        long orderId,
        Liquidity liquidity,
        long charges,
        String currency,
        int priceScale,
        int quantityScale,
        int moneyScale) {}
