package daybook.strategies.gateway;

import daybook.strategies.OrderIntent;
import daybook.strategies.OrderUpdate;

/**
 * An order as its row says. Immutable.
 *
 * @param n its place in the order in which they came
 * @param id the intent's, which is its client order id
 */
record GatewayOrder(long n, String id, OrderIntent intent, OrderState state) {

    /** The same in another state. */
    GatewayOrder in(OrderState next) {
        return new GatewayOrder(n, id, intent, next);
    }

    OrderUpdate update(long timeMicros) {
        return state.update(intent, timeMicros);
    }
}
