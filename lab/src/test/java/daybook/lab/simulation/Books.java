package daybook.lab.simulation;

import daybook.events.Event;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.Side;
import daybook.events.Trade;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the market, told again from the events alone, as plainly as can be: price-time priority, limits, quantities that add up.
 * Shares nothing with the engine.
 */
final class Books {

    /** An order as its events have made it. */
    static final class Order {
        final OrderAccepted accepted;
        long price;
        long quantity;
        long leaves;
        long filled;
        long cancelled;
        /** When it got its place in the queue. */
        long since;

        Order(OrderAccepted accepted) {
            this.accepted = accepted;
            this.price = accepted.price();
            this.quantity = accepted.quantity();
            this.leaves = accepted.quantity();
            this.since = accepted.seq();
        }
    }

    final Map<Long, Order> orders = new TreeMap<>();
    final List<Trade> trades = new ArrayList<>();
    private final Map<String, Map<Long, Order>> open = new HashMap<>();
    private long lastSeq;

    /** Takes the next event. */
    void take(Event event) {
        require(event.seq() == lastSeq + 1, "seq " + event.seq() + " follows " + lastSeq);
        lastSeq = event.seq();
        if (event instanceof OrderAccepted accepted) {
            Order order = new Order(accepted);
            orders.put(accepted.orderId(), order);
            book(accepted.symbol()).put(accepted.orderId(), order);
        } else if (event instanceof OrderModified modified) {
            modify(order(modified.orderId()), modified);
        } else if (event instanceof OrderCancelled cancelled) {
            Order order = order(cancelled.orderId());
            require(
                    cancelled.cancelledQuantity() == order.leaves,
                    "cancelled: " + cancelled + ", open " + order.leaves);
            order.cancelled += order.leaves;
            order.leaves = 0;
            book(cancelled.symbol()).remove(cancelled.orderId());
        } else if (event instanceof Trade trade) {
            trade(trade);
        }
    }

    /** A command is decided: nothing is left that could trade. */
    void endOfGroup(String symbol) {
        Order bid = best(symbol, Side.BUY);
        Order ask = best(symbol, Side.SELL);
        require(bid == null || ask == null || bid.price < ask.price, symbol + " is crossed or locked");
    }

    private void modify(Order order, OrderModified modified) {
        boolean keepsItsPlace = modified.price() == order.price && modified.leavesQuantity() <= order.leaves;
        require(modified.quantity() == order.filled + modified.leavesQuantity(), "modified: " + modified);
        order.price = modified.price();
        order.quantity = modified.quantity();
        order.leaves = modified.leavesQuantity();
        order.since = keepsItsPlace ? order.since : modified.seq();
    }

    private void trade(Trade trade) {
        trades.add(trade);
        require(trade.tradeId() == trades.size(), "trade " + trade.tradeId() + " is the " + trades.size() + "th");
        Order buy = order(trade.buyOrderId());
        Order sell = order(trade.sellOrderId());
        boolean buyerCame = trade.aggressorSide() == Side.BUY;
        Order maker = buyerCame ? sell : buy;
        Order taker = buyerCame ? buy : sell;
        Order best = best(trade.symbol(), maker.accepted.side());
        require(best == maker, "trade " + trade.tradeId() + " passed over " + (best == null ? "" : best.accepted));
        require(trade.price() == maker.price, "trade " + trade.tradeId() + " is not at the maker's price");
        boolean within = taker.price == 0 || (buyerCame ? trade.price() <= taker.price : trade.price() >= taker.price);
        require(within, "trade " + trade.tradeId() + " is beyond the taker's limit");
        require(
                buy.accepted.accountId().equals(trade.buyAccountId())
                        && sell.accepted.accountId().equals(trade.sellAccountId()),
                "trade " + trade.tradeId() + " names other accounts");
        fill(buy, trade);
        fill(sell, trade);
    }

    private void fill(Order order, Trade trade) {
        require(trade.quantity() > 0 && order.leaves >= trade.quantity(), "trade " + trade + ", open " + order.leaves);
        order.leaves -= trade.quantity();
        order.filled += trade.quantity();
        if (order.leaves == 0) {
            book(trade.symbol()).remove(order.accepted.orderId());
        }
    }

    /** The order that trades next on a side; market orders never rest. */
    private @Nullable Order best(String symbol, Side side) {
        Order best = null;
        for (Order order : book(symbol).values()) {
            if (order.accepted.side() == side && order.price != 0 && (best == null || isBefore(order, best, side))) {
                best = order;
            }
        }
        return best;
    }

    private static boolean isBefore(Order a, Order b, Side side) {
        if (a.price != b.price) {
            return side == Side.BUY ? a.price > b.price : a.price < b.price;
        }
        return a.since < b.since;
    }

    private Order order(long orderId) {
        Order order = orders.get(orderId);
        if (order == null) {
            throw new Violation("RULES_OF_THE_MARKET", "order " + orderId + " was never accepted", null);
        }
        return order;
    }

    private Map<Long, Order> book(String symbol) {
        return open.computeIfAbsent(symbol, s -> new TreeMap<>());
    }

    static void require(boolean holds, String what) {
        if (!holds) {
            throw new Violation("RULES_OF_THE_MARKET", what, null);
        }
    }
}
