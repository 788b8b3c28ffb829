package daybook.app.http;

import daybook.app.DecimalText;
import daybook.app.Json;
import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.Side;
import daybook.events.Trade;
import daybook.exchange.OrderView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Orders as HTTP shows them. */
final class OrderJson {
    private OrderJson() {}

    /** The answer to a new order, from the events that it caused. */
    static Map<String, Object> entered(OrderAccepted order, List<Event> events, Instrument instrument) {
        List<Map<String, Object>> trades = trades(order.orderId(), events, instrument);
        long filled = filled(order.orderId(), events);
        boolean ended = events.stream().anyMatch(e -> e instanceof OrderCancelled c && c.orderId() == order.orderId());
        OrderView.Status status;
        if (filled == order.quantity()) {
            status = OrderView.Status.FILLED;
        } else if (ended) {
            status = OrderView.Status.CANCELLED;
        } else {
            status = filled > 0 ? OrderView.Status.PARTIALLY_FILLED : OrderView.Status.OPEN;
        }
        return Json.fields(
                "seq", order.seq(),
                "orderId", order.orderId(),
                "clientOrderId", order.clientOrderId(),
                "status", status.name(),
                "filledQuantity", DecimalText.format(filled, instrument.quantityScale()),
                "trades", trades);
    }

    /** An order as it stands. */
    static Map<String, Object> standing(OrderView order, Instrument instrument) {
        Map<String, Object> json = Json.fields(
                "seq", order.seq(),
                "orderId", order.orderId(),
                "clientOrderId", order.clientOrderId(),
                "account", order.accountId(),
                "symbol", order.symbol(),
                "side", order.side().name(),
                "type", order.orderType().name(),
                "timeInForce", order.timeInForce().name());
        if (order.price() > 0) {
            json.put("price", DecimalText.format(order.price(), instrument.priceScale()));
        }
        json.put("quantity", DecimalText.format(order.quantity(), instrument.quantityScale()));
        json.put("filledQuantity", DecimalText.format(order.filledQuantity(), instrument.quantityScale()));
        json.put("cancelledQuantity", DecimalText.format(order.cancelledQuantity(), instrument.quantityScale()));
        json.put("status", order.status().name());
        return json;
    }

    /** What traded, as the order's owner may see it: the other account is not shown. */
    static List<Map<String, Object>> trades(long orderId, List<Event> events, Instrument instrument) {
        List<Map<String, Object>> trades = new ArrayList<>();
        for (Event event : events) {
            if (event instanceof Trade trade && isOf(trade, orderId)) {
                Side side = trade.buyOrderId() == orderId ? Side.BUY : Side.SELL;
                trades.add(Json.fields(
                        "seq", trade.seq(),
                        "tradeId", trade.tradeId(),
                        "side", side.name(),
                        "price", DecimalText.format(trade.price(), instrument.priceScale()),
                        "quantity", DecimalText.format(trade.quantity(), instrument.quantityScale())));
            }
        }
        return trades;
    }

    /** Why the order ended, if these events ended it without a trade. */
    static List<CancelReason> endings(long orderId, List<Event> events) {
        return events.stream()
                .filter(e -> e instanceof OrderCancelled c && c.orderId() == orderId)
                .map(e -> ((OrderCancelled) e).reason())
                .toList();
    }

    private static long filled(long orderId, List<Event> events) {
        return events.stream()
                .filter(e -> e instanceof Trade t && isOf(t, orderId))
                .mapToLong(e -> ((Trade) e).quantity())
                .sum();
    }

    private static boolean isOf(Trade trade, long orderId) {
        return trade.buyOrderId() == orderId || trade.sellOrderId() == orderId;
    }
}
