package daybook.exchange.matching;

import daybook.events.Account;
import daybook.events.CancelReason;
import daybook.events.Instrument;
import daybook.events.RejectReason;
import daybook.events.SessionState;
import daybook.events.Side;

/**
 * Takes the engine's events in order, as values that exist only during the call: names and the command are reused afterwards.
 *
 * <p>{@code seq} rises by one from call to call; {@code time} is the command's, in microseconds. Must not throw and must not
 * call the engine. Each method is one type of {@link daybook.events.Event}.
 */
public interface EventSink {
    /**
     * An order was taken in.
     *
     * @param order the NEW_ORDER or LOAD_ORDER; it has every field of the event but the id
     */
    void accepted(long seq, long time, long orderId, CommandSlot order);

    /**
     * A command was refused.
     *
     * @param command names account, client order id and symbol, as far as the client gave them; else they are empty
     * @param orderId the order that an amend or cancel named; the first order, for the repetition of a client order id with the
     *     same body; else 0
     */
    void rejected(long seq, long time, CommandSlot command, long orderId, RejectReason reason);

    void cancelled(
            long seq,
            long time,
            long orderId,
            Ascii accountId,
            Ascii symbol,
            long cancelledQuantity,
            CancelReason reason);

    void modified(
            long seq,
            long time,
            long orderId,
            Ascii accountId,
            Ascii symbol,
            long price,
            long quantity,
            long leavesQuantity);

    void trade(
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
            Ascii sellAccountId);

    void sessionChanged(long seq, long time, SessionState state);

    void instrumentChanged(long seq, long time, Instrument instrument);

    void accountChanged(long seq, long time, Account account);

    /** @param accountId empty = the whole venue */
    void killSwitchChanged(long seq, long time, Ascii accountId, boolean engaged);
}
