package daybook.events;

/**
 * An order was taken in; its trades, if any, follow.
 *
 * @param price limit price; 0 for a market order (then absent in JSON)
 * @param quantity the whole quantity asked for
 */
public record OrderAccepted(
        long seq,
        long time,
        long orderId,
        String clientOrderId,
        String accountId,
        String symbol,
        Side side,
        OrderType orderType,
        TimeInForce timeInForce,
        long price,
        long quantity)
        implements Event {
    @Override
    public Kind kind() {
        return Kind.ORDER_ACCEPTED;
    }

    @Override
    public String key() {
        return symbol;
    }
}
