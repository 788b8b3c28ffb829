package daybook.bench.ours;

import daybook.bench.workload.Executions;
import daybook.events.Account;
import daybook.events.CancelReason;
import daybook.events.Instrument;
import daybook.events.RejectReason;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.exchange.matching.Ascii;
import daybook.exchange.matching.CommandSlot;
import daybook.exchange.matching.EventSink;

/** Counts the engine's trades. */
final class TradeTally implements EventSink {
    final Executions executions;
    long rejected;

    TradeTally(int symbols) {
        executions = new Executions(symbols);
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
        boolean buyerCameIn = aggressorSide == Side.BUY;
        executions.trade(
                index(symbol),
                buyerCameIn ? sellOrderId : buyOrderId,
                buyerCameIn ? buyOrderId : sellOrderId,
                price,
                quantity);
    }

    /** The number behind the S. */
    private static int index(Ascii symbol) {
        int index = 0;
        for (int i = 1; i < symbol.length(); i++) {
            index = index * 10 + symbol.charAt(i) - '0';
        }
        return index;
    }

    @Override
    public void rejected(long seq, long time, CommandSlot command, long orderId, RejectReason reason) {
        rejected++;
    }

    @Override
    public void accepted(long seq, long time, long orderId, CommandSlot order) {}

    @Override
    public void cancelled(
            long seq,
            long time,
            long orderId,
            Ascii accountId,
            Ascii symbol,
            long cancelledQuantity,
            CancelReason reason) {}

    @Override
    public void modified(
            long seq,
            long time,
            long orderId,
            Ascii accountId,
            Ascii symbol,
            long price,
            long quantity,
            long leavesQuantity) {}

    @Override
    public void sessionChanged(long seq, long time, SessionState state) {}

    @Override
    public void instrumentChanged(long seq, long time, Instrument instrument) {}

    @Override
    public void accountChanged(long seq, long time, Account account) {}

    @Override
    public void killSwitchChanged(long seq, long time, Ascii accountId, boolean engaged) {}
}
