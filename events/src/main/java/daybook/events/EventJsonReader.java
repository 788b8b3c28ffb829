package daybook.events;

/** Builds events and fills from parsed JSON; see {@link EventJson}. */
final class EventJsonReader {
    private static final Names<Event.Kind> KINDS = new Names<>(Event.Kind.values(), EventJson::typeName);
    private static final Names<String> FILL = new Names<>(new String[] {EventJsonWriter.FILL_TYPE}, type -> type);
    private static final Names<Side> SIDES = Names.of(Side.values());
    private static final Names<OrderType> ORDER_TYPES = Names.of(OrderType.values());
    private static final Names<TimeInForce> TIMES_IN_FORCE = Names.of(TimeInForce.values());
    private static final Names<RejectReason> REJECT_REASONS = Names.of(RejectReason.values());
    private static final Names<CancelReason> CANCEL_REASONS = Names.of(CancelReason.values());
    private static final Names<SessionState> SESSION_STATES = Names.of(SessionState.values());
    private static final Names<SelfTradeMode> SELF_TRADE_MODES = Names.of(SelfTradeMode.values());
    private static final Names<Liquidity> LIQUIDITIES = Names.of(Liquidity.values());

    private EventJsonReader() {}

    static Event event(byte[] utf8) {
        JsonObject in = new JsonObject(utf8);
        Event event = event(in);
        in.end();
        return event;
    }

    static Fill fill(byte[] utf8) {
        JsonObject in = new JsonObject(utf8);
        Fill fill = fill(in);
        in.end();
        return fill;
    }

    private static Event event(JsonObject in) {
        Event.Kind kind = in.constant(Field.TYPE, KINDS);
        long seq = in.integer(Field.SEQ);
        long time = in.integer(Field.TIME);
        return switch (kind) {
            case ORDER_ACCEPTED -> orderAccepted(in, seq, time);
            case ORDER_REJECTED -> orderRejected(in, seq, time);
            case ORDER_CANCELLED -> orderCancelled(in, seq, time);
            case ORDER_MODIFIED -> orderModified(in, seq, time);
            case TRADE -> trade(in, seq, time);
            case BOOK_UPDATE -> bookUpdate(in, seq, time);
            case SESSION_STATE_CHANGED -> new SessionStateChanged(seq, time, in.constant(Field.STATE, SESSION_STATES));
            case INSTRUMENT_CHANGED -> new InstrumentChanged(seq, time, instrument(in));
            case ACCOUNT_CHANGED -> new AccountChanged(seq, time, account(in));
            case KILL_SWITCH_CHANGED -> killSwitchChanged(in, seq, time);
        };
    }

    private static Fill fill(JsonObject in) {
        in.constant(Field.TYPE, FILL);
        return new Fill(
                in.text(Field.FILL_ID),
                in.integer(Field.TRADE_ID),
                in.integer(Field.SEQ),
                in.integer(Field.TIME),
                in.text(Field.ACCOUNT_ID),
                in.text(Field.SYMBOL),
                in.constant(Field.SIDE, SIDES),
                in.integer(Field.PRICE),
                in.integer(Field.QUANTITY),
                in.integer(Field.ORDER_ID),
                in.constant(Field.LIQUIDITY, LIQUIDITIES),
                in.integer(Field.CHARGES),
                in.text(Field.CURRENCY),
                in.count(Field.PRICE_SCALE),
                in.count(Field.QUANTITY_SCALE),
                in.count(Field.MONEY_SCALE));
    }

    private static OrderAccepted orderAccepted(JsonObject in, long seq, long time) {
        long orderId = in.integer(Field.ORDER_ID);
        String clientOrderId = in.text(Field.CLIENT_ORDER_ID);
        String accountId = in.text(Field.ACCOUNT_ID);
        String symbol = in.text(Field.SYMBOL);
        Side side = in.constant(Field.SIDE, SIDES);
        OrderType orderType = in.constant(Field.ORDER_TYPE, ORDER_TYPES);
        TimeInForce timeInForce = in.constant(Field.TIME_IN_FORCE, TIMES_IN_FORCE);
        boolean unpriced = orderType == OrderType.MARKET && !in.has(Field.PRICE);
        long price = unpriced ? 0 : in.integer(Field.PRICE);
        long quantity = in.integer(Field.QUANTITY);
        return new OrderAccepted(
                seq, time, orderId, clientOrderId, accountId, symbol, side, orderType, timeInForce, price, quantity);
    }

    private static OrderRejected orderRejected(JsonObject in, long seq, long time) {
        return new OrderRejected(
                seq,
                time,
                in.has(Field.ORDER_ID) ? in.integer(Field.ORDER_ID) : 0,
                in.text(Field.CLIENT_ORDER_ID),
                in.text(Field.ACCOUNT_ID),
                in.text(Field.SYMBOL),
                in.constant(Field.REASON, REJECT_REASONS));
    }

    private static OrderCancelled orderCancelled(JsonObject in, long seq, long time) {
        return new OrderCancelled(
                seq,
                time,
                in.integer(Field.ORDER_ID),
                in.text(Field.ACCOUNT_ID),
                in.text(Field.SYMBOL),
                in.integer(Field.CANCELLED_QUANTITY),
                in.constant(Field.REASON, CANCEL_REASONS));
    }

    private static OrderModified orderModified(JsonObject in, long seq, long time) {
        return new OrderModified(
                seq,
                time,
                in.integer(Field.ORDER_ID),
                in.text(Field.ACCOUNT_ID),
                in.text(Field.SYMBOL),
                in.integer(Field.PRICE),
                in.integer(Field.QUANTITY),
                in.integer(Field.LEAVES_QUANTITY));
    }

    private static Trade trade(JsonObject in, long seq, long time) {
        return new Trade(
                seq,
                time,
                in.integer(Field.TRADE_ID),
                in.text(Field.SYMBOL),
                in.integer(Field.PRICE),
                in.integer(Field.QUANTITY),
                in.constant(Field.AGGRESSOR_SIDE, SIDES),
                in.integer(Field.BUY_ORDER_ID),
                in.integer(Field.SELL_ORDER_ID),
                in.text(Field.BUY_ACCOUNT_ID),
                in.text(Field.SELL_ACCOUNT_ID));
    }

    private static BookUpdate bookUpdate(JsonObject in, long seq, long time) {
        return new BookUpdate(
                seq,
                time,
                in.text(Field.SYMBOL),
                in.constant(Field.SIDE, SIDES),
                in.integer(Field.PRICE),
                in.integer(Field.QUANTITY),
                in.count(Field.ORDER_COUNT));
    }

    private static Instrument instrument(JsonObject in) {
        return new Instrument(
                in.text(Field.SYMBOL),
                in.count(Field.PRICE_SCALE),
                in.count(Field.QUANTITY_SCALE),
                in.count(Field.MONEY_SCALE),
                in.integer(Field.TICK),
                in.integer(Field.LOT),
                in.integer(Field.REFERENCE_PRICE),
                in.count(Field.BAND_PERCENT),
                in.integer(Field.MAX_QUANTITY),
                in.integer(Field.MAX_NOTIONAL),
                in.text(Field.CURRENCY));
    }

    private static Account account(JsonObject in) {
        return new Account(
                in.text(Field.ACCOUNT_ID),
                in.flag(Field.ENABLED),
                in.constant(Field.SELF_TRADE_MODE, SELF_TRADE_MODES),
                in.count(Field.ORDERS_PER_SECOND),
                in.count(Field.BURST),
                in.count(Field.MAX_OPEN_ORDERS));
    }

    private static KillSwitchChanged killSwitchChanged(JsonObject in, long seq, long time) {
        String accountId = in.has(Field.ACCOUNT_ID) ? in.text(Field.ACCOUNT_ID) : "";
        return new KillSwitchChanged(seq, time, accountId, in.flag(Field.ENGAGED));
    }
}
