package daybook.app.venue;

import daybook.delivery.Database;
import daybook.delivery.ServicePorts;
import daybook.log.Log;
import daybook.posttrade.market.MarketView;
import daybook.strategies.Records;
import daybook.strategies.clock.BarClock;
import daybook.strategies.clock.BarPublisher;
import daybook.strategies.clock.SessionCalendar;
import daybook.strategies.cutover.Cutover;
import daybook.strategies.dispatch.Dispatcher;
import daybook.strategies.evaluate.Evaluator;
import daybook.strategies.evaluate.LocalScheduler;
import daybook.strategies.gateway.GatewayFigures;
import daybook.strategies.gateway.GatewayOptions;
import daybook.strategies.gateway.OrderGateway;
import daybook.strategies.parity.StrategyAudit;
import daybook.strategies.subscriptions.ActiveSeries;
import daybook.strategies.venue.Venue;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The services of the strategies in a process, as its roles say. Each begins when there is a strategy, on a thread of its own; until then
 * none of them has tables or asks for anything.
 */
final class StrategyParts {
    static final String PUBLISHER = "clock-publisher";

    private final Wiring wiring;
    private final StrategyWiring strategies;
    private final AnyStrategy any;
    private volatile Optional<Clockwork> clockwork = Optional.empty();

    /** The clock and the path that it feeds in its process. */
    private record Clockwork(BarClock clock, LocalScheduler scheduler, WantedStreams streams) {
        int pump() {
            streams.pump();
            return clock.pump();
        }
    }

    StrategyParts(Wiring wiring) {
        this.wiring = wiring;
        this.strategies = wiring.strategies();
        this.any = new AnyStrategy(database());
    }

    /** The clock with what takes its bars to the log, and the local path. */
    List<Services.Service> clock(MarketView view) {
        Log forClock = wiring.logs().connect();
        Log forScheduler = wiring.logs().connect();
        return List.of(
                asleep(BarClock.NAME, any::isThere, () -> openClock(view, forClock, forScheduler)),
                asleep(PUBLISHER, () -> clockwork.isPresent(), this::openPublisher),
                asleep(LocalScheduler.NAME, () -> clockwork.isPresent(), this::openScheduler));
    }

    Services.Service dispatcher() {
        Log log = wiring.logs().connect();
        return asleep(Dispatcher.NAME, any::isThere, () -> {
            Dispatcher dispatcher = new Dispatcher(
                    ports(log),
                    new Dispatcher.Settings(
                            wiring.topics(),
                            strategies.settings().shards(),
                            strategies.settings().batchSize()));
            ServiceVoice voice = ServiceVoice.of(
                    () -> Map.of(Dispatcher.NAME, dispatcher.status()), () -> details(dispatcher.counts()));
            return new Services.Service(Dispatcher.NAME, dispatcher::pump, voice, new Once(dispatcher));
        });
    }

    Services.Service evaluator() {
        Log log = wiring.logs().connect();
        return asleep(Evaluator.NAME, any::isThere, () -> {
            Evaluator evaluator = new Evaluator(ports(log), evaluation());
            ServiceVoice voice = ServiceVoice.of(
                    () -> Map.of(Evaluator.NAME, evaluator.status()), () -> details(evaluator.counts()));
            return new Services.Service(Evaluator.NAME, evaluator::pump, voice, new Once(evaluator));
        });
    }

    Services.Service gateway() {
        Log log = wiring.logs().connect();
        return asleep(OrderGateway.NAME, any::isThere, () -> {
            Opened opened = new Opened();
            List<Venue> venues = strategies.venues().get();
            venues.forEach(opened::add);
            OrderGateway gateway = opened.add(gateway(log, venues, opened));
            ServiceVoice voice = ServiceVoice.of(
                    () -> Map.of(OrderGateway.NAME, gateway.status()),
                    () -> ServiceVoice.Details.of(figures(gateway), gateway.last()),
                    () -> new ServiceVoice.Aside(gateway.deadLetters(), gateway.held()));
            return new Services.Service(OrderGateway.NAME, gateway::pump, voice, new Once(opened));
        });
    }

    /** With the venues closed if it cannot be opened: it is tried again, with new ones. */
    private OrderGateway gateway(Log log, List<Venue> venues, Opened opened) {
        try {
            return new OrderGateway(ports(log), venues, GatewayOptions.of(wiring.topics()));
        } catch (RuntimeException refused) {
            opened.close();
            throw refused;
        }
    }

    Services.Service audit() {
        Log log = wiring.logs().connect();
        return asleep(StrategyAudit.NAME, any::isThere, () -> {
            StrategyAudit audit = new StrategyAudit(ports(log), wiring.topics());
            ServiceVoice voice = ServiceVoice.of(
                    () -> Map.of(StrategyAudit.NAME, audit.status()),
                    () -> new ServiceVoice.Details(audit.counters(), ""));
            return new Services.Service(StrategyAudit.NAME, audit::pump, voice, new Once(audit));
        });
    }

    private Services.Service openClock(MarketView view, Log forClock, Log forScheduler) {
        SessionCalendar calendar = StrategySettings.calendar();
        Cutover cutover = new Cutover(strategies.settings().shards(), InstantSource.system());
        LocalScheduler scheduler = new LocalScheduler(ports(forScheduler), evaluation());
        BarClock clock = new BarClock(
                ports(forClock),
                new Records(wiring.topics()),
                strategies.settings().clock(),
                new BarClock.Parts(
                        new VenueBars(view, known(view), calendar),
                        series -> calendar,
                        cutover::policy,
                        List.of(scheduler)));
        Clockwork opened = new Clockwork(clock, scheduler, new WantedStreams(clock, new ActiveSeries(database())));
        clockwork = Optional.of(opened);
        ServiceVoice voice = ServiceVoice.of(
                () -> Map.of(BarClock.NAME, clock.status()), () -> new ServiceVoice.Details(clock.counters(), ""));
        return new Services.Service(BarClock.NAME, opened::pump, voice, new Once(clock));
    }

    private Services.Service openPublisher() {
        BarPublisher publisher = clockwork.orElseThrow().clock().publisher();
        ServiceVoice voice =
                ServiceVoice.of(() -> Map.of(PUBLISHER, publisher.status()), () -> ServiceVoice.Details.NONE);
        // Once more at the end: bars that wait for the mirror are not kept anywhere.
        return new Services.Service(PUBLISHER, publisher::pump, voice, new Once(() -> {
            publisher.pump();
            publisher.close();
        }));
    }

    private Services.Service openScheduler() {
        LocalScheduler scheduler = clockwork.orElseThrow().scheduler();
        ServiceVoice voice = ServiceVoice.of(
                () -> Map.of(LocalScheduler.NAME, scheduler.status()),
                () -> new ServiceVoice.Details(Map.of("evaluated", scheduler.evaluated()), ""));
        return new Services.Service(LocalScheduler.NAME, scheduler::pump, voice, new Once(scheduler));
    }

    /** The exchange's own time, while the view has all that was decided; else the events' alone. */
    private LongSupplier known(MarketView view) {
        return () -> {
            long known = strategies.knownMicros().getAsLong();
            return view.seq() >= strategies.durableSeq().getAsLong() ? known : Long.MIN_VALUE;
        };
    }

    private static Services.Service asleep(String name, BooleanSupplier wanted, Supplier<Services.Service> opening) {
        LateService late = new LateService(name, new LateService.Opening(wanted, opening), System::nanoTime);
        return new Services.Service(name, late::pump, late, new Once(late));
    }

    private static ServiceVoice.Details details(Dispatcher.Counts counts) {
        return new ServiceVoice.Details(
                Map.of("bars", counts.bars(), "batches", counts.batches(), "strategies", counts.strategies()), "");
    }

    private static ServiceVoice.Details details(Evaluator.Counts counts) {
        return new ServiceVoice.Details(
                Map.of(
                        "evaluated", counts.evaluated(),
                        "completed", counts.completed(),
                        "duplicates", counts.duplicates(),
                        "leftOut", counts.leftOut(),
                        "dead", counts.dead()),
                "");
    }

    private static Map<String, Long> figures(OrderGateway gateway) {
        GatewayFigures figures = gateway.figures();
        return Map.of(
                "intents", figures.intents(),
                "submitted", figures.submitted(),
                "resent", figures.resent(),
                "unknown", figures.unknown(),
                "stale", figures.stale(),
                "notSent", figures.notSent(),
                "oldestUnresolvedMs", figures.orders().oldestUnresolvedMs());
    }

    private Evaluator.Settings evaluation() {
        StrategySettings settings = strategies.settings();
        return new Evaluator.Settings(wiring.topics(), settings.shards(), settings.catalog(), settings.evaluation());
    }

    private ServicePorts ports(Log log) {
        return new ServicePorts(log, database(), InstantSource.system(), System::nanoTime, wiring.owner());
    }

    private Database database() {
        return wiring.postTrade().strategyDatabase();
    }

    /** Whether a service is one of these. */
    static boolean has(String name) {
        return switch (name) {
            case BarClock.NAME,
                    PUBLISHER,
                    LocalScheduler.NAME,
                    Dispatcher.NAME,
                    Evaluator.NAME,
                    OrderGateway.NAME,
                    StrategyAudit.NAME -> true;
            default -> false;
        };
    }
}
