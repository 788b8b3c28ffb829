package daybook.app.invariants;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Invariants 4 and 5 over the events of a journal, in order: what happens to each order adds up, and in continuous trading the book is
 * not crossed after any command. Gives the depth of the open orders, to be compared with the one that is served.
 */
final class OrderFold {
    private static final Set<String> BEGINS =
            Set.of("OrderAccepted", "OrderModified", "OrderRejected", "SessionStateChanged");

    private final Map<Long, Order> orders = new HashMap<>();
    private final Map<String, Depth> books = new TreeMap<>();
    private final Map<String, List<Told.Accepted>> accepted = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private String session = "CLOSED";
    private String lastSymbol = "";

    private static final class Order {
        private String symbol = "";
        private String side = "";
        private long price;
        private long ordered;
        private long traded;
        private long cancelled;
        private boolean limit;
        private boolean ended;

        long open() {
            return ordered - traded - cancelled;
        }
    }

    /** Open quantity by price. */
    static final class Depth {
        private final NavigableMap<Long, Long> bids = new TreeMap<>(Comparator.reverseOrder());
        private final NavigableMap<Long, Long> asks = new TreeMap<>();

        private void add(Order order, long quantity) {
            if (order.limit && quantity != 0) {
                (order.side.equals("BUY") ? bids : asks)
                        .merge(order.price, quantity, (a, b) -> a + b == 0 ? null : a + b);
            }
        }

        /** Best first. */
        NavigableMap<Long, Long> side(String side) {
            return side.equals("BUY") ? bids : asks;
        }

        boolean crossed() {
            return !bids.isEmpty() && !asks.isEmpty() && bids.firstKey() >= asks.firstKey();
        }
    }

    void take(Map<String, Object> event) {
        String type = text(event, "type");
        if (BEGINS.contains(type)) {
            requireUncrossed(event);
        }
        switch (type) {
            case "OrderAccepted" -> accept(event);
            case "OrderModified" -> modify(event);
            case "OrderCancelled" -> cancel(event);
            case "Trade" -> {
                trade(event, number(event, "buyOrderId"), "BUY");
                trade(event, number(event, "sellOrderId"), "SELL");
            }
            case "SessionStateChanged" -> session = text(event, "state");
            default -> {}
        }
    }

    private void accept(Map<String, Object> event) {
        Order order = new Order();
        order.symbol = text(event, "symbol");
        order.side = text(event, "side");
        order.limit = text(event, "orderType").equals("LIMIT");
        order.price = order.limit ? number(event, "price") : 0;
        order.ordered = number(event, "quantity");
        require(order.ordered > 0, event, "4: a quantity that is not above 0");
        require(orders.put(number(event, "orderId"), order) == null, event, "4: an order id given twice");
        book(order).add(order, order.ordered);
        accepted.computeIfAbsent(
                        Told.name(text(event, "accountId"), text(event, "clientOrderId")), k -> new ArrayList<>())
                .add(new Told.Accepted(number(event, "seq"), number(event, "orderId")));
    }

    private void modify(Map<String, Object> event) {
        Order order = order(event, number(event, "orderId"));
        book(order).add(order, -order.open());
        order.price = number(event, "price");
        order.ordered = number(event, "quantity");
        book(order).add(order, order.open());
        require(!order.ended && order.open() > 0, event, "4: changed after its end, or to nothing");
        require(order.open() == number(event, "leavesQuantity"), event, "4: leaves (expected: " + order.open() + ")");
    }

    private void cancel(Map<String, Object> event) {
        Order order = order(event, number(event, "orderId"));
        long quantity = number(event, "cancelledQuantity");
        require(!order.ended, event, "4: cancelled after its end");
        require(quantity == order.open(), event, "4: cancelled quantity (expected: " + order.open() + ")");
        book(order).add(order, -quantity);
        order.cancelled += quantity;
        order.ended = true;
    }

    private void trade(Map<String, Object> event, long id, String side) {
        Order order = order(event, id);
        long quantity = number(event, "quantity");
        long price = number(event, "price");
        require(!order.ended && order.side.equals(side), event, "4: a trade of an order that is done, or of the side");
        require(quantity > 0 && quantity <= order.open(), event, "4: more than is open: " + order.open());
        boolean within = !order.limit || (side.equals("BUY") ? price <= order.price : price >= order.price);
        require(within, event, "4: worse than the limit " + order.price);
        book(order).add(order, -quantity);
        order.traded += quantity;
        order.ended = order.open() == 0;
    }

    private Depth book(Order order) {
        return books.computeIfAbsent(order.symbol, symbol -> new Depth());
    }

    /** An event that begins a command finds the book as the command before left it. */
    private void requireUncrossed(Map<String, Object> event) {
        if (session.equals("OPEN")) {
            Depth depth = books.get(lastSymbol);
            require(
                    depth == null || !depth.crossed(),
                    event,
                    "5: before this event the book of " + lastSymbol + " was crossed");
        }
        lastSymbol = text(event, "symbol");
    }

    /** What is wrong, after the last event. */
    List<String> wrong() {
        books.forEach((symbol, depth) -> {
            if (session.equals("OPEN") && depth.crossed()) {
                wrong.add("5: the book of " + symbol + " is crossed at the end");
            }
        });
        return wrong;
    }

    /** The open orders of a symbol added up. */
    Depth depth(String symbol) {
        return books.getOrDefault(symbol, new Depth());
    }

    /** Orders by account and client order id. */
    Map<String, List<Told.Accepted>> accepted() {
        return accepted;
    }

    private Order order(Map<String, Object> event, long id) {
        Order order = orders.get(id);
        require(order != null, event, "4: no such order");
        return order == null ? new Order() : order;
    }

    private void require(boolean holds, Map<String, Object> event, String otherwise) {
        if (!holds) {
            wrong.add(otherwise + ", in " + event);
        }
    }

    private static String text(Map<String, Object> event, String field) {
        return event.get(field) instanceof String value ? value : "";
    }

    private static long number(Map<String, Object> event, String field) {
        return event.get(field) instanceof Long value ? value : 0;
    }
}
