package daybook.exchange.pipeline;

import daybook.events.CommandCodec;
import daybook.events.CommandReader;
import daybook.events.EventCodec;
import daybook.exchange.matching.CommandSlot;
import java.nio.ByteBuffer;

/** Moves commands between a slot and a journal entry's payload; without garbage for the commands of clients. */
final class CommandPayload {
    private final CommandReader reader = new CommandReader();
    private final byte[] name = new byte[EventCodec.MAX_NAME_BYTES];

    static void write(CommandSlot from, long timeMicros, ByteBuffer to) {
        switch (from.kind()) {
            case NEW_ORDER ->
                CommandCodec.newOrder(
                        to,
                        timeMicros,
                        from.accountId(),
                        from.clientOrderId(),
                        from.symbol(),
                        from.side(),
                        from.orderType(),
                        from.timeInForce(),
                        from.price(),
                        from.quantity());
            case LOAD_ORDER ->
                CommandCodec.loadOrder(
                        to,
                        timeMicros,
                        from.accountId(),
                        from.clientOrderId(),
                        from.symbol(),
                        from.side(),
                        from.price(),
                        from.quantity());
            case AMEND_ORDER ->
                CommandCodec.amendOrder(
                        to, timeMicros, from.accountId(), from.orderId(), from.price(), from.quantity());
            case CANCEL_ORDER -> CommandCodec.cancelOrder(to, timeMicros, from.accountId(), from.orderId());
            case CANCEL_ALL -> CommandCodec.cancelAll(to, timeMicros, from.accountId(), from.symbol());
            case SET_SESSION, CHANGE_INSTRUMENT, CHANGE_ACCOUNT, CHANGE_KILL_SWITCH ->
                CommandCodec.encode(from.toCommand(), timeMicros, to);
        }
    }

    /**
     * Fills a slot from a payload.
     *
     * @return the command's time in microseconds
     * @throws daybook.events.EventFormatException if it is not the payload of a command
     * @throws IllegalArgumentException if a name does not fit the slot
     */
    long read(ByteBuffer payload, CommandSlot to) {
        reader.wrap(payload);
        switch (reader.kind()) {
            case NEW_ORDER -> {
                to.newOrder(reader.side(), reader.orderType(), reader.timeInForce(), reader.price(), reader.quantity());
                threeNames(to);
            }
            case LOAD_ORDER -> {
                to.loadOrder(reader.side(), reader.price(), reader.quantity());
                threeNames(to);
            }
            case AMEND_ORDER -> {
                to.amendOrder(reader.orderId(), reader.price(), reader.quantity());
                account(to);
            }
            case CANCEL_ORDER -> {
                to.cancelOrder(reader.orderId());
                account(to);
            }
            case CANCEL_ALL -> {
                to.cancelAll();
                account(to);
                to.symbol().set(name, 0, reader.copySymbol(name));
            }
            case SET_SESSION, CHANGE_INSTRUMENT, CHANGE_ACCOUNT, CHANGE_KILL_SWITCH -> to.set(reader.command());
        }
        return reader.timeMicros();
    }

    private void threeNames(CommandSlot to) {
        account(to);
        to.clientOrderId().set(name, 0, reader.copyClientOrderId(name));
        to.symbol().set(name, 0, reader.copySymbol(name));
    }

    private void account(CommandSlot to) {
        to.accountId().set(name, 0, reader.copyAccountId(name));
    }
}
