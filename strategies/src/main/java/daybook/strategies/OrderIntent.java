package daybook.strategies;

import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import java.util.UUID;

/**
 * What a strategy wants to be ordered, as {@code order.intent.v1} carries it.
 *
 * @param cause who decided it, upon what
 * @param account where it goes
 * @param symbol the instrument as its venue writes it
 */
public record OrderIntent(Cause cause, AccountKey account, String symbol, Terms terms, Fence fence) {

    /**
     * Who decided it, upon what: together its identity.
     *
     * @param strategyId 0 = a person
     * @param sourceId id of the bar, or of the request
     * @param ordinal from 0, among the intents of this strategy upon this source
     */
    public record Cause(long strategyId, UUID sourceId, int ordinal) {
        public Cause {
            if (strategyId < 0 || ordinal < 0) {
                throw new IllegalArgumentException(
                        "strategyId, ordinal: " + strategyId + ", " + ordinal + " (expected: 0 or more)");
            }
        }
    }

    /**
     * The order.
     *
     * @param price in units of 10^-priceScale; 0 for a market order
     * @param quantity in units of 10^-quantityScale
     */
    public record Terms(
            Side side, OrderType type, TimeInForce timeInForce, long price, long quantity, ClosedBar.Scales scales) {
        public Terms {
            if (quantity <= 0) {
                throw new IllegalArgumentException("quantity: " + quantity + " (expected: above 0)");
            }
            if (type == OrderType.MARKET && price != 0) {
                throw new IllegalArgumentException("price: " + price + " (expected: 0 for a market order)");
            }
        }
    }

    /** The same for the same decision, however often it is made. It is the order's client order id at the venue, as text. */
    public UUID id() {
        return DerivedId.of(cause.strategyId(), cause.sourceId(), cause.ordinal());
    }

    /** What the venue knows the order by. */
    public String clientOrderId() {
        return id().toString();
    }
}
