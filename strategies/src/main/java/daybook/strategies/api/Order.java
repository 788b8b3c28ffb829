package daybook.strategies.api;

import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import java.util.Objects;

/**
 * An order as a strategy wants it, for the bar's own symbol. It has no identity: that follows from the strategy, the bar and its place in
 * the decision, and is given where the decision is recorded, with the account and the fence.
 *
 * @param price in the bar's price units; 0 for a market order
 * @param quantity in the bar's quantity units, above 0
 */
public record Order(Side side, OrderType type, TimeInForce timeInForce, long price, long quantity) {
    public Order {
        Objects.requireNonNull(side, "side: null (expected: a side)");
        Objects.requireNonNull(type, "type: null (expected: an order type)");
        Objects.requireNonNull(timeInForce, "timeInForce: null (expected: a time in force)");
        if (quantity <= 0) {
            throw new IllegalArgumentException("quantity: " + quantity + " (expected: above 0)");
        }
        if (type == OrderType.MARKET && price != 0) {
            throw new IllegalArgumentException("price: " + price + " (expected: 0 for a market order)");
        }
    }

    /** Takes what is there; the rest is cancelled. */
    public static Order market(Side side, long quantity) {
        return new Order(side, OrderType.MARKET, TimeInForce.IOC, 0, quantity);
    }

    /** Rests until the session closes. */
    public static Order limit(Side side, long price, long quantity) {
        return new Order(side, OrderType.LIMIT, TimeInForce.DAY, price, quantity);
    }
}
