package daybook.exchange.replay;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.RejectReason;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.TimeInForce;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The venue that a file runs on: one instrument without rules of its own, an account for each owner. Sends the commands and folds what
 * they did. Methods that send return why the engine refused, or null.
 */
final class ReplayVenue {
    private static final String SYMBOL = "REPLAY";
    private static final String NO_CURRENCY = "XXX";

    private final ReplayTarget target;
    private final EventOutput eventOutput;
    private final LiveOrders orders = new LiveOrders();
    private final BookFold fold = new BookFold(orders);
    private final Owners owners;
    private long entered;

    ReplayVenue(SelfTradeMode selfTrade, ReplayTarget target, EventOutput eventOutput) {
        this.target = target;
        this.eventOutput = eventOutput;
        this.owners = new Owners(selfTrade);
    }

    /** Sets up the instrument and opens continuous trading. */
    void open(Scales scales) throws IOException {
        long anyPrice = scales.tick();
        int moneyScale = scales.priceScale() + scales.quantityScale();
        set(new Command.ChangeInstrument(new Instrument(
                SYMBOL,
                scales.priceScale(),
                scales.quantityScale(),
                moneyScale,
                scales.tick(),
                1,
                anyPrice,
                0,
                0,
                0,
                NO_CURRENCY)));
        session(SessionState.OPEN);
    }

    LiveOrders orders() {
        return orders;
    }

    BookFold fold() {
        return fold;
    }

    void session(SessionState state) throws IOException {
        set(new Command.SetSession(state));
    }

    /** What counts as the owner: nobody, where owners make no difference. */
    String counted(String owner) {
        return owners.counted(owner);
    }

    /** Says whose an order is. The engine learns it when the order is entered. */
    void assign(LiveOrder order, String owner) throws IOException {
        Optional<Account> unopened = owners.unopened(owner);
        if (unopened.isPresent()) {
            set(new Command.ChangeAccount(unopened.get()));
        }
        order.owner = owner;
        order.account = owners.account(owner);
    }

    /** Brings in what is open of an order. */
    @Nullable
    RejectReason enter(LiveOrder order, Verb as) throws IOException {
        entered++;
        order.quantity = order.open;
        return send(entry(order, as, "r" + entered), order);
    }

    private static Command entry(LiveOrder order, Verb as, String id) {
        return switch (as) {
            case LOAD -> new Command.LoadOrder(order.account, id, SYMBOL, order.side, order.price, order.open);
            case NEW_IOC -> entry(order, OrderType.LIMIT, TimeInForce.IOC, id);
            case NEW_FOK -> entry(order, OrderType.LIMIT, TimeInForce.FOK, id);
            case NEW_POST -> entry(order, OrderType.LIMIT, TimeInForce.POST_ONLY, id);
            case NEW_MKT -> entry(order, OrderType.MARKET, TimeInForce.GTC, id);
            case NEW, AMEND, PHASE, CANCEL, REDUCE -> entry(order, OrderType.LIMIT, TimeInForce.GTC, id);
        };
    }

    private static Command entry(LiveOrder order, OrderType type, TimeInForce timeInForce, String id) {
        return new Command.NewOrder(order.account, id, SYMBOL, order.side, type, timeInForce, order.price, order.open);
    }

    /** @param open what is to be open; the engine counts what has traded as well */
    @Nullable
    RejectReason amend(LiveOrder order, long price, long open) throws IOException {
        return send(new Command.AmendOrder(order.account, order.engineId, price, order.wholeFor(open)), order);
    }

    @Nullable
    RejectReason cancel(LiveOrder order) throws IOException {
        return send(new Command.CancelOrder(order.account, order.engineId), null);
    }

    private void set(Command command) throws IOException {
        RejectReason refusal = send(command, null);
        if (refusal != null) {
            throw new IllegalStateException("setting: " + command + " (expected: accepted, but: " + refusal + ")");
        }
    }

    private @Nullable RejectReason send(Command command, @Nullable LiveOrder order) throws IOException {
        List<Event> decided = target.run(command);
        for (Event event : decided) {
            eventOutput.accept(event);
        }
        return command.kind() == Command.Kind.SET_SESSION ? fold.uncross(decided) : fold.fold(decided, order);
    }
}
