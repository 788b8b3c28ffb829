package daybook.strategies.api;

import java.util.List;
import java.util.Objects;

/**
 * What a strategy has decided upon one bar.
 *
 * @param state what it needs to know at the next bar, in a text form of its own; at most {@value #MOST_STATE_CHARS} characters
 * @param orders what it wants to be ordered, in this order; at most {@value #MOST_ORDERS}
 */
public record Decision(String state, List<Order> orders) {
    public static final int MOST_STATE_CHARS = 16_384;
    public static final int MOST_ORDERS = 100;

    public Decision {
        Objects.requireNonNull(state, "state: null (expected: text, empty for none)");
        Objects.requireNonNull(orders, "orders: null (expected: a list, empty for none)");
        orders = List.copyOf(orders);
        if (state.length() > MOST_STATE_CHARS) {
            throw new IllegalArgumentException(
                    "state: " + state.length() + " characters (expected: at most " + MOST_STATE_CHARS + ")");
        }
        if (state.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("state: holds the character 0 (expected: text)");
        }
        if (orders.size() > MOST_ORDERS) {
            throw new IllegalArgumentException("orders: " + orders.size() + " (expected: at most " + MOST_ORDERS + ")");
        }
    }

    /** Nothing is to be ordered. */
    public static Decision keep(String state) {
        return new Decision(state, List.of());
    }
}
