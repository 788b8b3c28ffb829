package daybook.events;

/** An order, or what was left of it, ended without trading. */
public record OrderCancelled(
        long seq, long time, long orderId, String accountId, String symbol, long cancelledQuantity, CancelReason reason)
        implements Event {
    @Override
    public Kind kind() {
        return Kind.ORDER_CANCELLED;
    }

    @Override
    public String key() {
        return symbol;
    }
}
