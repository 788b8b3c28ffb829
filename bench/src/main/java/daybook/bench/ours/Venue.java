package daybook.bench.ours;

import daybook.bench.workload.Workload;
import daybook.bench.workload.Workload.Op;
import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import java.util.ArrayList;
import java.util.List;

/** A workload in our words: the commands that set the venue up, and the stream itself. */
final class Venue {
    private Venue() {}

    /** Instruments without rules, accounts that may trade with themselves, session open. */
    static List<Command> setUp(Workload workload) {
        List<Command> commands = new ArrayList<>();
        for (int s = 0; s < workload.symbols(); s++) {
            commands.add(
                    new Command.ChangeInstrument(new Instrument(symbol(s), 0, 0, 0, 1, 1, 100_000, 0, 0, 0, "USD")));
        }
        for (int user = 1; user <= workload.users(); user++) {
            commands.add(new Command.ChangeAccount(new Account(account(user), true, SelfTradeMode.NONE, 0, 0, 0)));
        }
        commands.add(new Command.SetSession(SessionState.OPEN));
        return commands;
    }

    static Command command(Workload w, int i) {
        String account = account(w.user(i));
        return switch (w.op(i)) {
            case GTC, IOC ->
                new Command.NewOrder(
                        account,
                        clientOrderId(w, i),
                        symbol(w.symbol(i)),
                        w.buy(i) ? Side.BUY : Side.SELL,
                        OrderType.LIMIT,
                        w.op(i) == Op.GTC ? TimeInForce.GTC : TimeInForce.IOC,
                        w.price(i),
                        w.size(i));
            case CANCEL -> new Command.CancelOrder(account, w.orderId(i));
            case MOVE -> new Command.AmendOrder(account, w.orderId(i), w.price(i), 0);
        };
    }

    /** The peers have no ids of the client beside the order's number; ours is that number as text. */
    static String clientOrderId(Workload w, int i) {
        return Long.toString(w.orderId(i));
    }

    static String symbol(int index) {
        return "S" + index;
    }

    static String account(int user) {
        return "U" + user;
    }
}
