package daybook.fix.initiator;

import daybook.events.EventIds;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.fix.Tag;
import daybook.fix.Units;
import daybook.strategies.OrderIntent;
import java.time.LocalDateTime;
import quickfix.Message;
import quickfix.UtcTimestampPrecision;

/** Writes what is sent to a venue. */
final class Requests {
    private Requests() {}

    static Message newOrder(OrderIntent intent, LocalDateTime now) {
        OrderIntent.Terms terms = intent.terms();
        Message order = message(Tag.NEW_ORDER_SINGLE);
        order.setString(Tag.CL_ORD_ID, intent.clientOrderId());
        order.setString(Tag.ACCOUNT, intent.account().account());
        common(order, intent, now);
        order.setChar(Tag.ORD_TYPE, terms.type() == OrderType.MARKET ? '1' : '2');
        if (terms.type() == OrderType.LIMIT) {
            order.setString(Tag.PRICE, Units.text(terms.price(), terms.scales().price()));
        }
        switch (terms.timeInForce()) {
            case DAY -> order.setChar(Tag.TIME_IN_FORCE, '0');
            case GTC -> order.setChar(Tag.TIME_IN_FORCE, '1');
            case IOC -> order.setChar(Tag.TIME_IN_FORCE, '3');
            case FOK -> order.setChar(Tag.TIME_IN_FORCE, '4');
            case POST_ONLY -> {
                order.setChar(Tag.TIME_IN_FORCE, '1');
                order.setString(Tag.EXEC_INST, "6");
            }
        }
        return order;
    }

    static Message status(OrderIntent intent) {
        Message request = message(Tag.ORDER_STATUS_REQUEST);
        request.setString(Tag.CL_ORD_ID, intent.clientOrderId());
        request.setString(Tag.SYMBOL, intent.symbol());
        request.setChar(Tag.SIDE, side(intent));
        return request;
    }

    /** The request's own name is derived from the order's: asked again, it is the same request. */
    static Message cancel(OrderIntent intent, LocalDateTime now) {
        Message request = message(Tag.ORDER_CANCEL_REQUEST);
        request.setString(Tag.ORIG_CL_ORD_ID, intent.clientOrderId());
        request.setString(
                Tag.CL_ORD_ID,
                EventIds.uuid5("cancel:" + intent.clientOrderId()).toString());
        common(request, intent, now);
        return request;
    }

    private static void common(Message message, OrderIntent intent, LocalDateTime now) {
        message.setString(Tag.SYMBOL, intent.symbol());
        message.setChar(Tag.SIDE, side(intent));
        message.setUtcTimeStamp(Tag.TRANSACT_TIME, now, UtcTimestampPrecision.MILLIS);
        message.setString(
                Tag.ORDER_QTY,
                Units.text(intent.terms().quantity(), intent.terms().scales().quantity()));
    }

    private static char side(OrderIntent intent) {
        return intent.terms().side() == Side.BUY ? '1' : '2';
    }

    private static Message message(String type) {
        Message message = new Message();
        message.getHeader().setString(Tag.MSG_TYPE, type);
        return message;
    }
}
