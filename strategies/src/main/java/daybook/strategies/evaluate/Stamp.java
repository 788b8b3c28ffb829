package daybook.strategies.evaluate;

import daybook.strategies.AccountKey;
import daybook.strategies.ClosedBar;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.api.Decision;
import daybook.strategies.api.Order;
import java.util.ArrayList;
import java.util.List;

/** Makes intents of what a strategy wants: gives each its identity, its account and its fence. */
public interface Stamp {
    /** Identity from strategy, bar and ordinal: however often it is decided, it is the same intent. */
    Stamp DERIVED = (source, decision, fence) -> {
        List<OrderIntent> intents = new ArrayList<>();
        for (Order order : decision.orders()) {
            intents.add(new OrderIntent(
                    new OrderIntent.Cause(source.strategyId(), source.bar().id(), intents.size()),
                    source.account(),
                    source.bar().symbol(),
                    new OrderIntent.Terms(
                            order.side(),
                            order.type(),
                            order.timeInForce(),
                            order.price(),
                            order.quantity(),
                            source.bar().scales()),
                    fence));
        }
        return intents;
    };

    /** Who decided upon what. */
    record Source(long strategyId, AccountKey account, ClosedBar bar) {}

    List<OrderIntent> stamp(Source source, Decision decision, Fence fence);
}
