package daybook.exchange.matching;

import daybook.events.Account;
import daybook.events.AccountChanged;
import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.events.KillSwitchChanged;
import daybook.events.OrderAccepted;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderRejected;
import daybook.events.RejectReason;
import daybook.events.SessionState;
import daybook.events.SessionStateChanged;
import daybook.events.Side;
import daybook.events.Trade;
import java.util.function.Consumer;

/** Turns the engine's calls into event records: for replies, tests and tools; not for the order path. */
public final class EventRecords implements EventSink {
    private final Consumer<? super Event> to;

    public EventRecords(Consumer<? super Event> to) {
        this.to = to;
    }

    @Override
    public void accepted(long seq, long time, long orderId, CommandSlot order) {
        to.accept(new OrderAccepted(
                seq,
                time,
                orderId,
                order.clientOrderId().toString(),
                order.accountId().toString(),
                order.symbol().toString(),
                order.side(),
                order.orderType(),
                order.timeInForce(),
                order.price(),
                order.quantity()));
    }

    @Override
    public void rejected(long seq, long time, CommandSlot command, long orderId, RejectReason reason) {
        to.accept(new OrderRejected(
                seq,
                time,
                orderId,
                command.clientOrderId().toString(),
                command.accountId().toString(),
                command.symbol().toString(),
                reason));
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
        to.accept(new OrderCancelled(
                seq, time, orderId, accountId.toString(), symbol.toString(), cancelledQuantity, reason));
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
        to.accept(new OrderModified(
                seq, time, orderId, accountId.toString(), symbol.toString(), price, quantity, leavesQuantity));
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
        to.accept(new Trade(
                seq,
                time,
                tradeId,
                symbol.toString(),
                price,
                quantity,
                aggressorSide,
                buyOrderId,
                sellOrderId,
                buyAccountId.toString(),
                sellAccountId.toString()));
    }

    @Override
    public void sessionChanged(long seq, long time, SessionState state) {
        to.accept(new SessionStateChanged(seq, time, state));
    }

    @Override
    public void instrumentChanged(long seq, long time, Instrument instrument) {
        to.accept(new InstrumentChanged(seq, time, instrument));
    }

    @Override
    public void accountChanged(long seq, long time, Account account) {
        to.accept(new AccountChanged(seq, time, account));
    }

    @Override
    public void killSwitchChanged(long seq, long time, Ascii accountId, boolean engaged) {
        to.accept(new KillSwitchChanged(seq, time, accountId.toString(), engaged));
    }
}
