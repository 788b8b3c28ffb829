package daybook.app.ws;

import daybook.app.security.Identity;
import daybook.app.security.Role;
import daybook.delivery.broadcast.BroadcastHistory;
import daybook.delivery.broadcast.Presence;
import daybook.posttrade.market.MarketFeed;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** A process's sockets on a port of their own. Who comes says who it is: the header {@code Who} is {@code role:account}. */
final class Replica implements AutoCloseable {
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final Hub hub;
    private final Thread pump;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final Set<String> revoked = ConcurrentHashMap.newKeySet();

    Replica(MarketFeed market) {
        this(market, SocketLimits.DEFAULT);
    }

    Replica(MarketFeed market, SocketLimits limits) {
        this(
                new Feeds(
                        market,
                        new BroadcastHistory(6),
                        new Presence("instance-1", System::nanoTime, said -> {}),
                        () -> Optional.of("[]"),
                        Optional::empty),
                limits,
                "instance-1",
                () -> {});
    }

    /** @param also what else is done on its thread */
    Replica(Feeds feeds, SocketLimits limits, String instance, Runnable also) {
        this.hub = new Hub(feeds, limits, instance, 2, System::nanoTime);
        feeds.market().onChange(hub::changed);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Door(new Sockets(hub)));
        try {
            server.start();
        } catch (Exception refused) {
            throw new IllegalStateException(refused);
        }
        this.pump = new Thread(
                () -> {
                    int rounds = 0;
                    while (!stopping.get()) {
                        also.run();
                        hub.pump();
                        if (rounds++ % 100 == 0) {
                            hub.pumpSlow();
                            hub.pumpRights();
                        }
                        LockSupport.parkNanos(1_000_000);
                    }
                },
                "pump-" + instance);
        pump.start();
    }

    Hub hub() {
        return hub;
    }

    String address() {
        return "http://127.0.0.1:" + connector.getLocalPort();
    }

    int port() {
        return connector.getLocalPort();
    }

    Client client() {
        return new Client(address());
    }

    Client client(String who) {
        return new Client(address(), "Who", who);
    }

    /** Whoever came as that loses its rights. */
    void revoke(String who) {
        revoked.add(who);
    }

    private final class Door extends Handler.Abstract {
        private final Sockets sockets;

        Door(Sockets sockets) {
            this.sockets = sockets;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String who = Optional.ofNullable(request.getHeaders().get("Who")).orElse("");
            Identity identity = who.isEmpty()
                    ? Identity.NOBODY
                    : new Identity(
                            "t1",
                            Role.of(who.substring(0, who.indexOf(':'))).orElseThrow(),
                            who.substring(who.indexOf(':') + 1));
            Visitor visitor =
                    new Visitor(identity, who.isEmpty(), Request.getRemoteAddr(request), () -> !revoked.contains(who));
            if (sockets.upgrade(request, response, callback, visitor) != Sockets.Outcome.UPGRADED) {
                Response.writeError(request, response, callback, 429);
            }
            return true;
        }
    }

    @Override
    public void close() {
        stopping.set(true);
        try {
            pump.join();
            hub.close();
            server.stop();
        } catch (Exception stuck) {
            throw new IllegalStateException(stuck);
        }
    }
}
