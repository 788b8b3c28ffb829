package daybook.exchange;

import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;

/**
 * An order as it stands at the durable line.
 *
 * @param seq the event that accepted it
 * @param price 0 for a market order
 */
public record OrderView(
        long seq,
        long orderId,
        String clientOrderId,
        String accountId,
        String symbol,
        Side side,
        OrderType orderType,
        TimeInForce timeInForce,
        long price,
        long quantity,
        long filledQuantity,
        long cancelledQuantity,
        Status status) {

    /** Where an order is in its life. */
    public enum Status {
        OPEN,
        PARTIALLY_FILLED,
        FILLED,
        CANCELLED
    }
}
