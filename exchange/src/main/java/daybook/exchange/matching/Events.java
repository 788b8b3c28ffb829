package daybook.exchange.matching;

import daybook.events.Account;
import daybook.events.CancelReason;
import daybook.events.Instrument;
import daybook.events.RejectReason;
import daybook.events.SessionState;
import daybook.events.Side;

/** Numbers the events of the command that is being decided and passes them on. */
final class Events {
    private final Venue venue;
    private EventSink sink;
    private long time;

    Events(Venue venue, EventSink sink) {
        this.venue = venue;
        this.sink = sink;
    }

    void begin(long commandTime, EventSink to) {
        time = commandTime;
        if (sink != to) {
            sink = to;
        }
    }

    /** The command's time, in microseconds. */
    long time() {
        return time;
    }

    private long nextSeq() {
        return ++venue.lastSeq;
    }

    void accepted(int order, CommandSlot command) {
        sink.accepted(nextSeq(), time, venue.orders.orderId(order), command);
    }

    void rejected(CommandSlot command, long orderId, RejectReason reason) {
        sink.rejected(nextSeq(), time, command, orderId, reason);
    }

    /** Before the order leaves: what is cancelled is what it has open. */
    void cancelled(int order, CancelReason reason) {
        sink.cancelled(
                nextSeq(),
                time,
                venue.orders.orderId(order),
                venue.accountOf(order).accountId,
                venue.bookOf(order).symbol,
                venue.orders.left(order),
                reason);
    }

    void modified(int order) {
        sink.modified(
                nextSeq(),
                time,
                venue.orders.orderId(order),
                venue.accountOf(order).accountId,
                venue.bookOf(order).symbol,
                venue.orders.price(order),
                venue.orders.quantity(order),
                venue.orders.left(order));
    }

    void trade(Book book, long price, long quantity, Side aggressor, int buy, int sell) {
        book.traded(price);
        sink.trade(
                nextSeq(),
                time,
                ++venue.lastTradeId,
                book.symbol,
                price,
                quantity,
                aggressor,
                venue.orders.orderId(buy),
                venue.orders.orderId(sell),
                venue.accountOf(buy).accountId,
                venue.accountOf(sell).accountId);
    }

    void sessionChanged(SessionState state) {
        sink.sessionChanged(nextSeq(), time, state);
    }

    void instrumentChanged(Instrument instrument) {
        sink.instrumentChanged(nextSeq(), time, instrument);
    }

    void accountChanged(Account account) {
        sink.accountChanged(nextSeq(), time, account);
    }

    void killSwitchChanged(Ascii accountId, boolean engaged) {
        sink.killSwitchChanged(nextSeq(), time, accountId, engaged);
    }
}
