package daybook.events;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/** Writes events and fills as JSON; see {@link EventJson}. */
final class EventJsonWriter {
    static final String FILL_TYPE = "Fill";

    private static final Map<Event.Kind, byte[]> STARTS = starts();
    private static final byte[] FILL_START = start(FILL_TYPE);

    private EventJsonWriter() {}

    static void write(Event event, JsonBuffer to) {
        to.raw(start(event.kind()));
        integer(to, Field.SEQ, event.seq());
        integer(to, Field.TIME, event.time());
        switch (event.kind()) {
            case ORDER_ACCEPTED -> body((OrderAccepted) event, to);
            case ORDER_REJECTED -> body((OrderRejected) event, to);
            case ORDER_CANCELLED -> body((OrderCancelled) event, to);
            case ORDER_MODIFIED -> body((OrderModified) event, to);
            case TRADE -> body((Trade) event, to);
            case BOOK_UPDATE -> body((BookUpdate) event, to);
            case SESSION_STATE_CHANGED -> constant(to, Field.STATE, ((SessionStateChanged) event).state());
            case INSTRUMENT_CHANGED -> body(((InstrumentChanged) event).instrument(), to);
            case ACCOUNT_CHANGED -> body(((AccountChanged) event).account(), to);
            case KILL_SWITCH_CHANGED -> body((KillSwitchChanged) event, to);
        }
        to.raw('}');
    }

    static void write(Fill f, JsonBuffer to) {
        to.raw(FILL_START);
        text(to, Field.FILL_ID, f.fillId());
        integer(to, Field.TRADE_ID, f.tradeId());
        integer(to, Field.SEQ, f.seq());
        integer(to, Field.TIME, f.time());
        text(to, Field.ACCOUNT_ID, f.accountId());
        text(to, Field.SYMBOL, f.symbol());
        constant(to, Field.SIDE, f.side());
        integer(to, Field.PRICE, f.price());
        integer(to, Field.QUANTITY, f.quantity());
        integer(to, Field.ORDER_ID, f.orderId());
        constant(to, Field.LIQUIDITY, f.liquidity());
        integer(to, Field.CHARGES, f.charges());
        text(to, Field.CURRENCY, f.currency());
        integer(to, Field.PRICE_SCALE, f.priceScale());
        integer(to, Field.QUANTITY_SCALE, f.quantityScale());
        integer(to, Field.MONEY_SCALE, f.moneyScale());
        to.raw('}');
    }

    static void body(Instrument i, JsonBuffer to) {
        text(to, Field.SYMBOL, i.symbol());
        integer(to, Field.PRICE_SCALE, i.priceScale());
        integer(to, Field.QUANTITY_SCALE, i.quantityScale());
        integer(to, Field.MONEY_SCALE, i.moneyScale());
        integer(to, Field.TICK, i.tick());
        integer(to, Field.LOT, i.lot());
        integer(to, Field.REFERENCE_PRICE, i.referencePrice());
        integer(to, Field.BAND_PERCENT, i.bandPercent());
        integer(to, Field.MAX_QUANTITY, i.maxQuantity());
        integer(to, Field.MAX_NOTIONAL, i.maxNotional());
        text(to, Field.CURRENCY, i.currency());
    }

    static void body(Account a, JsonBuffer to) {
        text(to, Field.ACCOUNT_ID, a.accountId());
        flag(to, Field.ENABLED, a.enabled());
        constant(to, Field.SELF_TRADE_MODE, a.selfTradeMode());
        integer(to, Field.ORDERS_PER_SECOND, a.ordersPerSecond());
        integer(to, Field.BURST, a.burst());
        integer(to, Field.MAX_OPEN_ORDERS, a.maxOpenOrders());
    }

    static void text(JsonBuffer to, Field field, String value) {
        to.raw(field.json).string(value);
    }

    static void constant(JsonBuffer to, Field field, Enum<?> value) {
        to.raw(field.json).string(value.name());
    }

    static void flag(JsonBuffer to, Field field, boolean value) {
        to.raw(field.json).bool(value);
    }

    static void integer(JsonBuffer to, Field field, long value) {
        if (value > EventJson.MAX_INTEGER || value < -EventJson.MAX_INTEGER) {
            throw new IllegalArgumentException(field.text + ": " + value + " (expected: at most 2^53-1 either way)");
        }
        to.raw(field.json).integer(value);
    }

    static byte[] start(String type) {
        return ("{\"type\":\"" + type + "\"").getBytes(StandardCharsets.US_ASCII);
    }

    private static void body(OrderAccepted e, JsonBuffer to) {
        integer(to, Field.ORDER_ID, e.orderId());
        text(to, Field.CLIENT_ORDER_ID, e.clientOrderId());
        text(to, Field.ACCOUNT_ID, e.accountId());
        text(to, Field.SYMBOL, e.symbol());
        constant(to, Field.SIDE, e.side());
        constant(to, Field.ORDER_TYPE, e.orderType());
        constant(to, Field.TIME_IN_FORCE, e.timeInForce());
        if (e.orderType() != OrderType.MARKET || e.price() != 0) {
            integer(to, Field.PRICE, e.price());
        }
        integer(to, Field.QUANTITY, e.quantity());
    }

    private static void body(OrderRejected e, JsonBuffer to) {
        if (e.orderId() != 0) {
            integer(to, Field.ORDER_ID, e.orderId());
        }
        text(to, Field.CLIENT_ORDER_ID, e.clientOrderId());
        text(to, Field.ACCOUNT_ID, e.accountId());
        text(to, Field.SYMBOL, e.symbol());
        constant(to, Field.REASON, e.reason());
    }

    private static void body(OrderCancelled e, JsonBuffer to) {
        integer(to, Field.ORDER_ID, e.orderId());
        text(to, Field.ACCOUNT_ID, e.accountId());
        text(to, Field.SYMBOL, e.symbol());
        integer(to, Field.CANCELLED_QUANTITY, e.cancelledQuantity());
        constant(to, Field.REASON, e.reason());
    }

    private static void body(OrderModified e, JsonBuffer to) {
        integer(to, Field.ORDER_ID, e.orderId());
        text(to, Field.ACCOUNT_ID, e.accountId());
        text(to, Field.SYMBOL, e.symbol());
        integer(to, Field.PRICE, e.price());
        integer(to, Field.QUANTITY, e.quantity());
        integer(to, Field.LEAVES_QUANTITY, e.leavesQuantity());
    }

    private static void body(Trade e, JsonBuffer to) {
        integer(to, Field.TRADE_ID, e.tradeId());
        text(to, Field.SYMBOL, e.symbol());
        integer(to, Field.PRICE, e.price());
        integer(to, Field.QUANTITY, e.quantity());
        constant(to, Field.AGGRESSOR_SIDE, e.aggressorSide());
        integer(to, Field.BUY_ORDER_ID, e.buyOrderId());
        integer(to, Field.SELL_ORDER_ID, e.sellOrderId());
        text(to, Field.BUY_ACCOUNT_ID, e.buyAccountId());
        text(to, Field.SELL_ACCOUNT_ID, e.sellAccountId());
    }

    private static void body(BookUpdate e, JsonBuffer to) {
        text(to, Field.SYMBOL, e.symbol());
        constant(to, Field.SIDE, e.side());
        integer(to, Field.PRICE, e.price());
        integer(to, Field.QUANTITY, e.quantity());
        integer(to, Field.ORDER_COUNT, e.orderCount());
    }

    private static void body(KillSwitchChanged e, JsonBuffer to) {
        if (!e.accountId().isEmpty()) {
            text(to, Field.ACCOUNT_ID, e.accountId());
        }
        flag(to, Field.ENGAGED, e.engaged());
    }

    private static byte[] start(Event.Kind kind) {
        byte[] start = STARTS.get(kind);
        if (start == null) {
            throw new IllegalStateException("kind: " + kind + " (expected: one with a type name)");
        }
        return start;
    }

    private static Map<Event.Kind, byte[]> starts() {
        Map<Event.Kind, byte[]> starts = new EnumMap<>(Event.Kind.class);
        for (Event.Kind kind : Event.Kind.values()) {
            starts.put(kind, start(EventJson.typeName(kind)));
        }
        return starts;
    }
}
