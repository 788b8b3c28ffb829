package daybook.app.http;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.jobs.JobDesk;
import daybook.app.lab.DemoLab;
import daybook.app.reports.Reports;
import daybook.app.security.RateLimits;
import daybook.app.security.Sessions;
import daybook.app.security.TokenStore;
import daybook.app.strategies.StrategyDesk;
import daybook.app.ws.Hub;
import daybook.app.ws.Sockets;
import daybook.delivery.broadcast.Broadcaster;
import daybook.exchange.OrderEntry;
import daybook.exchange.VenueQueries;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of a venue. */
public final class WebServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);
    private static final int THREADS = 64;
    private static final long STOP_MS = 2_000;
    /** A connection that is only kept alive is not waited for. */
    private static final long IDLE_AT_STOP_MS = 100;

    private final Server server;
    private final ServerConnector connector;
    private final RouteTable routes;

    /**
     * What the server opens a door to.
     *
     * @param demo empty: there is nothing to play with
     */
    public record Inside(
            OrderEntry orders,
            VenueQueries venue,
            Reports reports,
            Operations operations,
            TokenStore tokens,
            MeterRegistry meters,
            Supplier<String> metricsText,
            Optional<DemoLab> demo,
            MarketDesk market,
            Hub sockets,
            Broadcaster broadcaster,
            StrategyDesk strategies,
            JobDesk jobs) {}

    /**
     * What the server of a process opens a door to that takes no orders itself.
     *
     * @param exchange where orders and questions go; empty: they are not served here
     * @param market what this process sees for itself, and answers without asking the exchange
     * @param sockets what clients are told live; only beside {@code exchange}
     */
    public record RoleInside(
            ProcessHealth health,
            TokenStore tokens,
            MeterRegistry meters,
            Supplier<String> metricsText,
            Optional<ExchangeAddress> exchange,
            Optional<MarketDesk> market,
            Optional<Hub> sockets) {}

    /**
     * Starts to listen, for a process without the exchange.
     *
     * @throws Failure with exit code 1 if the port cannot be had
     */
    public WebServer(HttpSettings settings, RoleInside inside) {
        Rates rates = new Rates(new RateLimits(System::nanoTime));
        Doors doors = new Doors(settings.hosts());
        HttpMetrics metrics = new HttpMetrics(inside.meters());
        List<Route> own = new ArrayList<>(new SystemRoutes(inside.health(), inside.metricsText()).ofEveryProcess());
        inside.market().ifPresent(desk -> own.addAll(new ViewRoutes(desk).all()));
        if (inside.exchange().isPresent()) {
            own.addAll(new LearnRoutes().routes());
        }
        this.routes = inside.exchange().isPresent() ? new RouteTable(own, new StaticFiles()) : new RouteTable(own);
        Sessions none = new Sessions(inside.tokens(), new SecureRandom(), System::nanoTime);
        Gate gate = new Gate(routes, doors, new Gate.Keepers(inside.tokens(), none, rates, account -> false), metrics);
        this.server = new Server(threads());
        this.connector = connector(settings);
        listen(
                settings,
                inside.exchange()
                        .map(exchange -> new ExchangeLink(exchange, settings.replyDeadline()))
                        .map(link -> {
                            Handler relay = new Relay(
                                    gate, new Relay.Guards(doors, rates, new OwnView(inside.market())), link, metrics);
                            return inside.sockets()
                                    .<Handler>map(hub -> new SocketDoor(
                                            relay,
                                            doors,
                                            new AskingTheExchange(link, rates),
                                            new Sockets(hub),
                                            metrics))
                                    .orElse(relay);
                        })
                        .orElse(gate));
    }

    /**
     * Starts to listen.
     *
     * @throws Failure with exit code 1 if the port cannot be had
     */
    public WebServer(HttpSettings settings, Inside inside) {
        Waiting waiting = new Waiting(settings.replyDeadline());
        HttpParts parts = new HttpParts(
                inside.orders(),
                inside.venue(),
                new Listings(inside.venue(), waiting, System::nanoTime),
                waiting,
                new RateLimits(System::nanoTime),
                inside.reports(),
                inside.operations(),
                inside.tokens(),
                new Sessions(inside.tokens(), new SecureRandom(), System::nanoTime));
        this.routes = routes(parts, inside);
        this.server = new Server(threads());
        this.connector = connector(settings);
        Gate.Keepers keepers = new Gate.Keepers(
                parts.tokens(),
                parts.sessions(),
                new Rates(parts.limits()),
                account -> parts.listings().account(account).isPresent());
        Doors doors = new Doors(settings.hosts());
        HttpMetrics metrics = new HttpMetrics(inside.meters());
        Gate gate = new Gate(routes, doors, keepers, metrics);
        listen(settings, new SocketDoor(gate, doors, gate::admit, new Sockets(inside.sockets()), metrics));
    }

    private static QueuedThreadPool threads() {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName("http");
        return threads;
    }

    private void listen(HttpSettings settings, Handler handler) {
        server.addConnector(connector);
        server.setHandler(handler);
        server.setErrorHandler(WebServer::writeError);
        server.setStopTimeout(STOP_MS);
        connector.setShutdownIdleTimeout(IDLE_AT_STOP_MS);
        start(settings);
    }

    /** The port it listens on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Every route, as {@code METHOD /path}, for the test that compares them with the document. */
    List<String> routeNames() {
        return routes.routes().stream()
                .map(r -> r.method() + " " + r.template())
                .toList();
    }

    /** Lets requests end, for up to two seconds, and stops. A client that holds on cannot keep the rest from closing in order. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception stuck) { // Jetty declares Exception; it has dropped what was left
            LOG.warn(
                    "a client held on to its connection; it was dropped ({})",
                    stuck.getClass().getSimpleName());
        }
    }

    private static RouteTable routes(HttpParts parts, Inside inside) {
        List<Route> routes = new ArrayList<>(new OrderRoutes(parts).routes());
        routes.addAll(new MarketRoutes(parts).routes());
        routes.addAll(new ViewRoutes(inside.market()).bars());
        routes.addAll(new AccountRoutes(parts).routes());
        routes.addAll(new OperatorRoutes(parts).routes());
        routes.addAll(new ToolRoutes(parts).routes());
        routes.addAll(new DeadLetterRoutes(parts).routes());
        routes.addAll(new StrategyRoutes(inside.strategies()).routes());
        routes.addAll(new JobRoutes(inside.jobs()).routes());
        routes.addAll(new SessionRoutes(parts.tokens(), parts.sessions(), new Rates(parts.limits())).routes());
        routes.addAll(new LearnRoutes().routes());
        routes.addAll(new BroadcastRoutes(inside.broadcaster()).routes());
        inside.demo().ifPresent(lab -> routes.addAll(new LabRoutes(lab).routes()));
        StaticFiles files = new StaticFiles();
        return new RouteTable(new SystemRoutes(parts.operations(), inside.metricsText()).routes(routes, files), files);
    }

    private ServerConnector connector(HttpSettings settings) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(HttpSettings.MAX_HEADER_BYTES);
        http.setIdleTimeout(HttpSettings.BODY_TIME.toMillis());
        ServerConnector made = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        made.setHost(settings.bind());
        made.setPort(settings.port());
        made.setIdleTimeout(HttpSettings.IDLE_TIME.toMillis());
        return made;
    }

    private void start(HttpSettings settings) {
        try {
            ConnectionGuard guard = new ConnectionGuard(connector.getScheduler());
            connector.addBean(guard);
            server.start();
            guard.start();
        } catch (IOException taken) {
            close();
            throw new Failure(
                    ExitCode.FAILURE,
                    "daybook.http.port: " + settings.port() + " on " + settings.bind()
                            + " cannot be had (expected: a free port; 0 picks one)",
                    taken);
        } catch (Exception broken) { // Jetty declares Exception
            close();
            throw new IllegalStateException("http: did not start", broken);
        }
    }

    /** Requests that never become one: a bad request line, a header that is too long. */
    private static boolean writeError(Request request, Response response, Callback callback) {
        Headers.ALWAYS.forEach((name, value) -> response.getHeaders().put(name, value));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        Content.Sink.write(
                response,
                true,
                "{\"code\":\"BAD_REQUEST\",\"reason\":\"BAD_REQUEST\",\"message\":\"request: not accepted\"}",
                callback);
        return true;
    }
}
