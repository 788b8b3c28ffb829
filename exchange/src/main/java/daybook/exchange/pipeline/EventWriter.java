package daybook.exchange.pipeline;

import daybook.events.Account;
import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.EventCodec;
import daybook.events.Instrument;
import daybook.events.RejectReason;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.exchange.matching.Ascii;
import daybook.exchange.matching.CommandSlot;
import daybook.exchange.matching.EventSink;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the engine's events straight into entries, and remembers of the current command what its reply needs. Allocates
 * nothing unless somebody wants to see the events.
 */
final class EventWriter implements EventSink {
    private final EventEntries entries;
    private int begunAt;
    private @Nullable List<Event> seen;
    private int accepted;
    private int rejected;
    private int trades;
    private long firstOrderId;

    EventWriter(EventEntries entries) {
        this.entries = entries;
    }

    /**
     * Starts the next command.
     *
     * @param wanted takes the events as values; null if nobody wants them
     */
    void start(@Nullable List<Event> wanted) {
        seen = wanted;
        accepted = 0;
        rejected = 0;
        trades = 0;
        firstOrderId = 0;
    }

    int accepted() {
        return accepted;
    }

    int rejected() {
        return rejected;
    }

    int trades() {
        return trades;
    }

    /** The order that a repeated client order id named first; 0 if the command was no such repeat. */
    long firstOrderId() {
        return firstOrderId;
    }

    @Override
    public void accepted(long seq, long time, long orderId, CommandSlot order) {
        ByteBuffer to = begin();
        EventCodec.orderAccepted(
                to,
                time,
                orderId,
                order.clientOrderId(),
                order.accountId(),
                order.symbol(),
                order.side(),
                order.orderType(),
                order.timeInForce(),
                order.price(),
                order.quantity());
        end(seq, to);
        accepted++;
    }

    @Override
    public void rejected(long seq, long time, CommandSlot command, long orderId, RejectReason reason) {
        ByteBuffer to = begin();
        EventCodec.orderRejected(
                to, time, orderId, command.clientOrderId(), command.accountId(), command.symbol(), reason);
        end(seq, to);
        rejected++;
        if (reason == RejectReason.DUPLICATE_CLIENT_ORDER_ID) {
            firstOrderId = orderId;
        }
    }

    @Override
    public void cancelled(
            long seq,
            long time,
            long orderId,
            Ascii accountId,
            Ascii symbol,
            long cancelledQuantity,
            CancelReason reason) {
        ByteBuffer to = begin();
        EventCodec.orderCancelled(to, time, orderId, accountId, symbol, cancelledQuantity, reason);
        end(seq, to);
    }

    @Override
    public void modified(
            long seq,
            long time,
            long orderId,
            Ascii accountId,
            Ascii symbol,
            long price,
            long quantity,
            long leavesQuantity) {
        ByteBuffer to = begin();
        EventCodec.orderModified(to, time, orderId, accountId, symbol, price, quantity, leavesQuantity);
        end(seq, to);
    }

    @Override
    public void trade(
            long seq,
            long time,
            long tradeId,
            Ascii symbol,
            long price,
            long quantity,
            Side aggressorSide,
            long buyOrderId,
            long sellOrderId,
            Ascii buyAccountId,
            Ascii sellAccountId) {
        ByteBuffer to = begin();
        EventCodec.trade(
                to,
                time,
                tradeId,
                symbol,
                price,
                quantity,
                aggressorSide,
                buyOrderId,
                sellOrderId,
                buyAccountId,
                sellAccountId);
        end(seq, to);
        trades++;
    }

    @Override
    public void sessionChanged(long seq, long time, SessionState state) {
        ByteBuffer to = begin();
        EventCodec.sessionStateChanged(to, time, state);
        end(seq, to);
    }

    @Override
    public void instrumentChanged(long seq, long time, Instrument instrument) {
        ByteBuffer to = begin();
        EventCodec.instrumentChanged(to, time, instrument);
        end(seq, to);
    }

    @Override
    public void accountChanged(long seq, long time, Account account) {
        ByteBuffer to = begin();
        EventCodec.accountChanged(to, time, account);
        end(seq, to);
    }

    @Override
    public void killSwitchChanged(long seq, long time, Ascii accountId, boolean engaged) {
        ByteBuffer to = begin();
        EventCodec.killSwitchChanged(to, time, accountId, engaged);
        end(seq, to);
    }

    private ByteBuffer begin() {
        ByteBuffer to = entries.begin(EventCodec.MAX_PAYLOAD_BYTES);
        begunAt = to.position();
        return to;
    }

    private void end(long seq, ByteBuffer written) {
        List<Event> wanted = seen;
        if (wanted != null) {
            ByteBuffer payload = written.duplicate().order(ByteOrder.LITTLE_ENDIAN);
            wanted.add(EventCodec.decode(seq, payload.flip().position(begunAt)));
        }
        long given = entries.endEvent();
        if (given != seq) {
            throw new IllegalStateException("seq: " + given + " (expected: " + seq + ", the engine's)");
        }
    }
}
