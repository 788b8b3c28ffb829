package daybook.strategies.gateway;

import daybook.strategies.OrderIntent;
import daybook.strategies.OrderUpdate;

/**
 * An order as its row says. Immutable.
 *
 * @param n its place in the order in which they came
 */
record GatewayOrder(long n, OrderIntent intent, OrderState state) {

    /** The same in another state. */
    GatewayOrder in(OrderState next) {
        return new GatewayOrder(n, intent, next);
    }

    String id() {
        return intent.clientOrderId();
    }

    OrderUpdate update(long timeMicros) {
        return state.update(intent, timeMicros);
    }
}
