package daybook.exchange.matching;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.CommandTarget;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;

/**
 * Any command, in a reusable place: how the engine is given commands. Fill it with {@link #set}, or without garbage with one of the
 * methods named after a command and then the names that this command has: {@link #accountId()}, {@link #clientOrderId()},
 * {@link #symbol()} (each of these methods first empties them all).
 *
 * <p>A field that the command does not have is 0, empty or left over; the engine does not look at it. Confined to one thread at a
 * time; handing it over is the ring's business.
 */
public final class CommandSlot implements CommandTarget {
    public static final int MAX_ACCOUNT_ID = 32;
    public static final int MAX_CLIENT_ORDER_ID = 36;
    public static final int MAX_SYMBOL = 32;

    private static final Command.Kind[] KINDS = Command.Kind.values();
    private static final Side[] SIDES = Side.values();
    private static final OrderType[] ORDER_TYPES = OrderType.values();
    private static final TimeInForce[] TIMES_IN_FORCE = TimeInForce.values();

    private final Ascii accountId = new Ascii(MAX_ACCOUNT_ID);
    private final Ascii clientOrderId = new Ascii(MAX_CLIENT_ORDER_ID);
    private final Ascii symbol = new Ascii(MAX_SYMBOL);
    private Command command = new Command.SetSession(SessionState.CLOSED);
    // Constants are held by number: storing a reference costs the collector's attention, and these are stored for each
    // command.
    private byte kind;
    private byte side;
    private byte orderType;
    private byte timeInForce;
    /** Where the account was found when the command was foreseen; a hint, never trusted. */
    private int accountHint;

    private long orderId;
    private long price;
    private long quantity;

    /**
     * Copies a command.
     *
     * @throws IllegalArgumentException if a name is too long or not ASCII
     */
    @Override
    public void set(Command from) {
        switch (from.kind()) {
            case NEW_ORDER -> {
                Command.NewOrder order = (Command.NewOrder) from;
                newOrder(order.side(), order.orderType(), order.timeInForce(), order.price(), order.quantity());
                names(order.accountId(), order.clientOrderId(), order.symbol());
            }
            case LOAD_ORDER -> {
                Command.LoadOrder order = (Command.LoadOrder) from;
                loadOrder(order.side(), order.price(), order.quantity());
                names(order.accountId(), order.clientOrderId(), order.symbol());
            }
            case AMEND_ORDER -> {
                Command.AmendOrder amend = (Command.AmendOrder) from;
                amendOrder(amend.orderId(), amend.price(), amend.quantity());
                names(amend.accountId(), "", "");
            }
            case CANCEL_ORDER -> {
                Command.CancelOrder cancel = (Command.CancelOrder) from;
                cancelOrder(cancel.orderId());
                names(cancel.accountId(), "", "");
            }
            case CANCEL_ALL -> {
                Command.CancelAll all = (Command.CancelAll) from;
                cancelAll();
                names(all.accountId(), "", all.symbol());
            }
            case SET_SESSION -> setting(from);
            case CHANGE_INSTRUMENT -> {
                setting(from);
                symbol.set(((Command.ChangeInstrument) from).instrument().symbol());
            }
            case CHANGE_ACCOUNT -> {
                setting(from);
                accountId.set(((Command.ChangeAccount) from).account().accountId());
            }
            case CHANGE_KILL_SWITCH -> {
                setting(from);
                accountId.set(((Command.ChangeKillSwitch) from).accountId());
            }
        }
    }

    /** A new order; its three names follow. An empty client order id is not remembered. */
    @Override
    public void newOrder(Side newSide, OrderType newType, TimeInForce newTimeInForce, long newPrice, long newQuantity) {
        start(Command.Kind.NEW_ORDER);
        side = number(newSide);
        orderType = number(newType);
        timeInForce = number(newTimeInForce);
        price = newPrice;
        quantity = newQuantity;
    }

    /** An order that rests without matching; its three names follow. */
    @Override
    public void loadOrder(Side newSide, long newPrice, long newQuantity) {
        newOrder(newSide, OrderType.LIMIT, TimeInForce.GTC, newPrice, newQuantity);
        kind = number(Command.Kind.LOAD_ORDER);
    }

    /** New price and quantity (0 = unchanged); the account follows. */
    @Override
    public void amendOrder(long amendedId, long newPrice, long newQuantity) {
        start(Command.Kind.AMEND_ORDER);
        orderId = amendedId;
        price = newPrice;
        quantity = newQuantity;
    }

    /** The account follows. */
    @Override
    public void cancelOrder(long cancelledId) {
        start(Command.Kind.CANCEL_ORDER);
        orderId = cancelledId;
    }

    /** The account follows, and the symbol if only its orders are meant. */
    @Override
    public void cancelAll() {
        start(Command.Kind.CANCEL_ALL);
    }

    private void setting(Command from) {
        start(from.kind());
        command = from;
    }

    private void start(Command.Kind newKind) {
        kind = number(newKind);
        orderId = 0;
        price = 0;
        quantity = 0;
        accountId.clear();
        clientOrderId.clear();
        symbol.clear();
    }

    @SuppressWarnings("EnumOrdinal") // within one object; nothing keeps it
    private static byte number(Enum<?> constant) {
        return (byte) constant.ordinal();
    }

    private void names(String account, String client, String symbolText) {
        accountId.set(account);
        clientOrderId.set(client);
        symbol.set(symbolText);
    }

    /** The same command as a record. */
    public Command toCommand() {
        return switch (kind()) {
            case NEW_ORDER ->
                new Command.NewOrder(
                        accountId.toString(),
                        clientOrderId.toString(),
                        symbol.toString(),
                        side(),
                        orderType(),
                        timeInForce(),
                        price,
                        quantity);
            case LOAD_ORDER ->
                new Command.LoadOrder(
                        accountId.toString(), clientOrderId.toString(), symbol.toString(), side(), price, quantity);
            case AMEND_ORDER -> new Command.AmendOrder(accountId.toString(), orderId, price, quantity);
            case CANCEL_ORDER -> new Command.CancelOrder(accountId.toString(), orderId);
            case CANCEL_ALL -> new Command.CancelAll(accountId.toString(), symbol.toString());
            case SET_SESSION, CHANGE_INSTRUMENT, CHANGE_ACCOUNT, CHANGE_KILL_SWITCH -> command;
        };
    }

    public Command.Kind kind() {
        return KINDS[kind];
    }

    @Override
    public Ascii accountId() {
        return accountId;
    }

    @Override
    public Ascii clientOrderId() {
        return clientOrderId;
    }

    @Override
    public Ascii symbol() {
        return symbol;
    }

    public Side side() {
        return SIDES[side];
    }

    public OrderType orderType() {
        return ORDER_TYPES[orderType];
    }

    public TimeInForce timeInForce() {
        return TIMES_IN_FORCE[timeInForce];
    }

    public long orderId() {
        return orderId;
    }

    public long price() {
        return price;
    }

    public long quantity() {
        return quantity;
    }

    int accountHint() {
        return accountHint;
    }

    void setAccountHint(int index) {
        accountHint = index;
    }

    /** Of SET_SESSION. */
    public SessionState session() {
        return ((Command.SetSession) command).state();
    }

    /** Of CHANGE_INSTRUMENT. */
    public Instrument instrument() {
        return ((Command.ChangeInstrument) command).instrument();
    }

    /** Of CHANGE_ACCOUNT. */
    public Account account() {
        return ((Command.ChangeAccount) command).account();
    }

    /** Of CHANGE_KILL_SWITCH. */
    public boolean engaged() {
        return ((Command.ChangeKillSwitch) command).engaged();
    }
}
