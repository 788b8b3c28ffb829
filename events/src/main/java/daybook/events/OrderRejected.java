package daybook.events;

/**
 * A command of a client was refused; nothing else changed.
 *
 * @param orderId the order that the command named; for a repeated clientOrderId with the same body the first order; 0 if none
 *     (then absent in JSON)
 * @param clientOrderId the id the client gave; "" if it gave none
 * @param symbol as the client gave it, even if unknown; "" if the command named none
 */
public record OrderRejected(
        long seq, long time, long orderId, String clientOrderId, String accountId, String symbol, RejectReason reason)
        implements Event {
    @Override
    public Kind kind() {
        return Kind.ORDER_REJECTED;
    }

    @Override
    public String key() {
        return symbol;
    }
}
