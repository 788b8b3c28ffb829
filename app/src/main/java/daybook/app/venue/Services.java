package daybook.app.venue;

import daybook.app.heartbeat.RoleReport;
import daybook.app.jobs.JobDesk;
import daybook.app.reports.JournalDropCopy;
import daybook.delivery.Database;
import daybook.delivery.DeliveryException;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.journal.FileDisk;
import daybook.log.Log;
import daybook.log.TopicPartition;
import daybook.posttrade.audit.Audit;
import daybook.posttrade.board.Board;
import daybook.posttrade.capture.Capture;
import daybook.posttrade.capture.ChargeSchedule;
import daybook.posttrade.ledger.Ledger;
import daybook.posttrade.market.Market;
import daybook.posttrade.market.MarketView;
import daybook.posttrade.reconcile.Reconciler;
import daybook.posttrade.reconcile.Reconciliation;
import daybook.strategies.clock.BarClock;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The services behind the log that this process runs, each wired here and nowhere else, on a thread and with connections of its
 * own. {@code up} has all of them, {@code run} those it was told.
 */
final class Services implements AutoCloseable {
    private static final Duration REST = Duration.ofMillis(5);
    /** Bars come once a second at most. */
    private static final Duration LONG_REST = Duration.ofMillis(20);
    /** A round that waits for the log, and a close that does. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Duration BOARD_EVERY = Duration.ofSeconds(1);
    private static final Duration KEEP_SENT = Duration.ofDays(1);
    static final String RECONCILIATION = "reconciliation";
    private static final Duration RECONCILE_EVERY = Duration.ofSeconds(5);
    static final int BATCH = 2_000;
    private static final Set<VenueRole> NEED_A_VIEW = Set.of(VenueRole.EXCHANGE, VenueRole.WEB, VenueRole.CLOCK);

    private final Opened opened = new Opened();
    private final Wiring wiring;
    private final Set<VenueRole> roles;
    private final RebuildDesk rebuildDesk = new RebuildDesk();
    private final List<Service> services = new ArrayList<>();
    private Optional<MarketView> view = Optional.empty();
    private final JobParts jobs;
    private final Bell jobBell = new Bell();
    private final Map<String, PumpThread> threads = new LinkedHashMap<>();

    /** A service that is open. */
    record Service(String name, PumpThread.Pump pump, ServiceVoice voice, Once close) {}

    /** Opens them; no thread runs yet. */
    Services(Set<VenueRole> roles, Wiring wiring) {
        this.wiring = wiring;
        this.roles = Set.copyOf(roles);
        this.jobs = opened.add(new JobParts(wiring.jobs(), wiring.postTrade()));
        try {
            for (VenueRole role : VenueRole.values()) {
                if (roles.contains(role)) {
                    open(role);
                }
            }
            if (view.isEmpty() && roles.stream().anyMatch(NEED_A_VIEW::contains)) {
                viewOfReplica();
            }
            openStrategies();
            if (roles.contains(VenueRole.WORKER)) {
                add(jobs.worker(jobBell));
                add(jobs.scheduler());
            }
            if (roles.containsAll(Set.of(VenueRole.EXCHANGE, VenueRole.LEDGER)) && !roles.contains(VenueRole.AUDIT)) {
                add(RECONCILIATION, this::reconciliation);
            }
        } catch (RuntimeException | Error refused) {
            opened.close();
            throw refused;
        }
    }

    void start() {
        for (Service service : services) {
            PumpThread.Stage stage = new PumpThread.Stage(service.pump(), service.close()::close);
            PumpThread thread = new PumpThread(service.name(), stage, rest(service.name()), wiring.failed());
            threads.put(service.name(), thread);
            if (service.name().equals(JobParts.WORKER)) {
                jobBell.wakes(thread);
            }
        }
    }

    private static Duration rest(String service) {
        return switch (service) {
            case JobParts.WORKER, JobParts.SCHEDULER -> JobParts.REST;
            default -> StrategyParts.has(service) ? LONG_REST : REST;
        };
    }

    /** Jobs for people; close it. */
    JobDesk jobs() {
        return jobs.desk();
    }

    /** This process's own view of the market; there is one wherever clients ask, and where it is stored. */
    Optional<MarketView> view() {
        return view;
    }

    /** By the names of the services. */
    Map<String, ServiceStatus> status() {
        Map<String, ServiceStatus> status = new LinkedHashMap<>();
        services.forEach(service -> status.putAll(service.voice().status()));
        return status;
    }

    /** What each of them has not applied, by its name. */
    Map<String, ServiceVoice.Aside> aside() {
        Map<String, ServiceVoice.Aside> aside = new LinkedHashMap<>();
        services.forEach(service -> aside.put(service.name(), service.voice().aside()));
        return aside;
    }

    /** How each of them is, for the heartbeats: one report for a role, whatever its parts are. The view of a replica is the web's. */
    List<RoleReport> reports() {
        return services.stream()
                .filter(s -> !s.name().equals(MarketParts.OF_REPLICA))
                .map(s -> s.voice().report(s.name()))
                .toList();
    }

    /** Where building the ledger again is asked for; without a ledger here nobody hears it. */
    RebuildDesk rebuildDesk() {
        return rebuildDesk;
    }

    boolean hasLedger() {
        return roles.contains(VenueRole.LEDGER);
    }

    /** What keeps them from going on; empty if none is held up. */
    List<String> troubles() {
        List<String> troubles = new ArrayList<>();
        status().forEach((name, service) -> {
            if (service.light() == ServiceStatus.Light.RED) {
                service.reasons().forEach(reason -> troubles.add(name + ": " + reason));
            }
        });
        return troubles;
    }

    /** Whether those that run here have read and sent all that is on the log now. Asks the log. */
    boolean isDrained(Log log) {
        return (!roles.contains(VenueRole.CAPTURE) || lag(log, Capture.NAME, Topics.EXCHANGE_EVENTS) == 0 && isSent())
                && (!roles.contains(VenueRole.AUDIT) || lag(log, Audit.NAME, Topics.EXCHANGE_EVENTS) == 0)
                && (!roles.contains(VenueRole.MARKET)
                        || view.filter(seen -> !seen.isAtEnd(log)).isEmpty())
                && (!roles.contains(VenueRole.LEDGER) || lag(log, Ledger.NAME, Topics.FILLS) == 0);
    }

    private boolean isSent() {
        try {
            return wiring.postTrade().captureReader().counts().unsent() == 0;
        } catch (DeliveryException away) {
            return false; // its status says why
        }
    }

    /** Ends those that send orders, before the exchange they go to is closed. */
    void stopStrategies() {
        // The clock first: what takes its bars to the log then has the last one.
        Optional.ofNullable(threads.get(BarClock.NAME)).ifPresent(thread -> thread.stop(PATIENCE));
        List<PumpThread> others = threads.entrySet().stream()
                .filter(each -> StrategyParts.has(each.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        others.forEach(PumpThread::ask);
        others.forEach(thread -> thread.stop(PATIENCE));
    }

    /** Ends the threads, each after its round; none waits for another. */
    void stop() {
        stopStrategies();
        threads.values().forEach(PumpThread::ask);
        threads.values().forEach(thread -> thread.stop(PATIENCE));
    }

    @Override
    public void close() {
        stop();
        opened.close();
        wiring.postTrade().tidy(roles);
    }

    private void open(VenueRole role) {
        switch (role) {
            case EXCHANGE, WEB -> {} // not behind the log
            case CLOCK, DISPATCHER, EVALUATOR, ORDER_GATEWAY, WORKER -> {} // after the view, which the clock needs
            case CAPTURE -> add(Capture.NAME, onLog(this::capture));
            case LEDGER -> add(Ledger.NAME, onLog(this::ledger));
            case BOARD -> add("board", this::board);
            case MARKET -> add(Market.NAME, market());
            case AUDIT -> add(Audit.NAME, onLog(this::audit));
        }
    }

    private void openStrategies() {
        StrategyParts strategies = new StrategyParts(wiring);
        if (roles.contains(VenueRole.CLOCK)) {
            strategies.clock(view.orElseThrow()).forEach(this::add);
        }
        if (roles.contains(VenueRole.DISPATCHER)) {
            add(strategies.dispatcher());
        }
        if (roles.contains(VenueRole.EVALUATOR)) {
            add(strategies.evaluator());
        }
        if (roles.contains(VenueRole.ORDER_GATEWAY)) {
            add(strategies.gateway());
        }
        if (roles.contains(VenueRole.AUDIT) || roles.containsAll(Set.of(VenueRole.EXCHANGE, VenueRole.CLOCK))) {
            add(strategies.audit());
        }
    }

    private void add(Service service) {
        opened.add(service.close());
        services.add(service);
    }

    /** Connected once, however often it is opened. */
    private Supplier<Service> onLog(Function<Log, Service> opening) {
        Log log = wiring.logs().connect();
        return () -> opening.apply(log);
    }

    /** A file that cannot be opened is a reason to refuse; a server that is away is waited for. */
    private void add(String name, Supplier<Service> opening) {
        if (wiring.postTrade().mayBeAway()) {
            LateService late = new LateService(name, opening, System::nanoTime);
            add(new Service(name, late::pump, late, new Once(late)));
        } else {
            add(opening.get());
        }
    }

    private Service capture(Log log) {
        Capture capture = new Capture(
                ports(log, wiring.postTrade().captureDatabase()),
                new Capture.Settings(
                        wiring.topics().fullName(Topics.EXCHANGE_EVENTS),
                        wiring.topics().fullName(Topics.FILLS),
                        ChargeSchedule.DEFAULT,
                        BATCH,
                        KEEP_SENT));
        return new Service(
                Capture.NAME,
                capture::pump,
                ServiceVoice.of(
                        () -> Map.of("capture", capture.status(), "relay", capture.relayStatus()),
                        () -> ServiceVoice.Details.of(
                                Map.of("sent", capture.relayStatus().done()), capture.last()),
                        () -> new ServiceVoice.Aside(capture.deadLetters(), capture.held())),
                new Once(capture));
    }

    private Service ledger(Log log) {
        PostTrade databases = wiring.postTrade();
        return new LedgerParts(
                        ports(log, databases.ledgerDatabase()),
                        new LedgerParts.Settings(
                                wiring.topics().fullName(Topics.FILLS),
                                BATCH,
                                databases.ledgerBeside(),
                                databases.ledgerSnapshot(),
                                rebuildDesk))
                .service();
    }

    private Service board() {
        PostTrade databases = wiring.postTrade();
        if (databases.mayBeAway()) {
            // Capture and ledger open beside it, each on its thread: until their tables are there this is asked again,
            // and no error.
            databases.ledgerReader().suspicion();
        }
        Board board = new Board(databases.boardDatabase(), databases.ledgerReader(), System::nanoTime, BOARD_EVERY);
        // One more round at the very end, so that what the ledger applied last is ranked too.
        Once close = new Once(() -> {
            board.pump();
            board.close();
        });
        ServiceVoice voice = ServiceVoice.of(() -> Map.of("board", board.status()), () -> ServiceVoice.Details.NONE);
        return new Service("board", board::pump, voice, close);
    }

    /** The view is there at once and shows what it knows; that it is stored may have to wait for a database. */
    private Supplier<Service> market() {
        MarketView shown = MarketParts.view(wiring, Market.NAME);
        view = Optional.of(shown);
        return () -> MarketParts.service(
                ports(wiring.logs().connect(), wiring.postTrade().marketDatabase()), shown);
    }

    /** A replica that does not store what it sees. */
    private void viewOfReplica() {
        MarketView shown = MarketParts.view(wiring, MarketParts.OF_REPLICA);
        view = Optional.of(shown);
        add(MarketParts.ofReplica(shown));
    }

    private Service audit(Log log) {
        Audit audit = new Audit(
                ports(log, wiring.postTrade().auditDatabase()),
                wiring.topics().fullName(Topics.EXCHANGE_EVENTS),
                BATCH);
        return new AuditParts(audit, reconcilerOfAudit()).service();
    }

    /** Only where the exchange's journal is: there the ledger can be held against a second source. */
    private Optional<Reconciler> reconcilerOfAudit() {
        return Files.isDirectory(wiring.journal()) ? Optional.of(reconciler()) : Optional.empty();
    }

    /** In one process with exchange and ledger it needs no audit. */
    private Service reconciliation() {
        Reconciler reconciler = reconciler();
        ServiceVoice voice = ServiceVoice.of(
                () -> Map.of(RECONCILIATION, reconciler.status()),
                () -> new ServiceVoice.Details(reconciler.counters(), ""));
        return new Service(RECONCILIATION, reconciler::pump, voice, new Once(reconciler));
    }

    private Reconciler reconciler() {
        return new Reconciler(
                new Reconciliation(
                        wiring.postTrade().ledgerReader(),
                        JournalDropCopy.of(new FileDisk(), wiring.journal()),
                        Topics.FILLS.partitions()),
                System::nanoTime,
                RECONCILE_EVERY);
    }

    private ServicePorts ports(Log log, Database database) {
        return new ServicePorts(log, database, InstantSource.system(), System::nanoTime, wiring.owner());
    }

    private long lag(Log log, String group, Topic topic) {
        long lag = 0;
        for (int p = 0; p < topic.partitions(); p++) {
            TopicPartition place = new TopicPartition(wiring.topics().fullName(topic), p);
            OptionalLong committed = log.committed(group, place);
            lag += log.endOffset(place) - committed.orElse(log.startOffset(place));
        }
        return lag;
    }
}
