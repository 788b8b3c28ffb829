package daybook.posttrade.market;

import daybook.events.CancelReason;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderType;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Trade;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One symbol's book, folded from its events. Knows one rule of matching: in continuous trading what crosses the other side does not
 * rest yet. The acceptance of such an order comes before its trades; to show it at once would show a crossed book. It is held back, as
 * the incoming order, until it crosses no more, or another command begins.
 *
 * <p>Not safe for many threads.
 */
final class SymbolBook {
    /** More than {@link MarketFeed#REMEMBERED}, and a power of two. */
    private static final int REMEMBERED = 16_384;

    /** What rests at a price. */
    private static final class Sum {
        long quantity;
        int orders;
    }

    private final Map<Long, OpenOrder> orders = new LinkedHashMap<>();
    private final NavigableMap<Long, Sum> bids = new TreeMap<>(Comparator.reverseOrder());
    private final NavigableMap<Long, Sum> asks = new TreeMap<>();
    /** Levels that changed: price x 2, +1 for asks. */
    private final Recent<Long> changes;

    private @Nullable OpenOrder incoming;

    /** @param from what happened at or below this seq is not known as single changes */
    SymbolBook(long from) {
        this.changes = new Recent<>(REMEMBERED, from);
    }

    void accepted(OrderAccepted event, SessionState state) {
        settle(event.seq());
        boolean mayRest = event.timeInForce() != TimeInForce.IOC
                && event.timeInForce() != TimeInForce.FOK
                && isPriced(event, state);
        OpenOrder order = new OpenOrder(event.orderId(), event.side(), mayRest, event.price(), event.quantity());
        orders.put(order.id, order);
        enter(order, state, event.seq());
    }

    private static boolean isPriced(OrderAccepted event, SessionState state) {
        return event.orderType() == OrderType.LIMIT || state != SessionState.OPEN;
    }

    void modified(OrderModified event, SessionState state) {
        settle(event.seq());
        OpenOrder order = orders.get(event.orderId());
        if (order == null) {
            return; // its history is not whole, and that is told elsewhere
        }
        leave(order, event.seq());
        order.price = event.price();
        order.open = event.leavesQuantity();
        enter(order, state, event.seq());
    }

    void traded(Trade event) {
        fill(event.buyOrderId(), event);
        fill(event.sellOrderId(), event);
        letIncomingRest(event.seq());
    }

    void cancelled(OrderCancelled event) {
        boolean endsIncoming = incoming != null && incoming.id == event.orderId();
        if (!endsIncoming && event.reason() != CancelReason.SELF_TRADE_PREVENTION) {
            settle(event.seq()); // only self-trade prevention takes out others while an order is coming in
        }
        OpenOrder order = orders.remove(event.orderId());
        if (order != null) {
            leave(order, event.seq());
        }
        if (endsIncoming) {
            incoming = null;
        }
        letIncomingRest(event.seq());
    }

    /** Another command has begun: what was coming in is in. */
    void settle(long seq) {
        OpenOrder settled = incoming;
        incoming = null;
        if (settled != null && settled.mayRest) {
            rest(settled, seq);
        }
    }

    List<Level> bids() {
        return levels(bids);
    }

    List<Level> asks() {
        return levels(asks);
    }

    /** The levels that changed after a seq, as they are now; null if that is not remembered. */
    @Nullable
    BookChanges since(long from, Heading now) {
        List<Long> changed = changes.since(from).orElse(null);
        if (changed == null) {
            return null;
        }
        TreeSet<Long> bidPrices = new TreeSet<>(Comparator.reverseOrder());
        TreeSet<Long> askPrices = new TreeSet<>();
        for (long change : changed) {
            (isAsk(change) ? askPrices : bidPrices).add(change >> 1);
        }
        return new BookChanges(now.seq, now.symbol, now.state, levels(bids, bidPrices), levels(asks, askPrices));
    }

    /** What stands above a book. */
    record Heading(long seq, String symbol, SessionState state) {}

    /** All open orders, in the order in which they were accepted. */
    Collection<OpenOrder> orders() {
        return orders.values();
    }

    /** The order that is coming in; 0 if none is. */
    long incoming() {
        return incoming == null ? 0 : incoming.id;
    }

    /** Puts an order where a snapshot says it was. */
    void restore(OpenOrder order, boolean isIncoming) {
        orders.put(order.id, order);
        if (order.rests) {
            Sum sum = side(order.side).computeIfAbsent(order.price, price -> new Sum());
            sum.quantity += order.open;
            sum.orders++;
        }
        if (isIncoming) {
            incoming = order;
        }
    }

    private void enter(OpenOrder order, SessionState state, long seq) {
        boolean trades = state == SessionState.OPEN && (!order.mayRest || crosses(order));
        if (trades) {
            incoming = order;
        } else if (order.mayRest) {
            rest(order, seq);
        }
    }

    private boolean crosses(OpenOrder order) {
        NavigableMap<Long, Sum> other = order.side == Side.BUY ? asks : bids;
        if (other.isEmpty() || order.price == 0) {
            return false;
        }
        long best = other.firstKey();
        return order.side == Side.BUY ? order.price >= best : order.price <= best;
    }

    private void letIncomingRest(long seq) {
        OpenOrder coming = incoming;
        if (coming != null && coming.mayRest && !crosses(coming)) {
            incoming = null;
            rest(coming, seq);
        }
    }

    private void fill(long orderId, Trade event) {
        OpenOrder order = orders.get(orderId);
        if (order == null) {
            return;
        }
        order.open -= event.quantity();
        if (order.rests) {
            take(order, event.quantity(), event.seq());
        }
        if (order.open <= 0) {
            orders.remove(orderId);
            if (order == incoming) {
                incoming = null;
            }
        }
    }

    private void rest(OpenOrder order, long seq) {
        if (order.price == 0) {
            return; // a market order that waits for the uncross is in no level
        }
        Sum sum = side(order.side).computeIfAbsent(order.price, price -> new Sum());
        sum.quantity += order.open;
        sum.orders++;
        order.rests = true;
        changed(order, seq);
    }

    private void leave(OpenOrder order, long seq) {
        if (order.rests) {
            long open = order.open;
            order.open = 0;
            take(order, open, seq);
            order.rests = false;
        }
    }

    /** Takes quantity of a resting order out of its level, and the order if nothing of it is left. */
    private void take(OpenOrder order, long quantity, long seq) {
        NavigableMap<Long, Sum> levels = side(order.side);
        Sum sum = levels.get(order.price);
        if (sum == null) {
            throw new IllegalStateException("level: " + order.price + " (expected: one with order " + order.id + ")");
        }
        sum.quantity -= quantity;
        if (order.open <= 0) {
            sum.orders--;
        }
        if (sum.orders == 0) {
            levels.remove(order.price);
        }
        changed(order, seq);
    }

    private void changed(OpenOrder order, long seq) {
        changes.add(seq, order.price << 1 | (order.side == Side.SELL ? 1 : 0));
    }

    private static boolean isAsk(long change) {
        return (change & 1) != 0;
    }

    private NavigableMap<Long, Sum> side(Side side) {
        return side == Side.BUY ? bids : asks;
    }

    private static List<Level> levels(NavigableMap<Long, Sum> side) {
        List<Level> levels = new ArrayList<>(side.size());
        side.forEach((price, sum) -> levels.add(new Level(price, sum.quantity, sum.orders)));
        return levels;
    }

    private static List<Level> levels(NavigableMap<Long, Sum> side, Collection<Long> prices) {
        List<Level> levels = new ArrayList<>(prices.size());
        for (long price : prices) {
            Sum sum = side.get(price);
            levels.add(sum == null ? new Level(price, 0, 0) : new Level(price, sum.quantity, sum.orders));
        }
        return levels;
    }
}
