package daybook.exchange.pipeline;

import daybook.events.CommandReader;
import daybook.exchange.matching.CommandSlot;
import java.nio.ByteBuffer;

/** Reads a journal entry's payload into a slot; without garbage for the commands of clients. */
final class CommandPayload {
    private final CommandReader reader = new CommandReader();

    /**
     * Fills a slot from a payload.
     *
     * @return the command's time in microseconds
     * @throws daybook.events.EventFormatException if it is not the payload of a command
     * @throws IllegalArgumentException if a name does not fit the slot
     */
    long read(ByteBuffer payload, CommandSlot to) {
        return read(payload, payload.position(), payload.remaining(), to);
    }

    /** The same for a payload at a place of a buffer whose position and limit do not matter. */
    long read(ByteBuffer from, int at, int length, CommandSlot to) {
        reader.wrap(from, at, length);
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
                reader.accountId(to.accountId());
            }
            case CANCEL_ORDER -> {
                to.cancelOrder(reader.orderId());
                reader.accountId(to.accountId());
            }
            case CANCEL_ALL -> {
                to.cancelAll();
                reader.accountId(to.accountId());
                reader.symbol(to.symbol());
            }
            case SET_SESSION, CHANGE_INSTRUMENT, CHANGE_ACCOUNT, CHANGE_KILL_SWITCH -> to.set(reader.command());
        }
        return reader.timeMicros();
    }

    private void threeNames(CommandSlot to) {
        reader.accountId(to.accountId());
        reader.clientOrderId(to.clientOrderId());
        reader.symbol(to.symbol());
    }
}
