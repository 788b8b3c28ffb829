package daybook.events;

import static daybook.events.PayloadWriter.code;
import static daybook.events.PayloadWriter.head;
import static daybook.events.PayloadWriter.name;

import java.nio.ByteBuffer;

/**
 * The binary payloads of journal entries that hold commands, each with the time at which the exchange took it in.
 *
 * <p>The {@code commandSeq} is the entry's number and is not in the payload. {@link #encode} and the methods
 * named after the commands of clients allocate nothing; {@link CommandReader} reads without allocating. Stateless; safe for many threads.
 */
public final class CommandCodec {

    /** A command and when it was taken in, in microseconds since the epoch, venue time. */
    public record Timed(long timeMicros, Command command) {}

    private CommandCodec() {}

    /**
     * Writes a command's payload at the position of a little-endian buffer and moves it.
     *
     * @throws IllegalArgumentException if a name is not ASCII or longer than {@value EventCodec#MAX_NAME_BYTES}; what the
     *     buffer then holds behind its former position is undefined
     */
    public static void encode(Command command, long timeMicros, ByteBuffer to) {
        switch (command.kind()) {
            case NEW_ORDER -> encode((Command.NewOrder) command, timeMicros, to);
            case AMEND_ORDER -> {
                Command.AmendOrder c = (Command.AmendOrder) command;
                amendOrder(to, timeMicros, c.accountId(), c.orderId(), c.price(), c.quantity());
            }
            case CANCEL_ORDER -> {
                Command.CancelOrder c = (Command.CancelOrder) command;
                cancelOrder(to, timeMicros, c.accountId(), c.orderId());
            }
            case CANCEL_ALL -> {
                Command.CancelAll c = (Command.CancelAll) command;
                cancelAll(to, timeMicros, c.accountId(), c.symbol());
            }
            case LOAD_ORDER -> encode((Command.LoadOrder) command, timeMicros, to);
            case SET_SESSION -> {
                head(to, PayloadLayout.SET_SESSION, code(((Command.SetSession) command).state()), 0, 0);
                to.putLong(timeMicros);
            }
            case CHANGE_INSTRUMENT ->
                EventCodec.instrument(
                        to,
                        PayloadLayout.CHANGE_INSTRUMENT,
                        timeMicros,
                        ((Command.ChangeInstrument) command).instrument());
            case CHANGE_ACCOUNT ->
                EventCodec.account(
                        to, PayloadLayout.CHANGE_ACCOUNT, timeMicros, ((Command.ChangeAccount) command).account());
            case CHANGE_KILL_SWITCH -> {
                Command.ChangeKillSwitch c = (Command.ChangeKillSwitch) command;
                head(to, PayloadLayout.CHANGE_KILL_SWITCH, code(c.engaged()), 0, 0);
                to.putLong(timeMicros);
                name(to, c.accountId());
            }
        }
    }

    /** Writes a {@link Command.NewOrder}. */
    public static void newOrder(
            ByteBuffer to,
            long timeMicros,
            CharSequence accountId,
            CharSequence clientOrderId,
            CharSequence symbol,
            Side side,
            OrderType orderType,
            TimeInForce timeInForce,
            long price,
            long quantity) {
        head(to, PayloadLayout.NEW_ORDER, code(side), code(orderType), code(timeInForce));
        to.putLong(timeMicros).putLong(price).putLong(quantity);
        name(to, accountId);
        name(to, clientOrderId);
        name(to, symbol);
    }

    /** Writes a {@link Command.LoadOrder}. */
    public static void loadOrder(
            ByteBuffer to,
            long timeMicros,
            CharSequence accountId,
            CharSequence clientOrderId,
            CharSequence symbol,
            Side side,
            long price,
            long quantity) {
        head(to, PayloadLayout.LOAD_ORDER, code(side), 0, 0);
        to.putLong(timeMicros).putLong(price).putLong(quantity);
        name(to, accountId);
        name(to, clientOrderId);
        name(to, symbol);
    }

    /** Writes a {@link Command.AmendOrder}. */
    public static void amendOrder(
            ByteBuffer to, long timeMicros, CharSequence accountId, long orderId, long price, long quantity) {
        head(to, PayloadLayout.AMEND_ORDER, 0, 0, 0);
        to.putLong(timeMicros).putLong(orderId).putLong(price).putLong(quantity);
        name(to, accountId);
    }

    /** Writes a {@link Command.CancelOrder}. */
    public static void cancelOrder(ByteBuffer to, long timeMicros, CharSequence accountId, long orderId) {
        head(to, PayloadLayout.CANCEL_ORDER, 0, 0, 0);
        to.putLong(timeMicros).putLong(orderId);
        name(to, accountId);
    }

    /** Writes a {@link Command.CancelAll}. */
    public static void cancelAll(ByteBuffer to, long timeMicros, CharSequence accountId, CharSequence symbol) {
        head(to, PayloadLayout.CANCEL_ALL, 0, 0, 0);
        to.putLong(timeMicros);
        name(to, accountId);
        name(to, symbol);
    }

    /**
     * Copies a payload from a place of a buffer and gives it a time.
     *
     * @param from its position and limit stay as they are
     * @param to little endian; its position moves behind the copy
     */
    public static void copy(ByteBuffer from, int at, int length, long timeMicros, ByteBuffer to) {
        int start = to.position();
        to.put(start, from, at, length);
        to.putLong(start + PayloadLayout.WORDS_AT, timeMicros);
        to.position(start + length);
    }

    /**
     * Reads a command.
     *
     * @param payload the bytes between position and limit, little endian; position and limit stay as they are
     * @throws EventFormatException if they are not exactly the payload of one command
     */
    public static Timed decode(ByteBuffer payload) {
        return new CommandReader().timed(payload);
    }

    private static void encode(Command.NewOrder c, long timeMicros, ByteBuffer to) {
        newOrder(
                to,
                timeMicros,
                c.accountId(),
                c.clientOrderId(),
                c.symbol(),
                c.side(),
                c.orderType(),
                c.timeInForce(),
                c.price(),
                c.quantity());
    }

    private static void encode(Command.LoadOrder c, long timeMicros, ByteBuffer to) {
        loadOrder(to, timeMicros, c.accountId(), c.clientOrderId(), c.symbol(), c.side(), c.price(), c.quantity());
    }
}
