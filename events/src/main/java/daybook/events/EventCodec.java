package daybook.events;

import static daybook.events.PayloadWriter.code;
import static daybook.events.PayloadWriter.head;
import static daybook.events.PayloadWriter.name;

import java.nio.ByteBuffer;

/**
 * The binary payloads of journal entries that hold events; {@link CommandCodec} has those of commands.
 *
 * <p>Each payload stands alone: it holds the names, not references to them, so any entry can be read without the ones before
 * it. The {@code seq} is the entry's number and is not in the payload. {@link PayloadLayout} has the shape.
 *
 * <p>Two levels write the same bytes. {@link #encode} takes a record; the methods named after the events take primitives and
 * ASCII names and allocate nothing. All put at the position of a little-endian buffer and move it. Stateless; safe for many
 * threads.
 */
public final class EventCodec {
    /** No payload of an event or a command is longer. */
    public static final int MAX_PAYLOAD_BYTES = 1_024;

    /** The longest name that a payload can hold, in ASCII characters. */
    public static final int MAX_NAME_BYTES = PayloadLayout.MAX_NAME_BYTES;

    private static final Side[] SIDES = Side.values();
    private static final OrderType[] ORDER_TYPES = OrderType.values();
    private static final TimeInForce[] TIMES_IN_FORCE = TimeInForce.values();
    private static final RejectReason[] REJECT_REASONS = RejectReason.values();
    private static final CancelReason[] CANCEL_REASONS = CancelReason.values();
    private static final SessionState[] SESSION_STATES = SessionState.values();
    private static final SelfTradeMode[] SELF_TRADE_MODES = SelfTradeMode.values();

    private EventCodec() {}

    /**
     * Writes an event's payload.
     *
     * @throws IllegalArgumentException if a name is not ASCII or longer than {@value #MAX_NAME_BYTES}
     */
    public static void encode(Event event, ByteBuffer to) {
        switch (event.kind()) {
            case ORDER_ACCEPTED -> encode((OrderAccepted) event, to);
            case ORDER_REJECTED -> encode((OrderRejected) event, to);
            case ORDER_CANCELLED -> encode((OrderCancelled) event, to);
            case ORDER_MODIFIED -> encode((OrderModified) event, to);
            case TRADE -> encode((Trade) event, to);
            case BOOK_UPDATE -> encode((BookUpdate) event, to);
            case SESSION_STATE_CHANGED -> sessionStateChanged(to, event.time(), ((SessionStateChanged) event).state());
            case INSTRUMENT_CHANGED -> instrumentChanged(to, event.time(), ((InstrumentChanged) event).instrument());
            case ACCOUNT_CHANGED -> accountChanged(to, event.time(), ((AccountChanged) event).account());
            case KILL_SWITCH_CHANGED -> {
                KillSwitchChanged e = (KillSwitchChanged) event;
                killSwitchChanged(to, e.time(), e.accountId(), e.engaged());
            }
        }
    }

    /**
     * Reads an event.
     *
     * @param seq the number of its entry
     * @param payload the bytes between position and limit, little endian; position and limit stay as they are
     * @throws EventFormatException if they are not exactly the payload of one event
     */
    public static Event decode(long seq, ByteBuffer payload) {
        PayloadReader in = new PayloadReader();
        PayloadLayout layout = in.wrap(payload);
        long time = in.word(0);
        return switch (layout) {
            case ORDER_ACCEPTED -> orderAccepted(seq, time, in);
            case ORDER_REJECTED ->
                new OrderRejected(
                        seq, time, in.word(1), in.name(0), in.name(1), in.name(2), in.constant(0, REJECT_REASONS));
            case ORDER_CANCELLED ->
                new OrderCancelled(
                        seq, time, in.word(1), in.name(0), in.name(1), in.word(2), in.constant(0, CANCEL_REASONS));
            case ORDER_MODIFIED ->
                new OrderModified(seq, time, in.word(1), in.name(0), in.name(1), in.word(2), in.word(3), in.word(4));
            case TRADE -> trade(seq, time, in);
            case BOOK_UPDATE -> new BookUpdate(seq, time, in.name(0), side(in, 0), in.word(1), in.word(2), in.count(3));
            case SESSION_STATE_CHANGED -> new SessionStateChanged(seq, time, sessionState(in));
            case INSTRUMENT_CHANGED -> new InstrumentChanged(seq, time, instrument(in));
            case ACCOUNT_CHANGED -> new AccountChanged(seq, time, account(in));
            case KILL_SWITCH_CHANGED -> new KillSwitchChanged(seq, time, in.name(0), in.flag(0));
            case NEW_ORDER,
                    AMEND_ORDER,
                    CANCEL_ORDER,
                    CANCEL_ALL,
                    LOAD_ORDER,
                    SET_SESSION,
                    CHANGE_INSTRUMENT,
                    CHANGE_ACCOUNT,
                    CHANGE_KILL_SWITCH ->
                throw new EventFormatException("type: " + layout + " (expected: an event, this is a command)");
        };
    }

    /** Writes an {@link OrderAccepted}. */
    public static void orderAccepted(
            ByteBuffer to,
            long time,
            long orderId,
            CharSequence clientOrderId,
            CharSequence accountId,
            CharSequence symbol,
            Side side,
            OrderType orderType,
            TimeInForce timeInForce,
            long price,
            long quantity) {
        head(to, PayloadLayout.ORDER_ACCEPTED, code(side), code(orderType), code(timeInForce));
        to.putLong(time).putLong(orderId).putLong(price).putLong(quantity);
        name(to, clientOrderId);
        name(to, accountId);
        name(to, symbol);
    }

    /** Writes an {@link OrderRejected}. */
    public static void orderRejected(
            ByteBuffer to,
            long time,
            long orderId,
            CharSequence clientOrderId,
            CharSequence accountId,
            CharSequence symbol,
            RejectReason reason) {
        head(to, PayloadLayout.ORDER_REJECTED, code(reason), 0, 0);
        to.putLong(time).putLong(orderId);
        name(to, clientOrderId);
        name(to, accountId);
        name(to, symbol);
    }

    /** Writes an {@link OrderCancelled}. */
    public static void orderCancelled(
            ByteBuffer to,
            long time,
            long orderId,
            CharSequence accountId,
            CharSequence symbol,
            long cancelledQuantity,
            CancelReason reason) {
        head(to, PayloadLayout.ORDER_CANCELLED, code(reason), 0, 0);
        to.putLong(time).putLong(orderId).putLong(cancelledQuantity);
        name(to, accountId);
        name(to, symbol);
    }

    /** Writes an {@link OrderModified}. */
    public static void orderModified(
            ByteBuffer to,
            long time,
            long orderId,
            CharSequence accountId,
            CharSequence symbol,
            long price,
            long quantity,
            long leavesQuantity) {
        head(to, PayloadLayout.ORDER_MODIFIED, 0, 0, 0);
        to.putLong(time).putLong(orderId).putLong(price).putLong(quantity).putLong(leavesQuantity);
        name(to, accountId);
        name(to, symbol);
    }

    /** Writes a {@link Trade}. */
    public static void trade(
            ByteBuffer to,
            long time,
            long tradeId,
            CharSequence symbol,
            long price,
            long quantity,
            Side aggressorSide,
            long buyOrderId,
            long sellOrderId,
            CharSequence buyAccountId,
            CharSequence sellAccountId) {
        head(to, PayloadLayout.TRADE, code(aggressorSide), 0, 0);
        to.putLong(time).putLong(tradeId).putLong(price).putLong(quantity);
        to.putLong(buyOrderId).putLong(sellOrderId);
        name(to, symbol);
        name(to, buyAccountId);
        name(to, sellAccountId);
    }

    /** Writes a {@link SessionStateChanged}. */
    public static void sessionStateChanged(ByteBuffer to, long time, SessionState state) {
        head(to, PayloadLayout.SESSION_STATE_CHANGED, code(state), 0, 0);
        to.putLong(time);
    }

    /** Writes an {@link InstrumentChanged}. */
    public static void instrumentChanged(ByteBuffer to, long time, Instrument instrument) {
        instrument(to, PayloadLayout.INSTRUMENT_CHANGED, time, instrument);
    }

    /** Writes an {@link AccountChanged}. */
    public static void accountChanged(ByteBuffer to, long time, Account account) {
        account(to, PayloadLayout.ACCOUNT_CHANGED, time, account);
    }

    /** Writes a {@link KillSwitchChanged}. */
    public static void killSwitchChanged(ByteBuffer to, long time, CharSequence accountId, boolean engaged) {
        head(to, PayloadLayout.KILL_SWITCH_CHANGED, code(engaged), 0, 0);
        to.putLong(time);
        name(to, accountId);
    }

    static void instrument(ByteBuffer to, PayloadLayout layout, long time, Instrument i) {
        head(to, layout, i.priceScale(), i.quantityScale(), i.moneyScale());
        to.putLong(time).putLong(i.tick()).putLong(i.lot()).putLong(i.referencePrice());
        to.putLong(i.bandPercent()).putLong(i.maxQuantity()).putLong(i.maxNotional());
        name(to, i.symbol());
        name(to, i.currency());
    }

    static Instrument instrument(PayloadReader in) {
        return new Instrument(
                in.name(0),
                in.small(0),
                in.small(1),
                in.small(2),
                in.word(1),
                in.word(2),
                in.word(3),
                in.count(4),
                in.word(5),
                in.word(6),
                in.name(1));
    }

    static void account(ByteBuffer to, PayloadLayout layout, long time, Account a) {
        head(to, layout, code(a.enabled()), code(a.selfTradeMode()), 0);
        to.putLong(time).putLong(a.ordersPerSecond()).putLong(a.burst()).putLong(a.maxOpenOrders());
        name(to, a.accountId());
    }

    static Account account(PayloadReader in) {
        return new Account(
                in.name(0), in.flag(0), in.constant(1, SELF_TRADE_MODES), in.count(1), in.count(2), in.count(3));
    }

    static Side side(PayloadReader in, int small) {
        return in.constant(small, SIDES);
    }

    static OrderType orderType(PayloadReader in) {
        return in.constant(1, ORDER_TYPES);
    }

    static TimeInForce timeInForce(PayloadReader in) {
        return in.constant(2, TIMES_IN_FORCE);
    }

    static SessionState sessionState(PayloadReader in) {
        return in.constant(0, SESSION_STATES);
    }

    private static OrderAccepted orderAccepted(long seq, long time, PayloadReader in) {
        return new OrderAccepted(
                seq,
                time,
                in.word(1),
                in.name(0),
                in.name(1),
                in.name(2),
                side(in, 0),
                orderType(in),
                timeInForce(in),
                in.word(2),
                in.word(3));
    }

    private static Trade trade(long seq, long time, PayloadReader in) {
        return new Trade(
                seq,
                time,
                in.word(1),
                in.name(0),
                in.word(2),
                in.word(3),
                side(in, 0),
                in.word(4),
                in.word(5),
                in.name(1),
                in.name(2));
    }

    private static void encode(OrderAccepted e, ByteBuffer to) {
        orderAccepted(
                to,
                e.time(),
                e.orderId(),
                e.clientOrderId(),
                e.accountId(),
                e.symbol(),
                e.side(),
                e.orderType(),
                e.timeInForce(),
                e.price(),
                e.quantity());
    }

    private static void encode(OrderRejected e, ByteBuffer to) {
        orderRejected(to, e.time(), e.orderId(), e.clientOrderId(), e.accountId(), e.symbol(), e.reason());
    }

    private static void encode(OrderCancelled e, ByteBuffer to) {
        orderCancelled(to, e.time(), e.orderId(), e.accountId(), e.symbol(), e.cancelledQuantity(), e.reason());
    }

    private static void encode(OrderModified e, ByteBuffer to) {
        orderModified(
                to, e.time(), e.orderId(), e.accountId(), e.symbol(), e.price(), e.quantity(), e.leavesQuantity());
    }

    private static void encode(Trade e, ByteBuffer to) {
        trade(
                to,
                e.time(),
                e.tradeId(),
                e.symbol(),
                e.price(),
                e.quantity(),
                e.aggressorSide(),
                e.buyOrderId(),
                e.sellOrderId(),
                e.buyAccountId(),
                e.sellAccountId());
    }

    private static void encode(BookUpdate e, ByteBuffer to) {
        head(to, PayloadLayout.BOOK_UPDATE, code(e.side()), 0, 0);
        to.putLong(e.time()).putLong(e.price()).putLong(e.quantity()).putLong(e.orderCount());
        name(to, e.symbol());
    }
}
