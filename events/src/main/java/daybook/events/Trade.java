package daybook.events;

/**
 * Two orders traded.
 *
 * @param tradeId numbered by the exchange from 1
 * @param aggressorSide the side whose order came in; in an auction, where neither did, BUY
 */
public record Trade(
        long seq,
        long time,
        long tradeId,
        String symbol,
        long price,
        long quantity,
        Side aggressorSide,
        long buyOrderId,
        long sellOrderId,
        String buyAccountId,
        String sellAccountId)
        implements Event {
    @Override
    public Kind kind() {
        return Kind.TRADE;
    }

    @Override
    public String key() {
        return symbol;
    }
}
