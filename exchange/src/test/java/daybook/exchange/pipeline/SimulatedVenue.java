package daybook.exchange.pipeline;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.CommandCodec;
import daybook.events.Event;
import daybook.events.EventCodec;
import daybook.events.Instrument;
import daybook.events.OrderAccepted;
import daybook.events.OrderType;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import daybook.exchange.VenueState;
import daybook.exchange.matching.MatchingEngine;
import daybook.journal.DiskLanes;
import daybook.journal.EntryKind;
import daybook.journal.EntryVisitor;
import daybook.journal.JournalPorts;
import daybook.journal.JournalTailer;
import daybook.journal.SimDisk;
import daybook.journal.SimLane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An exchange on a simulated disk with clocks set by hand. Everything is done by the calling thread. */
final class SimulatedVenue {
    /** Rounds without work after which nothing runs beside the exchange any more. */
    private static final int PATIENCE = 20;

    static final UUID VENUE = UUID.fromString("00000000-0000-4000-8000-00000000d0b0");
    static final Path DIRECTORY = Path.of("/venue");
    static final ExchangeSettings SETTINGS = new ExchangeSettings(1_024, 256, 1 << 16, 16, Duration.ofMinutes(5));

    final SimDisk disk;
    final ExchangeHome home;
    long micros = 1_000_000;
    long nanos;
    private ExchangeSettings settings = SETTINGS;
    private Supplier<DiskLanes> lanes = () -> DiskLanes.INLINE;
    private @Nullable Exchange exchange;

    SimulatedVenue() {
        this(new SimDisk());
    }

    SimulatedVenue(SimDisk disk) {
        this(disk, home());
    }

    SimulatedVenue(SimDisk disk, ExchangeHome home) {
        this.disk = disk;
        this.home = home;
    }

    static ExchangeHome home() {
        return new ExchangeHome(DIRECTORY, VENUE, 1 << 20, List.of());
    }

    /** A venue that trades: ABC, accounts A to D, open. */
    static SimulatedVenue trading() {
        SimulatedVenue venue = new SimulatedVenue().open();
        venue.prepare();
        return venue;
    }

    void prepare() {
        decide(new Command.ChangeInstrument(instrument("ABC", 1)));
        for (String account : List.of("A", "B", "C", "D")) {
            decide(new Command.ChangeAccount(account(account)));
        }
        decide(new Command.SetSession(SessionState.OPEN));
    }

    SimulatedVenue with(ExchangeSettings newSettings) {
        settings = newSettings;
        return this;
    }

    /** Batches run beside the exchange from now on, and end when a seed says. */
    SimulatedVenue withLanes(long seed) {
        lanes = () -> SimLane.two(seed);
        return this;
    }

    SimulatedVenue open() {
        return open(Assembly.INLINE);
    }

    SimulatedVenue open(Assembly assembly) {
        exchange = Exchange.open(home, settings, ports(), assembly);
        return this;
    }

    ExchangePorts ports() {
        return new ExchangePorts(
                new JournalPorts(disk, lanes.get()), () -> micros, () -> nanos, () -> {}, RecoveryProgress.NONE);
    }

    Exchange exchange() {
        Exchange open = exchange;
        if (open == null) {
            throw new IllegalStateException("exchange: not open");
        }
        return open;
    }

    /** The process is killed and started again; the machine stays up. */
    SimulatedVenue kill() {
        disk.restart();
        return open();
    }

    /** The power goes, some of what was not forced is lost, and the exchange is started again. */
    SimulatedVenue cutPower(long seed) {
        disk.crash(seed);
        return open();
    }

    void close() {
        exchange().close();
    }

    void pump() {
        int idle = 0;
        while (idle < PATIENCE) {
            idle = exchange().pump() > 0 ? 0 : idle + 1;
        }
    }

    /** Commands that have been decided and that a power cut could take back. */
    int undurableCommands() {
        return (int) (exchange().decidedCommandSeq() - exchange().durableCommandSeq());
    }

    /** Submits, pumps, and gives the reply. */
    Reply ask(Command command) {
        List<Reply> replies = new ArrayList<>();
        Submission submission = exchange().submit(command, replies::add);
        if (!(submission instanceof Submission.Queued)) {
            throw new IllegalStateException("submission: " + submission + " (expected: queued)");
        }
        pump();
        if (replies.size() != 1) {
            throw new IllegalStateException("replies: " + replies + " (expected: one)");
        }
        return replies.get(0);
    }

    Reply.Decided decide(Command command) {
        return (Reply.Decided) ask(command);
    }

    /** Enters an order and gives its id. */
    long enter(Command.NewOrder order) {
        return ((OrderAccepted) decide(order).events().get(0)).orderId();
    }

    <T> T query(Function<VenueState, T> question) {
        CompletableFuture<T> answer = exchange().query(question);
        pump();
        return answer.join();
    }

    String depth() {
        return query(state -> state.book("ABC", 100).orElseThrow().toString());
    }

    long stateHash() {
        return exchange().stateHash();
    }

    /** The hash of the state that the journal's commands give from the first one on. */
    long hashFromScratch() {
        MatchingEngine engine = new MatchingEngine();
        Replay replay = new Replay(engine, 0, 0);
        try (JournalTailer tailer = JournalTailer.entries(disk, home.journal(), 1)) {
            while (tailer.poll(exchange().durableCommandSeq(), 1 << 20, replay) > 0) {}
        }
        return engine.stateHash();
    }

    List<CommandCodec.Timed> commands() {
        List<CommandCodec.Timed> commands = new ArrayList<>();
        read((kind, number, payload, last) -> {
            if (kind == EntryKind.COMMAND) {
                commands.add(CommandCodec.decode(payload));
            }
        });
        return commands;
    }

    List<Event> events() {
        List<Event> events = new ArrayList<>();
        read((kind, number, payload, last) -> {
            if (kind == EntryKind.EVENT) {
                events.add(EventCodec.decode(number, payload));
            }
        });
        return events;
    }

    private void read(EntryVisitor visitor) {
        try (JournalTailer tailer = JournalTailer.entries(disk, home.journal(), 1)) {
            while (tailer.poll(exchange().durableCommandSeq(), 1 << 20, visitor) > 0) {}
        }
    }

    static Command.NewOrder buy(String account, String clientOrderId, long quantity, long price) {
        return limit(account, clientOrderId, Side.BUY, quantity, price);
    }

    static Command.NewOrder sell(String account, String clientOrderId, long quantity, long price) {
        return limit(account, clientOrderId, Side.SELL, quantity, price);
    }

    private static Command.NewOrder limit(String account, String id, Side side, long quantity, long price) {
        return new Command.NewOrder(account, id, "ABC", side, OrderType.LIMIT, TimeInForce.GTC, price, quantity);
    }

    static Instrument instrument(String symbol, long lot) {
        return new Instrument(symbol, 2, 0, 2, 1, lot, 100, 0, 0, 0, "INR");
    }

    static Account account(String id) {
        return new Account(id, true, SelfTradeMode.CANCEL_RESTING, 0, 0, 0);
    }
}
