package daybook.exchange.replay;

import daybook.events.Side;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/** The orders in the book, by the file's id and by the engine's. */
final class LiveOrders {
    // A map that turns a crowded bucket into a tree: the keys are a stranger's.
    private final Map<String, LiveOrder> byId = new HashMap<>();
    private final Long2ObjectHashMap<LiveOrder> byEngineId = new Long2ObjectHashMap<>();
    private long lastPlace;

    @Nullable
    LiveOrder named(String id) {
        return byId.get(id);
    }

    @Nullable
    LiveOrder known(long engineId) {
        return byEngineId.get(engineId);
    }

    /** An order that the engine has accepted; it stands last at its price. */
    void add(LiveOrder order) {
        byId.put(order.id, order);
        byEngineId.put(order.engineId, order);
        toTheBack(order);
    }

    void remove(LiveOrder order) {
        byId.remove(order.id);
        byEngineId.remove(order.engineId);
    }

    void toTheBack(LiveOrder order) {
        order.place = ++lastPlace;
    }

    /** The order and those behind it at its price, in their places. Costs a look at every order: for what is rare. */
    List<LiveOrder> queueFrom(LiveOrder first) {
        List<LiveOrder> queue = new ArrayList<>();
        for (LiveOrder order : byId.values()) {
            if (order.side == first.side && order.price == first.price && order.place >= first.place) {
                queue.add(order);
            }
        }
        queue.sort(Comparator.comparingLong(order -> order.place));
        return queue;
    }

    /** How many have a price. */
    long resting() {
        return byId.values().stream().filter(order -> !order.isMarket()).count();
    }

    OptionalLong best(Side side) {
        LongStream prices = byId.values().stream()
                .filter(order -> order.side == side && !order.isMarket())
                .mapToLong(order -> order.price);
        return side == Side.BUY ? prices.max() : prices.min();
    }
}
