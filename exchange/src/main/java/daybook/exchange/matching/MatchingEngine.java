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

    private long lastSeq;

    /** The state that {@link #writeTo} wrote. @throws SnapshotFormatException if the bytes are not such a state */
    public static MatchingEngine read(SnapshotInput from) {
        later();
        return new MatchingEngine();
    }

    /**
     * Decides one command. Never throws for what a client sent; each command gives at least one event, except a
     * {@link Command.CancelAll} that finds no order.
     *
     * @param timeMicros the command's time, microseconds since the epoch; a time before the last one counts as the last one for
     *     rate limits
     */
    public void apply(CommandSlot command, long timeMicros, EventSink sink) {
        later();
    }

    /** The same for a record; a convenience for tests and tools. */
    public void apply(Command command, long timeMicros, EventSink sink) {
        CommandSlot slot = new CommandSlot();
        slot.set(command);
        apply(slot, timeMicros, sink);
    }

    /** The last event's number; 0 before the first. The next event has one more. */
    public long lastSeq() {
        return lastSeq;
    }

    /** Writes the whole state; equal states give equal bytes. The caller calls {@link SnapshotOutput#finish}. */
    public void writeTo(SnapshotOutput out) {
        later();
    }

    /** A hash of the whole state, as {@link #writeTo} writes it. Costs as much as a snapshot. */
    public long stateHash() {
        later();
        return 0;
    }

    public SessionState session() {
        later();
        return SessionState.CLOSED;
    }

    /** In the order in which they were added. */
    public List<Instrument> instruments() {
        later();
        return List.of();
    }

    /** In the order in which they were added. */
    public List<Account> accounts() {
        later();
        return List.of();
    }

    /** @param accountId "" = the whole venue */
    public boolean killSwitch(String accountId) {
        later();
        return false;
    }

    /** The middle of the symbol's price band now; 0 if the symbol is unknown. */
    public long referencePrice(String symbol) {
        later();
        return 0;
    }

    /** The best levels of a book, {@code depth} per side; nothing if the symbol is unknown. Market orders do not show. */
    public Optional<BookView> book(String symbol, int depth) {
        later();
        return Optional.empty();
    }

    /** What an uncross would do now; nothing if it would trade nothing or the symbol is unknown. */
    public Optional<Indication> indication(String symbol) {
        later();
        return Optional.empty();
    }

    /** An order that is open or remembered. */
    public Optional<OrderView> order(long orderId) {
        later();
        return Optional.empty();
    }

    /** An order that is open or remembered, by the id that its client gave. */
    public Optional<OrderView> order(String accountId, String clientOrderId) {
        later();
        return Optional.empty();
    }

    /** An account's open orders, in the order in which they were accepted. */
    public List<OrderView> openOrders(String accountId) {
        later();
        return List.of();
    }

    /** What an order still wants to trade; 0 if it is not open. Without garbage. */
    public long openQuantity(long orderId) {
        later();
        return 0;
    }

    /** What an order that is open has traded; 0 otherwise. Without garbage. */
    public long tradedQuantity(long orderId) {
        later();
        return 0;
    }

    private static void later() {
        throw new UnsupportedOperationException("not yet");
    }
}
