package daybook.exchange.replay;

import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderRejected;
import daybook.events.RejectReason;
import daybook.events.Side;
import daybook.events.Trade;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows the engine: folds its events into the {@link LiveOrders} and finds the executions among them. Knows no rule of matching.
 */
final class BookFold {
    /** A resting order and what happened to it. */
    record Hit(Execution.Kind kind, String restingId, long price, long quantity) {}

    private final LiveOrders orders;
    private final List<Hit> hits = new ArrayList<>();
    /** The order that the command at hand enters or amends: it comes in, so it is nobody's resting order. */
    private @Nullable LiveOrder incoming;

    private @Nullable RejectReason refusal;
    private long events;

    BookFold(LiveOrders orders) {
        this.orders = orders;
    }

    long events() {
        return events;
    }

    /** The executions since the last {@link #clear}, in order. The list is reused. */
    List<Hit> hits() {
        return hits;
    }

    void clear() {
        hits.clear();
    }

    /**
     * Folds what was decided on one command.
     *
     * @param order the order that the command enters or amends, or null
     * @return why it was refused, or null
     */
    @Nullable
    RejectReason fold(List<Event> decided, @Nullable LiveOrder order) {
        incoming = order;
        refusal = null;
        for (Event event : decided) {
            fold(event);
        }
        return refusal;
    }

    private void fold(Event event) {
        events++;
        switch (event.kind()) {
            case ORDER_ACCEPTED -> accepted((OrderAccepted) event);
            case ORDER_REJECTED -> refusal = ((OrderRejected) event).reason();
            case ORDER_CANCELLED -> cancelled((OrderCancelled) event);
            case ORDER_MODIFIED -> modified((OrderModified) event);
            case TRADE -> traded((Trade) event);
            case BOOK_UPDATE, SESSION_STATE_CHANGED, INSTRUMENT_CHANGED, ACCOUNT_CHANGED, KILL_SWITCH_CHANGED -> {}
        }
    }

    private void accepted(OrderAccepted event) {
        if (incoming == null) {
            throw new IllegalStateException(
                    "orderId: " + event.orderId() + " (expected: an order that the file named)");
        }
        incoming.engineId = event.orderId();
        orders.add(incoming);
    }

    private void modified(OrderModified event) {
        LiveOrder order = required(event.orderId());
        order.price = event.price();
        order.quantity = event.quantity();
        order.open = event.leavesQuantity();
    }

    private void cancelled(OrderCancelled event) {
        LiveOrder order = required(event.orderId());
        if (event.reason() == CancelReason.SELF_TRADE_PREVENTION && order != incoming) {
            hits.add(new Hit(Execution.Kind.STP, order.id, order.price, event.cancelledQuantity()));
        }
        orders.remove(order);
    }

    private void traded(Trade trade) {
        long restingId = trade.aggressorSide() == Side.BUY ? trade.sellOrderId() : trade.buyOrderId();
        hits.add(new Hit(Execution.Kind.FILL, required(restingId).id, trade.price(), trade.quantity()));
        reduce(required(trade.buyOrderId()), trade.quantity());
        reduce(required(trade.sellOrderId()), trade.quantity());
    }

    /**
     * Folds a change of session, which may be an uncross, in which every order rested: each filled order counts once, those of the buy side first. The
     * engine pairs the orders of both sides in their order of execution, so the order of first appearance is that order.
     */
    @Nullable
    RejectReason uncross(List<Event> decided) {
        incoming = null;
        refusal = null;
        Map<String, Hit> bought = new LinkedHashMap<>();
        Map<String, Hit> sold = new LinkedHashMap<>();
        for (Event event : decided) {
            if (event.kind() == Event.Kind.TRADE) {
                events++;
                Trade trade = (Trade) event;
                filledInUncross(bought, required(trade.buyOrderId()), trade);
                filledInUncross(sold, required(trade.sellOrderId()), trade);
            } else {
                fold(event);
            }
        }
        hits.addAll(bought.values());
        hits.addAll(sold.values());
        return refusal;
    }

    private void filledInUncross(Map<String, Hit> filled, LiveOrder order, Trade trade) {
        Hit before = filled.get(order.id);
        long quantity = trade.quantity() + (before == null ? 0 : before.quantity());
        filled.put(order.id, new Hit(Execution.Kind.FILL, order.id, trade.price(), quantity));
        reduce(order, trade.quantity());
    }

    private void reduce(LiveOrder order, long quantity) {
        order.open -= quantity;
        if (order.open == 0) {
            orders.remove(order);
        }
    }

    private LiveOrder required(long engineId) {
        LiveOrder order = orders.known(engineId);
        if (order == null) {
            throw new IllegalStateException("orderId: " + engineId + " (expected: an order in the book)");
        }
        return order;
    }
}
