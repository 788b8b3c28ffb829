package daybook.events;

import java.nio.ByteBuffer;

/**
 * Looks at a command's payload in place, so that recovery need not allocate. Confined to one thread; used again for each
 * payload. An accessor for a field that this kind of command does not have throws {@link IllegalStateException}.
 */
public final class CommandReader {
    private static final Command.Kind[] KINDS = Command.Kind.values();

    private final PayloadReader in = new PayloadReader();

    /**
     * Takes the bytes between position and limit, which must stay as they are while the accessors are used.
     *
     * @throws EventFormatException if they are not exactly the payload of one command
     */
    public void wrap(ByteBuffer payload) {
        wrap(payload, payload.position(), payload.remaining());
    }

    /**
     * Takes a payload at a place of a buffer, whose position and limit do not matter.
     *
     * @throws EventFormatException if there is not exactly the payload of one command
     */
    public void wrap(ByteBuffer from, int at, int length) {
        PayloadLayout layout = in.wrap(from, at, length);
        if (!layout.isCommand()) {
            throw new EventFormatException("type: " + layout + " (expected: a command, this is an event)");
        }
    }

    public Command.Kind kind() {
        return KINDS[in.layout().code - PayloadLayout.NEW_ORDER.code];
    }

    /** When the exchange took the command in: microseconds since the epoch, venue time. */
    public long timeMicros() {
        return in.word(0);
    }

    /** Of a new or loaded order. */
    public Side side() {
        need(kind() == Command.Kind.NEW_ORDER || kind() == Command.Kind.LOAD_ORDER, "side");
        return EventCodec.side(in, 0);
    }

    /** Of a new order. */
    public OrderType orderType() {
        need(kind() == Command.Kind.NEW_ORDER, "orderType");
        return EventCodec.orderType(in);
    }

    /** Of a new order. */
    public TimeInForce timeInForce() {
        need(kind() == Command.Kind.NEW_ORDER, "timeInForce");
        return EventCodec.timeInForce(in);
    }

    /** Of an amend or a cancel. */
    public long orderId() {
        need(kind() == Command.Kind.AMEND_ORDER || kind() == Command.Kind.CANCEL_ORDER, "orderId");
        return in.word(1);
    }

    /** Of a new or loaded order or an amend. */
    public long price() {
        return in.word(firstAmount("price"));
    }

    /** Of a new or loaded order or an amend. */
    public long quantity() {
        return in.word(firstAmount("quantity") + 1);
    }

    /** Copies the account's name. */
    public void accountId(AsciiTarget to) {
        need(kind() != Command.Kind.SET_SESSION && kind() != Command.Kind.CHANGE_INSTRUMENT, "accountId");
        in.name(0, to);
    }

    /** Copies the client order id of a new or loaded order. */
    public void clientOrderId(AsciiTarget to) {
        need(kind() == Command.Kind.NEW_ORDER || kind() == Command.Kind.LOAD_ORDER, "clientOrderId");
        in.name(1, to);
    }

    /** Copies the symbol of a new or loaded order or of a cancel-all. */
    public void symbol(AsciiTarget to) {
        if (kind() == Command.Kind.CANCEL_ALL) {
            in.name(1, to);
            return;
        }
        need(kind() == Command.Kind.NEW_ORDER || kind() == Command.Kind.LOAD_ORDER, "symbol");
        in.name(2, to);
    }

    /** The whole command as a value. Allocates. */
    public Command command() {
        return switch (kind()) {
            case NEW_ORDER ->
                new Command.NewOrder(
                        in.name(0), in.name(1), in.name(2), side(), orderType(), timeInForce(), price(), quantity());
            case AMEND_ORDER -> new Command.AmendOrder(in.name(0), orderId(), price(), quantity());
            case CANCEL_ORDER -> new Command.CancelOrder(in.name(0), orderId());
            case CANCEL_ALL -> new Command.CancelAll(in.name(0), in.name(1));
            case LOAD_ORDER -> new Command.LoadOrder(in.name(0), in.name(1), in.name(2), side(), price(), quantity());
            case SET_SESSION -> new Command.SetSession(EventCodec.sessionState(in));
            case CHANGE_INSTRUMENT -> new Command.ChangeInstrument(EventCodec.instrument(in));
            case CHANGE_ACCOUNT -> new Command.ChangeAccount(EventCodec.account(in));
            case CHANGE_KILL_SWITCH -> new Command.ChangeKillSwitch(in.name(0), in.flag(0));
        };
    }

    private int firstAmount(String field) {
        if (kind() == Command.Kind.AMEND_ORDER) {
            return 2;
        }
        need(kind() == Command.Kind.NEW_ORDER || kind() == Command.Kind.LOAD_ORDER, field);
        return 1;
    }

    private void need(boolean has, String field) {
        if (!has) {
            throw new IllegalStateException(field + ": not a field of " + kind());
        }
    }
}
