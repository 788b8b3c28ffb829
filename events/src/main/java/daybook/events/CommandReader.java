package daybook.events;

import java.nio.ByteBuffer;

/** Takes commands out of payloads; without garbage those of clients. Confined to one thread; used again for each payload. */
public final class CommandReader {
    private final PayloadReader in = new PayloadReader();

    /**
     * Reads a command.
     *
     * @param from little endian; its position and limit stay as they are
     * @param at where the payload begins
     * @param length how many bytes it has
     * @return the command's time: microseconds since the epoch, venue time
     * @throws EventFormatException if there is not exactly the payload of one command
     * @throws IllegalArgumentException if the target refuses a name
     */
    public long read(ByteBuffer from, int at, int length, CommandTarget to) {
        PayloadLayout layout = in.wrap(from, at, length);
        switch (layout) {
            case NEW_ORDER -> {
                to.newOrder(side(), EventCodec.orderType(in), EventCodec.timeInForce(in), in.word(1), in.word(2));
                threeNames(to);
            }
            case LOAD_ORDER -> {
                to.loadOrder(side(), in.word(1), in.word(2));
                threeNames(to);
            }
            case AMEND_ORDER -> {
                to.amendOrder(in.word(1), in.word(2), in.word(3));
                in.name(0, to.accountId());
            }
            case CANCEL_ORDER -> {
                to.cancelOrder(in.word(1));
                in.name(0, to.accountId());
            }
            case CANCEL_ALL -> {
                to.cancelAll();
                in.name(0, to.accountId());
                in.name(1, to.symbol());
            }
            case SET_SESSION, CHANGE_INSTRUMENT, CHANGE_ACCOUNT, CHANGE_KILL_SWITCH -> to.set(command(layout));
            case ORDER_ACCEPTED,
                    ORDER_REJECTED,
                    ORDER_CANCELLED,
                    ORDER_MODIFIED,
                    TRADE,
                    BOOK_UPDATE,
                    SESSION_STATE_CHANGED,
                    INSTRUMENT_CHANGED,
                    ACCOUNT_CHANGED,
                    KILL_SWITCH_CHANGED -> throw isEvent(layout);
        }
        return in.word(0);
    }

    /** The same for the bytes between position and limit. */
    public long read(ByteBuffer payload, CommandTarget to) {
        return read(payload, payload.position(), payload.remaining(), to);
    }

    /** A command as a value, with its time. Allocates. */
    CommandCodec.Timed timed(ByteBuffer payload) {
        PayloadLayout layout = in.wrap(payload, payload.position(), payload.remaining());
        return new CommandCodec.Timed(in.word(0), command(layout));
    }

    private Command command(PayloadLayout layout) {
        return switch (layout) {
            case NEW_ORDER ->
                new Command.NewOrder(
                        in.name(0),
                        in.name(1),
                        in.name(2),
                        side(),
                        EventCodec.orderType(in),
                        EventCodec.timeInForce(in),
                        in.word(1),
                        in.word(2));
            case AMEND_ORDER -> new Command.AmendOrder(in.name(0), in.word(1), in.word(2), in.word(3));
            case CANCEL_ORDER -> new Command.CancelOrder(in.name(0), in.word(1));
            case CANCEL_ALL -> new Command.CancelAll(in.name(0), in.name(1));
            case LOAD_ORDER ->
                new Command.LoadOrder(in.name(0), in.name(1), in.name(2), side(), in.word(1), in.word(2));
            case SET_SESSION -> new Command.SetSession(EventCodec.sessionState(in));
            case CHANGE_INSTRUMENT -> new Command.ChangeInstrument(EventCodec.instrument(in));
            case CHANGE_ACCOUNT -> new Command.ChangeAccount(EventCodec.account(in));
            case CHANGE_KILL_SWITCH -> new Command.ChangeKillSwitch(in.name(0), in.flag(0));
            case ORDER_ACCEPTED,
                    ORDER_REJECTED,
                    ORDER_CANCELLED,
                    ORDER_MODIFIED,
                    TRADE,
                    BOOK_UPDATE,
                    SESSION_STATE_CHANGED,
                    INSTRUMENT_CHANGED,
                    ACCOUNT_CHANGED,
                    KILL_SWITCH_CHANGED -> throw isEvent(layout);
        };
    }

    private static EventFormatException isEvent(PayloadLayout layout) {
        return new EventFormatException("type: " + layout + " (expected: a command, this is an event)");
    }

    private Side side() {
        return EventCodec.side(in, 0);
    }

    private void threeNames(CommandTarget to) {
        in.name(0, to.accountId());
        in.name(1, to.clientOrderId());
        in.name(2, to.symbol());
    }
}
