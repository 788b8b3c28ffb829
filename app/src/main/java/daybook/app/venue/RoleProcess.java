package daybook.app.venue;

import daybook.app.Failure;
import daybook.app.gateway.HttpVenue;
import daybook.app.gateway.VenueTerms;
import daybook.app.heartbeat.Identity;
import daybook.app.http.ExchangeAddress;
import daybook.app.http.MarketDesk;
import daybook.app.http.WebServer;
import daybook.app.security.Role;
import daybook.app.security.TokenStore;
import daybook.log.kafka.KafkaLogSettings;
import daybook.posttrade.market.BarKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Some roles of a venue in this process, without the exchange: each reads the log of the cluster and writes a database of its own,
 * and the process has an HTTP port for health, status and metrics.
 *
 * <p>The thread that calls {@link #open} calls everything else here, but {@link #requestStop} may be called by any.
 */
public final class RoleProcess implements VenuePart {
    private static final Logger LOG = LoggerFactory.getLogger(RoleProcess.class);
    private static final Duration DRAIN = Duration.ofSeconds(3);
    private static final Duration REST = Duration.ofMillis(20);

    private final Opened opened = new Opened();
    private final StopRequest stop = new StopRequest(LOG);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Set<VenueRole> roles;
    private final Services services;
    private final RoleHealth health;
    private final Optional<Live> live;
    private final WebServer web;
    private final String address;
    private boolean closed;

    private RoleProcess(VenueSettings settings, ExchangeAddress exchange) {
        this.roles = settings.roles();
        try {
            KafkaLogSettings kafka = settings.log().kafka().orElseThrow();
            TopicGate.require(kafka, settings.topics());
            DataDirectory data = settings.data();
            data.prepare();
            for (VenueRole role : roles) {
                opened.add(DataLock.take(data, role));
            }
            Logs logs = opened.add(Logs.onKafka(kafka));
            PostTrade postTrade = opened.add(new PostTrade(data, settings.databases()));
            String owner = LeaseOwner.of(data, VenueRole.text(roles));
            this.services = opened.add(new Services(
                    roles,
                    new Wiring(
                            logs,
                            settings.topics(),
                            postTrade,
                            data.journal(),
                            owner,
                            this::failed,
                            StrategyWiring.apart(
                                    settings.strategies(),
                                    () -> new HttpVenue(
                                            VenueTerms.of(BarKey.OWN_VENUE),
                                            new OrderingExchange(exchange, data.firstTokens()))),
                            new JobWiring(
                                    settings.jobs(),
                                    data,
                                    InstantSource.system(),
                                    JobWiring.Carrier.of(logs, settings.topics())))));
            this.health = new RoleHealth(
                    roles,
                    services,
                    new RoleHealth.View(
                            logs.connect(), settings.topics(), postTrade, opened.add(Heart.heard(settings))),
                    exchange);
            RoleMetrics metrics = opened.add(new RoleMetrics(services));
            TokenStore tokens = TokenStore.following(data.tokenStore(), new SecureRandom(), InstantSource.system());
            boolean isWeb = roles.contains(VenueRole.WEB);
            this.live = isWeb ? Optional.of(opened.add(live(logs, settings, postTrade))) : Optional.empty();
            live.ifPresent(sockets -> {
                sockets.figures(metrics.registry());
                sockets.start();
            });
            this.web = opened.add(new WebServer(
                    settings.http(),
                    new WebServer.RoleInside(
                            health,
                            tokens,
                            metrics.registry(),
                            metrics::text,
                            isWeb ? Optional.of(exchange) : Optional.empty(),
                            services.view().map(view -> new MarketDesk(view, postTrade.marketReader())),
                            live.map(Live::hub))));
            this.address = settings.http().address(web.port());
            RunFile run = new RunFile(
                    address,
                    tokens.createForThisProcess(Role.OPERATOR),
                    ProcessHandle.current().pid());
            for (VenueRole role : roles) {
                run.write(data.run(role));
                opened.add(() -> RunFile.remove(data.run(role)));
            }
            services.start();
            Identity process =
                    Identity.of(data.root(), address, InstantSource.system().instant());
            Heart.start(settings, process, health::reports, this::failed).ifPresent(opened::add);
        } catch (RuntimeException | Error refused) {
            opened.close();
            throw refused;
        }
    }

    /**
     * Opens the roles of the settings and starts them.
     *
     * @param exchange where a {@code web} role passes orders on to
     * @throws Failure if the topics are not as declared, the directory is not safe, a role is running on it, or the port is taken
     */
    public static RoleProcess open(VenueSettings settings, ExchangeAddress exchange) {
        return new RoleProcess(settings, exchange);
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public void await(Optional<Duration> atMost) throws InterruptedException {
        stop.await(atMost);
    }

    @Override
    public void requestStop() {
        stop.make();
    }

    @Override
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure.get());
    }

    @Override
    public List<String> troubles() {
        return new ArrayList<>(services.troubles());
    }

    /** Answers no more, carries on what is on the log now, for up to three seconds, and ends the services in order. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            live.ifPresent(Live::endSockets);
            web.close();
            if (failure().isEmpty()) {
                drain();
            }
        } finally {
            opened.close();
        }
    }

    private Live live(Logs logs, VenueSettings settings, PostTrade postTrade) {
        return new Live(
                logs,
                settings.topics(),
                new Live.Sources(
                        services.view().orElseThrow(),
                        () -> Live.leaderboard(postTrade.reports()),
                        Live.text(health::backbone)),
                this::failed);
    }

    private void drain() {
        long end = System.nanoTime() + DRAIN.toNanos();
        while (services.troubles().isEmpty() && !health.isDrained() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(REST.toNanos());
        }
    }

    private void failed(Throwable cause) {
        if (failure.compareAndSet(null, cause)) {
            LOG.error("{} stops: {}", roles, String.valueOf(cause.getMessage()));
        }
        requestStop();
    }
}
