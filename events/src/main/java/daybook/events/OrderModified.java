package daybook.events;

/**
 * An order has a new price or quantity.
 *
 * @param quantity the new whole quantity, what has traded included
 * @param leavesQuantity what is open now, before any trade that the new price causes
 */
public record OrderModified(
        long seq,
        long time,
        long orderId,
        String accountId,
        String symbol,
        long price,
        long quantity,
        long leavesQuantity)
        implements Event {
    @Override
    public Kind kind() {
        return Kind.ORDER_MODIFIED;
    }

    @Override
    public String key() {
        return symbol;
    }
}
