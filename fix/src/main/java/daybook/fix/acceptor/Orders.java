package daybook.fix.acceptor;

import daybook.events.Instrument;
import daybook.events.OrderAccepted;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The orders of the accounts that have a session, and all instruments: the fold of the exchange's history as far as it was read.
 * Orders that have ended are kept for a while, so that a status tells their average price. Confined to the acceptor's thread.
 */
final class Orders {
    private static final int ENDED_KEPT = 10_000;

    private final Map<Long, Order> orders = new HashMap<>();
    private final Map<Name, Long> byName = new HashMap<>();
    private final Map<Long, Set<Name>> names = new HashMap<>();
    private final Map<Long, Boolean> ended = new LinkedHashMap<>();
    private final Map<String, Instrument> instruments = new HashMap<>();

    /** What an account calls an order. */
    record Name(String accountId, String clOrdId) {}

    void changed(Instrument instrument) {
        instruments.put(instrument.symbol(), instrument);
    }

    Optional<Instrument> instrument(String symbol) {
        return Optional.ofNullable(instruments.get(symbol));
    }

    Order accepted(OrderAccepted event) {
        Order order = new Order(event);
        restored(order);
        return order;
    }

    void restored(Order order) {
        orders.put(order.orderId(), order);
        name(order, order.clOrdId);
    }

    /** In the order of their ids. */
    List<Order> all() {
        return orders.values().stream()
                .sorted(Comparator.comparingLong(Order::orderId))
                .toList();
    }

    Set<Name> names(Order order) {
        return names.getOrDefault(order.orderId(), Set.of());
    }

    Collection<Instrument> instruments() {
        return instruments.values();
    }

    /** Gives an order one more name; the earlier ones go on finding it. */
    void name(Order order, String clOrdId) {
        Name name = new Name(order.accountId(), clOrdId);
        byName.put(name, order.orderId());
        names.computeIfAbsent(order.orderId(), id -> new HashSet<>()).add(name);
        order.clOrdId = clOrdId;
    }

    Optional<Order> find(long orderId) {
        return Optional.ofNullable(orders.get(orderId));
    }

    Optional<Order> find(Name name) {
        return Optional.ofNullable(byName.get(name)).map(orders::get);
    }

    /** Whether a name belongs to another order than this one. */
    boolean namesAnother(Name name, long orderId) {
        Long named = byName.get(name);
        return named != null && named != orderId;
    }

    /** Notes that an order may have ended. */
    void settle(Order order) {
        if (order.state.isOpen()) {
            return;
        }
        ended.put(order.orderId(), Boolean.TRUE);
        while (ended.size() > ENDED_KEPT) {
            forget(ended.keySet().iterator().next());
        }
    }

    private void forget(long orderId) {
        ended.remove(orderId);
        orders.remove(orderId);
        Set<Name> known = names.remove(orderId);
        if (known != null) {
            known.forEach(byName::remove);
        }
    }
}
