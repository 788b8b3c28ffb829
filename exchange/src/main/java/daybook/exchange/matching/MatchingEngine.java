package daybook.exchange.matching;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Instrument;
import daybook.events.SessionState;
import daybook.exchange.BookView;
import daybook.exchange.Indication;
import daybook.exchange.OrderView;
import java.util.List;
import java.util.Optional;

/**
 * The venue's whole state, and the only thing that changes it: {@link #apply}.
 *
 * <p>Starts CLOSED, with no instrument and no account. Confined to one thread. The views are of the state after the last
 * command, which may be ahead of the durable line.
 */
public final class MatchingEngine {
    /** Named by segments and snapshots: a change of rules that can change an event of an old command raises it. */
    public static final int VERSION = 1;

    private static final int HASH_CHUNK_BYTES = 64 * 1024;
    private static final EventSink NOWHERE = new EventRecords(event -> {});

    private final Venue venue = new Venue();
    private final Events events = new Events(venue, NOWHERE);
    private final Matcher matcher = new Matcher(venue, events);
    private final Auction auction = new Auction(venue, matcher, events);
    private final OrderCommands orderCommands = new OrderCommands(venue, matcher, events);
    private final SettingCommands settingCommands = new SettingCommands(venue, orderCommands, matcher, auction, events);
    private final Views views = new Views(venue);
    private final CommandSlot recordSlot = new CommandSlot();

    private final Foresight foresight = new Foresight(venue);

    /**
     * The engine whose state {@link #writeTo} wrote.
     *
     * @throws SnapshotFormatException if the bytes are not such a state, or of another {@link #VERSION}
     */
    public static MatchingEngine read(SnapshotInput from) {
        MatchingEngine engine = new MatchingEngine();
        new Snapshot(engine.venue).read(from);
        return engine;
    }

    /**
     * Decides one command. Never throws for what a client sent; each command gives at least one event, except a
     * {@link Command.CancelAll} that finds no order.
     *
     * @param timeMicros the command's time, microseconds since the epoch; for rate limits a time before the last one counts as
     *     the last one
     */
    public void apply(CommandSlot command, long timeMicros, EventSink sink) {
        events.begin(timeMicros, sink);
        switch (command.kind()) {
            case NEW_ORDER -> orderCommands.newOrder(command);
            case AMEND_ORDER -> orderCommands.amendOrder(command);
            case CANCEL_ORDER -> orderCommands.cancelOrder(command);
            case CANCEL_ALL -> orderCommands.cancelAll(command);
            case LOAD_ORDER -> orderCommands.loadOrder(command);
            case SET_SESSION -> settingCommands.setSession(command);
            case CHANGE_INSTRUMENT -> settingCommands.changeInstrument(command);
            case CHANGE_ACCOUNT -> settingCommands.changeAccount(command);
            case CHANGE_KILL_SWITCH -> settingCommands.changeKillSwitch(command);
        }
    }

    /**
     * Reads what deciding these commands will read first, and changes nothing of the state: the processor then waits for the memory
     * of all of them at once, not for that of each in turn.
     */
    public void foresee(CommandSlot[] commands, int count) {
        foresight.see(commands, count);
    }

    /**
     * {@link #apply(CommandSlot, long, EventSink)} for a record.
     *
     * @throws IllegalArgumentException if a name is too long or not ASCII; nothing has changed
     */
    public void apply(Command command, long timeMicros, EventSink sink) {
        recordSlot.set(command);
        apply(recordSlot, timeMicros, sink);
    }

    /** The last event's number; 0 before the first. The next event has one more. */
    public long lastSeq() {
        return venue.lastSeq;
    }

    /** Writes the whole state; equal states give equal bytes. The caller then calls {@link SnapshotOutput#finish}. */
    public void writeTo(SnapshotOutput out) {
        new Snapshot(venue).write(out);
    }

    /** A hash of the whole state, as {@link #writeTo} writes it. Costs as much as a snapshot. */
    public long stateHash() {
        StateHash hash = new StateHash();
        SnapshotOutput out = new SnapshotOutput(HASH_CHUNK_BYTES, hash);
        writeTo(out);
        out.finish();
        return hash.value();
    }

    public SessionState session() {
        return venue.session;
    }

    /** As last set, in the order in which they were added. */
    public List<Instrument> instruments() {
        return venue.books.stream().map(Book::instrument).toList();
    }

    /** As last set, in the order in which they were added. */
    public List<Account> accounts() {
        return venue.accounts.stream().map(AccountState::settings).toList();
    }

    /**
     * Whether the kill switch is engaged.
     *
     * @param accountId of this account itself; "" = of the whole venue
     */
    public boolean killSwitch(String accountId) {
        if (accountId.isEmpty()) {
            return venue.killed;
        }
        AccountState account = views.account(accountId);
        return account != null && account.killed;
    }

    /** The middle of the symbol's price band now; 0 if the symbol is unknown. */
    public long referencePrice(String symbol) {
        Book book = views.book(symbol);
        return book == null ? 0 : book.referencePrice();
    }

    /** The best levels of a book, {@code depth} per side; nothing if the symbol is unknown. Market orders do not show. */
    public Optional<BookView> book(String symbol, int depth) {
        return Optional.ofNullable(views.book(symbol)).map(book -> views.view(book, depth));
    }

    /** What an uncross would do now; nothing if it would trade nothing or the symbol is unknown. */
    public Optional<Indication> indication(String symbol) {
        return Optional.ofNullable(views.book(symbol)).flatMap(auction::indication);
    }

    /** An order that is open or remembered. */
    public Optional<OrderView> order(long orderId) {
        return view(venue.registry.find(orderId));
    }

    /** An order that is open or remembered, by the id that its client gave. */
    public Optional<OrderView> order(String accountId, String clientOrderId) {
        return view(views.find(accountId, clientOrderId));
    }

    private Optional<OrderView> view(int order) {
        return order == OrderTable.NONE ? Optional.empty() : Optional.of(views.view(order));
    }

    /** An account's open orders, in the order in which they were accepted; empty if the account is unknown. */
    public List<OrderView> openOrders(String accountId) {
        AccountState account = views.account(accountId);
        return account == null ? List.of() : views.openOrders(account);
    }

    /** What an order still wants to trade; 0 if it is not open. Without garbage. */
    public long openQuantity(long orderId) {
        int order = venue.registry.find(orderId);
        return order != OrderTable.NONE && venue.orders.isOpen(order) ? venue.orders.left(order) : 0;
    }

    /** What an order that is open or remembered has traded; 0 otherwise. Without garbage. */
    public long tradedQuantity(long orderId) {
        int order = venue.registry.find(orderId);
        return order == OrderTable.NONE ? 0 : venue.orders.traded(order);
    }
}
