package daybook.lab.study;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.EventCodec;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.ReplyListener;
import daybook.exchange.Submission;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.journal.Disk;
import daybook.journal.JournalTailer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;

/** The venue's exchange with one instrument and a few accounts, on one thread. */
final class LabVenue implements AutoCloseable {
    static final UUID ID = new UUID(0xDA7B00C0_0000_4000L, 0x8000_0000_0000_0001L);
    static final String SYMBOL = "INFY";
    static final long PRICE = 150_000;

    private static final int SEGMENT_BYTES = 1 << 20;

    private final Disk disk;
    private final ExchangeHome home;
    private final Exchange exchange;
    private final String ids;
    private long orders;

    /** @param ids of client orders begin with this: no two lives of a venue may use the same */
    LabVenue(Disk disk, Path directory, String ids, Limits limits) {
        this.disk = disk;
        this.home = new ExchangeHome(directory, ID, SEGMENT_BYTES, List.of());
        this.ids = ids;
        LongSupplier nanos = limits.nanos();
        this.exchange =
                Exchange.open(home, limits.settings(), ExchangePorts.of(disk, () -> nanos.getAsLong() / 1_000, nanos));
    }

    /** What it is given. */
    record Limits(ExchangeSettings settings, LongSupplier nanos) {}

    /** Opens the market for these accounts. */
    void prepare(List<String> accounts) {
        command(new Command.ChangeInstrument(new Instrument(SYMBOL, 2, 0, 2, 5, 1, PRICE, 0, 0, 0, "INR")));
        accounts.forEach(account ->
                command(new Command.ChangeAccount(new Account(account, true, SelfTradeMode.CANCEL_RESTING, 0, 0, 0))));
        command(new Command.SetSession(SessionState.OPEN));
    }

    /** Two orders that trade: three events. */
    void trade(String buyer, String seller, long quantity) {
        command(order(seller, Side.SELL, PRICE, quantity));
        command(order(buyer, Side.BUY, PRICE, quantity));
    }

    /** An order that rests: one event. */
    void rest(String account) {
        command(order(account, Side.BUY, 5, 1));
    }

    Command order(String account, Side side, long price, long quantity) {
        return new Command.NewOrder(
                account, ids + ++orders, SYMBOL, side, OrderType.LIMIT, TimeInForce.GTC, price, quantity);
    }

    private void command(Command command) {
        if (!(submit(command, ReplyListener.NONE) instanceof Submission.Queued)) {
            throw new LabException("the exchange did not take " + command);
        }
    }

    Submission submit(Command command, ReplyListener listener) {
        return exchange.submit(command, listener);
    }

    /** Works until there is nothing to do, or it has stopped. */
    void work() {
        while (exchange.pump() > 0) {}
    }

    Exchange exchange() {
        return exchange;
    }

    Path journal() {
        return home.journal();
    }

    /** The history, read from the files. */
    List<Event> history() {
        List<Event> events = new ArrayList<>();
        try (JournalTailer tailer = JournalTailer.events(disk, journal(), 1)) {
            while (tailer.poll(
                            exchange.durableSeq(),
                            1_000,
                            (kind, seq, payload, last) -> events.add(EventCodec.decode(seq, payload)))
                    > 0) {}
        }
        return events;
    }

    @Override
    public void close() {
        exchange.close();
    }
}
