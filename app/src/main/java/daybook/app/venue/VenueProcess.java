package daybook.app.venue;

import daybook.app.fix.FixDoor;
import daybook.app.fix.FixSettings;
import daybook.app.heartbeat.Identity;
import daybook.app.http.WebServer;
import daybook.app.lab.DemoLab;
import daybook.app.security.Role;
import daybook.app.security.TokenStore;
import daybook.app.traders.TraderDesk;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.exchange.pipeline.RecoveryProgress;
import daybook.journal.Disk;
import daybook.journal.DiskLanes;
import daybook.journal.FileDisk;
import daybook.journal.JournalPorts;
import daybook.journal.JournalSettings;
import daybook.journal.ProvenLine;
import daybook.publisher.CheckpointFile;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exchange and its publisher in this process, and the other roles that the settings name: all of them with {@code up}.
 *
 * <p>Threads: {@code exchange} decides and makes durable, and at saturation leaves writing and forcing to {@code journal-write}; {@code
 * journal-prepare} writes zeros ahead of need; {@code publisher}, {@code capture}, {@code ledger} and {@code board} carry
 * what is durable onwards; {@code keeper} watches the timetable, writes snapshots and enforces retention; {@code traders}
 * simulates clients; {@code worker} and {@code job-scheduler} see to the jobs, each of which has a daemon of its own, at most twice as many as the worker's slots; {@code demo} and {@code lab-crashes}, with {@code --demo} alone, are the lab page's; {@code http-*} serves, {@code fix} too where it is wanted. The thread that calls {@link #open} calls everything else here, but {@link #requestStop}
 * may be called by any.
 */
public final class VenueProcess implements VenuePart {
    private static final Logger LOG = LoggerFactory.getLogger(VenueProcess.class);
    private static final Duration EXCHANGE_REST = Duration.ofMillis(1);
    private static final Duration REST = Duration.ofMillis(5);
    /** Reports of events leave within it. */
    private static final Duration FIX_REST = Duration.ofMillis(2);

    private static final Duration DEMO_REST = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final VenueSettings settings;
    private final Opened opened = new Opened();
    private final StopRequest stop = new StopRequest(LOG);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final long startedNs = System.nanoTime();

    private final Exchange exchange;
    private final VenueClock clock;
    private final Downstream downstream;
    private final VenueMetrics metrics;
    private final TokenStore tokens;
    private final Optional<String> firstOperatorToken;
    private final Keeper keeper;
    private final PumpThread exchangeThread;
    private final PumpThread keeperThread;
    private final Live live;
    private final WebServer web;
    private final Optional<FixDoor> fix;
    private final TraderDesk desk;
    private final PumpThread traderThread;
    private Optional<PumpThread> fixThread = Optional.empty();
    private boolean closed;
    private boolean exchangeStuck;

    private VenueProcess(VenueSettings settings, RecoveryProgress progress) {
        this.settings = settings;
        try {
            DataDirectory data = settings.data();
            settings.log().kafka().ifPresent(kafka -> TopicGate.require(kafka, settings.topics()));
            data.prepare();
            for (VenueRole role : settings.roles()) {
                opened.add(DataLock.take(data, role));
            }
            Disk disk = new FileDisk();
            UUID venueId = VenueId.readOrMake(data);
            this.tokens = new TokenStore(data.tokenStore(), new SecureRandom(), InstantSource.system());
            this.firstOperatorToken = FirstTokens.make(data, tokens);
            this.clock = clock(settings);
            Bell bell = new Bell();
            this.exchange = Exchange.open(
                    new ExchangeHome(
                            data.root(), venueId, JournalSettings.DEFAULT_SEGMENT_BYTES, published(disk, data)),
                    exchangeSettings(settings),
                    new ExchangePorts(
                            new JournalPorts(disk, lanes(bell)), clock::micros, System::nanoTime, bell, progress));
            opened.add(new StoppedExchange());
            exchange.recovered().warnings().forEach(LOG::warn);
            clock.jumpTo(exchange.lastTimeMicros());
            this.downstream = opened.add(new Downstream(
                    settings,
                    new Downstream.Upstream(exchange, disk, venueId, this::settledMicros, clock::instant),
                    this::failed));
            this.exchangeThread =
                    opened.add(new PumpThread("exchange", this::pumpExchange, EXCHANGE_REST, this::failed));
            bell.wakes(exchangeThread);
            seed();
            if (settings.time().timetable()) {
                clock.start();
            }
            this.keeper = new Keeper(exchange, downstream, clock, settings.time());
            this.keeperThread = opened.add(new PumpThread("keeper", keeper::pump, Keeper.REST, this::failed));
            downstream.start();
            this.metrics = opened.add(new VenueMetrics(exchange, downstream));
            VenueOperations operations = new VenueOperations(
                    settings.roles(),
                    exchange,
                    downstream,
                    new VenueOperations.Day(keeper, clock, opened.add(Heart.heard(settings))));
            Optional<DemoLab> demo = settings.demo() ? Optional.of(demo()) : Optional.empty();
            this.live = opened.add(new Live(
                    downstream.logs(),
                    settings.topics(),
                    new Live.Sources(downstream.view(), downstream::leaderboard, Live.text(operations::backbone)),
                    this::failed));
            live.figures(metrics.registry());
            live.start();
            this.web = opened.add(new WebServer(
                    settings.http(),
                    new WebServer.Inside(
                            exchange,
                            exchange,
                            downstream.reports(),
                            operations,
                            tokens,
                            metrics.registry(),
                            metrics::text,
                            demo,
                            downstream.market(),
                            live.hub(),
                            live.broadcaster(),
                            opened.add(downstream.strategies()),
                            opened.add(downstream.jobs()))));
            this.fix = settings.fix().map(wanted -> openFix(wanted, disk));
            new RunFile(
                            address(),
                            tokens.createForThisProcess(Role.OPERATOR),
                            ProcessHandle.current().pid())
                    .write(data.run());
            this.desk = new TraderDesk(
                    settings.traders(),
                    new TraderDesk.Surroundings(
                            exchange,
                            keeper::session,
                            ask(exchange.query(state -> List.copyOf(state.instruments()))),
                            System::nanoTime),
                    exchange.recovered().lastSeq());
            this.traderThread = opened.add(new PumpThread("traders", desk::pump, REST, this::failed));
            Identity process =
                    Identity.of(data.root(), address(), InstantSource.system().instant());
            Heart.start(settings, process, operations::reports, this::failed).ifPresent(opened::add);
        } catch (RuntimeException | Error refused) {
            opened.close();
            throw refused;
        }
    }

    /**
     * Opens the venue of a data directory, or makes a new one, and starts it.
     *
     * @param progress told how recovery goes
     * @throws daybook.app.Failure if the directory is not safe or in use, or the port taken
     */
    public static VenueProcess open(VenueSettings settings, RecoveryProgress progress) {
        return new VenueProcess(settings, progress);
    }

    /** Where HTTP listens. */
    @Override
    public String address() {
        return settings.http().address(web.port());
    }

    /** Where FIX is served; empty if it is not. */
    public OptionalInt fixPort() {
        return fix.map(door -> OptionalInt.of(door.port())).orElse(OptionalInt.empty());
    }

    /** The operator's token, if it was made at this start. It is shown once. */
    public Optional<String> firstOperatorToken() {
        return firstOperatorToken;
    }

    /** Waits until somebody asks for a stop, something fails, or the time is over. */
    @Override
    public void await(Optional<Duration> atMost) throws InterruptedException {
        stop.await(atMost);
    }

    /** Asks for a stop. Safe for many threads, and more than once. */
    @Override
    public void requestStop() {
        stop.make();
    }

    /** What ended the venue, if it was not a request. */
    @Override
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure.get()).or(exchange::failure);
    }

    /**
     * Stops in order: no more clients, no more commands, the journal closed in order, what is durable carried on to the end, for up
     * to ten seconds; what is left then is carried on at the next start.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        traderThread.stop(PATIENCE);
        live.endSockets();
        web.close();
        fixThread.ifPresent(thread -> thread.stop(PATIENCE));
        fix.ifPresent(FixDoor::close);
        keeperThread.stop(PATIENCE);
        downstream.stopStrategies();
        if (!exchangeThread.stop(PATIENCE)) {
            exchangeStuck = true;
            failed(new IllegalStateException(
                    "exchange: it does not stop, its disk does not answer; the journal stays as it is"));
        }
        try {
            if (failure().isEmpty()) {
                exchange.close();
                downstream.drain(DRAIN);
            }
        } finally {
            opened.close();
            RunFile.remove(settings.data().run());
        }
    }

    /**
     * Closes the exchange, but not while its own thread is still in it: to take part in its work from here could call durable what
     * the disk has not confirmed. The journal then stays locked until the process has ended, and the next start repairs it.
     */
    private final class StoppedExchange implements AutoCloseable {
        @Override
        public void close() {
            if (!exchangeStuck) {
                exchange.close();
            }
        }
    }

    /** Figures of this run, for the last line of {@code up --for}. To be asked after {@link #close}. */
    public Map<String, Object> summary() {
        return Summary.of(exchange, downstream, desk, (System.nanoTime() - startedNs) / 1_000_000);
    }

    /** What kept its services from going on at the end: what they have still to read stays where it is. To be asked after {@link #close}. */
    @Override
    public List<String> troubles() {
        return downstream.troubles();
    }

    private DemoLab demo() {
        DemoLab lab = opened.add(new DemoLab(System::nanoTime));
        opened.add(new PumpThread(
                "demo",
                lab::pump,
                DEMO_REST,
                broken -> LOG.error("the lab page is not tidied any more; the venue goes on")));
        return lab;
    }

    private FixDoor openFix(FixSettings wanted, Disk disk) {
        Bell bell = new Bell();
        DataDirectory data = settings.data();
        FixDoor door = opened.add(new FixDoor(
                wanted,
                data.fix(),
                new FixDoor.Inside(exchange, exchange, disk, data.journal(), exchange::durableSeq, tokens),
                bell));
        PumpThread thread = opened.add(new PumpThread("fix", door::pump, FIX_REST, this::failed));
        bell.wakes(thread);
        fixThread = Optional.of(thread);
        return door;
    }

    private DiskLanes lanes(Bell bell) {
        return DiskLanes.on(diskThread("journal-write"), diskThread("journal-prepare"), bell);
    }

    /** A daemon: a disk that hangs must not keep a process that gives up. */
    private Executor diskThread(String name) {
        ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
            Thread made = new Thread(work, name);
            made.setDaemon(true);
            return made;
        });
        opened.add(thread::shutdown);
        return thread;
    }

    private int pumpExchange() {
        int done = exchange.pump();
        exchange.failure().ifPresent(this::failed);
        return done;
    }

    private void failed(Throwable cause) {
        if (failure.compareAndSet(null, cause)) {
            LOG.error("the venue stops: {}", String.valueOf(cause.getMessage()));
        }
        requestStop();
    }

    /** Commands get their time in the ring, and none waits there for a second: a venue time that no event will be below. */
    private long settledMicros() {
        return clock.micros() - Duration.ofSeconds(settings.time().speed()).toNanos() / 1_000;
    }

    /** Lists and admits what a venue has from the start and the journal does not have yet. */
    private void seed() {
        Setup setup = new Setup(exchange, PATIENCE);
        setup.ensure(Seed.commands());
        setup.ensure(settings.traders().accountIds().stream().map(Seed::program).toList());
    }

    private static <T> T ask(CompletableFuture<T> question) {
        return question.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    private static VenueClock clock(VenueSettings settings) {
        return settings.time().simulated()
                ? VenueClock.simulated(TradingDay.firstMicros(), settings.time().speed(), System::nanoTime)
                : VenueClock.wall(0, () -> InstantSource.system().instant().toEpochMilli() * 1_000);
    }

    private static List<ProvenLine> published(Disk disk, DataDirectory data) {
        return CheckpointFile.read(disk, data.root())
                .map(checkpoint -> List.of(new ProvenLine("publisher checkpoint", checkpoint.line(), 0)))
                .orElse(List.of());
    }

    private static ExchangeSettings exchangeSettings(VenueSettings settings) {
        ExchangeSettings usual = ExchangeSettings.DEFAULT;
        return new ExchangeSettings(
                usual.ringSlots(),
                usual.batchCommands(),
                usual.batchBytes(),
                usual.waitingQueries(),
                settings.snapshotEvery());
    }
}
