package daybook.exchange.replay;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.RejectReason;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns the rows of one file into commands, one after the other: which command a row means depends on what the book did with the rows
 * before it.
 */
final class ReplayRun {
    private static final String SYMBOL = "REPLAY";
    private static final String NO_CURRENCY = "XXX";

    private final String file;
    private final Scales scales;
    private final ReplayTarget target;
    private final EventOutput eventOutput;
    private final LiveOrders orders = new LiveOrders();
    private final BookFold fold = new BookFold(orders);
    private final Owners owners;

    private boolean preopen;
    private long entered;
    private long unknownIds;

    ReplayRun(String file, Scales scales, ReplayOptions options, ReplayTarget target, EventOutput eventOutput) {
        this.file = file;
        this.scales = scales;
        this.target = target;
        this.eventOutput = eventOutput;
        this.owners = new Owners(options.selfTrade());
    }

    /** Sets up the one instrument, without rules of its own, and opens continuous trading. */
    void open() throws IOException {
        long anyPrice = scales.tick();
        Instrument instrument = new Instrument(
                SYMBOL,
                scales.priceScale(),
                scales.quantityScale(),
                scales.priceScale() + scales.quantityScale(),
                scales.tick(),
                1,
                anyPrice,
                0,
                0,
                0,
                NO_CURRENCY);
        sendSetting(new Command.ChangeInstrument(instrument));
        sendSetting(new Command.SetSession(SessionState.OPEN));
    }

    /** Runs one row: its executions, in order. The next call reuses the list. */
    List<BookFold.Hit> run(Row row) throws IOException {
        fold.clear();
        switch (row.verb()) {
            case PHASE -> phase(row);
            case LOAD, NEW, NEW_IOC, NEW_FOK, NEW_POST, NEW_MKT -> enterNew(row);
            case AMEND -> amend(row);
            case CANCEL -> cancel(row);
            case REDUCE -> reduce(row);
        }
        return fold.hits();
    }

    LiveOrders orders() {
        return orders;
    }

    long events() {
        return fold.events();
    }

    long unknownIds() {
        return unknownIds;
    }

    private void phase(Row row) throws IOException {
        boolean toPreopen = row.phase() == SessionState.AUCTION;
        if (toPreopen != preopen) {
            preopen = toPreopen;
            sendSetting(new Command.SetSession(row.phase()));
        }
    }

    private void enterNew(Row row) throws IOException {
        if (orders.named(row.orderId()) != null) {
            throw ReplayException.badRow(
                    file, row.line(), "order_id", row.orderId(), "an id that no order in the book has");
        }
        enter(row, row.verb(), row.owner());
    }

    private void amend(Row row) throws IOException {
        LiveOrder order = orders.named(row.orderId());
        if (order == null) {
            unknownIds++;
            enter(row, Verb.LOAD, row.owner());
            return;
        }
        if (order.side != row.side()) {
            throw ReplayException.badRow(
                    file,
                    row.line(),
                    "side",
                    letter(row.side()),
                    letter(order.side) + ", the side of the order in the book");
        }
        long open = units(row.quantity(), scales.quantityScale());
        String owner = ownerAfter(row, order);
        if (units(row.price(), scales.priceScale()) == order.price && open <= order.open) {
            stay(row, order, open, owner);
        } else {
            leaveAndEnter(row, order, open, owner);
        }
    }

    private void cancel(Row row) throws IOException {
        LiveOrder order = orders.named(row.orderId());
        if (order == null) {
            unknownIds++;
        } else {
            send(row, new Command.CancelOrder(order.account, order.engineId), null);
        }
    }

    private void reduce(Row row) throws IOException {
        LiveOrder order = orders.named(row.orderId());
        if (order == null) {
            unknownIds++;
            return;
        }
        long open = order.open - units(row.quantity(), scales.quantityScale());
        if (open <= 0) {
            send(row, new Command.CancelOrder(order.account, order.engineId), null);
        } else {
            stay(row, order, open, ownerAfter(row, order));
        }
    }

    /** A row that names an owner says whose the order is from then on. */
    private String ownerAfter(Row row, LiveOrder order) {
        return row.owner().isEmpty() ? order.owner : owners.counted(row.owner());
    }

    /** The order gets another open quantity and perhaps another owner, and keeps its place. */
    private void stay(Row row, LiveOrder order, long open, String owner) throws IOException {
        if (owner.equals(order.owner) || order.isMarket()) {
            // A market order never meets an order of its owner: it trades in the uncross, where owners are ignored, or
            // leaves.
            order.owner = owner;
            send(row, new Command.AmendOrder(order.account, order.engineId, order.price, order.wholeFor(open)), order);
        } else {
            changeOwner(row, order, open, owner);
        }
    }

    /**
     * The engine has no command that gives an order to another account, rightly. So the order and all behind it at its price are taken
     * out and loaded again in the same order, which leaves every place as it was.
     */
    private void changeOwner(Row row, LiveOrder changed, long open, String owner) throws IOException {
        List<LiveOrder> queue = orders.queueFrom(changed);
        for (LiveOrder order : queue) {
            send(row, new Command.CancelOrder(order.account, order.engineId), null);
        }
        changed.owner = owner;
        changed.account = account(owner);
        changed.open = open;
        for (LiveOrder order : queue) {
            order.quantity = order.open;
            send(
                    row,
                    new Command.LoadOrder(order.account, nextId(), SYMBOL, order.side, order.price, order.open),
                    order);
        }
    }

    private void leaveAndEnter(Row row, LiveOrder order, long open, String owner) throws IOException {
        boolean amendable = owner.equals(order.owner) && !order.isMarket() && !order.postOnly;
        if (amendable && order.wholeFor(open) <= PlainDecimal.MAX_UNSCALED) {
            long price = units(row.price(), scales.priceScale());
            orders.toTheBack(order);
            send(row, new Command.AmendOrder(order.account, order.engineId, price, order.wholeFor(open)), order);
        } else {
            send(row, new Command.CancelOrder(order.account, order.engineId), null);
            enter(row, Verb.NEW, owner);
        }
    }

    /** Brings in an order with the row's id, side, price and quantity, as another verb perhaps than the row's. */
    private void enter(Row row, Verb as, String owner) throws IOException {
        LiveOrder order = new LiveOrder(
                row, units(row.price(), scales.priceScale()), units(row.quantity(), scales.quantityScale()));
        order.owner = owners.counted(owner);
        order.account = account(order.owner);
        Command command = switch (as) {
            case LOAD -> new Command.LoadOrder(order.account, nextId(), SYMBOL, order.side, order.price, order.open);
            case NEW_IOC -> newOrder(order, OrderType.LIMIT, TimeInForce.IOC);
            case NEW_FOK -> newOrder(order, OrderType.LIMIT, TimeInForce.FOK);
            case NEW_POST -> newOrder(order, OrderType.LIMIT, TimeInForce.POST_ONLY);
            case NEW_MKT -> newOrder(order, OrderType.MARKET, TimeInForce.GTC);
            case NEW, AMEND, PHASE, CANCEL, REDUCE -> newOrder(order, OrderType.LIMIT, TimeInForce.GTC);
        };
        send(row, command, order);
    }

    private Command newOrder(LiveOrder order, OrderType type, TimeInForce timeInForce) {
        return new Command.NewOrder(
                order.account, nextId(), SYMBOL, order.side, type, timeInForce, order.price, order.open);
    }

    private String nextId() {
        entered++;
        return "r" + entered;
    }

    /** The account of an owner, opened at its first order. */
    private String account(String owner) throws IOException {
        Optional<Account> unopened = owners.unopened(owner);
        if (unopened.isPresent()) {
            sendSetting(new Command.ChangeAccount(unopened.get()));
        }
        return owners.account(owner);
    }

    private void sendSetting(Command command) throws IOException {
        RejectReason refusal = send(command, null);
        if (refusal != null) {
            throw new IllegalStateException("setting: " + command + " (expected: accepted, but: " + refusal + ")");
        }
    }

    private void send(Row row, Command command, @Nullable LiveOrder order) throws IOException {
        RejectReason refusal = send(command, order);
        if (refusal == null || mayEndIn(row.verb(), refusal)) {
            return;
        }
        if (refusal == RejectReason.INSUFFICIENT) {
            throw ReplayException.badRow(
                    file,
                    row.line(),
                    "qty",
                    row.quantity().toString(),
                    "price x qty, and all that rests on a side, to stay below 2^63 of the file's smallest units");
        }
        throw ReplayException.badRow(
                file, row.line(), "cmd", row.verb().name(), "what the engine takes; it says " + refusal);
    }

    /** What an order may meet by its own kind. Anything else that the engine refuses is a fault of the row. */
    private boolean mayEndIn(Verb verb, RejectReason refusal) {
        return switch (verb) {
            case NEW_FOK -> preopen || refusal == RejectReason.CANNOT_FILL;
            case NEW_IOC -> preopen;
            case NEW_POST -> refusal == RejectReason.WOULD_TAKE;
            case LOAD, NEW, NEW_MKT, AMEND, PHASE, CANCEL, REDUCE -> false;
        };
    }

    private @Nullable RejectReason send(Command command, @Nullable LiveOrder order) throws IOException {
        List<Event> decided = target.run(command);
        for (Event event : decided) {
            eventOutput.accept(event);
        }
        return command.kind() == Command.Kind.SET_SESSION ? fold.uncross(decided) : fold.fold(decided, order);
    }

    private static String letter(Side side) {
        return side == Side.BUY ? "B" : "A";
    }

    private static long units(PlainDecimal number, int scale) {
        return number.inUnits(scale);
    }
}
