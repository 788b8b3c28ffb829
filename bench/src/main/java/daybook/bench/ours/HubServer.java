package daybook.bench.ours;

import daybook.app.security.Identity;
import daybook.app.ws.Feeds;
import daybook.app.ws.Hub;
import daybook.app.ws.SocketLimits;
import daybook.app.ws.Sockets;
import daybook.app.ws.Visitor;
import daybook.bench.Scratch;
import daybook.delivery.Mirror;
import daybook.delivery.broadcast.BroadcastHistory;
import daybook.delivery.broadcast.BroadcastRelay;
import daybook.delivery.broadcast.Broadcaster;
import daybook.delivery.broadcast.ChannelName;
import daybook.delivery.broadcast.Presence;
import daybook.journal.FileDisk;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** Our sockets with all that is behind them: a message goes over the topic of the embedded log, the relay and the hub to the clients. */
public final class HubServer implements FanOut.Server {
    private static final String TOPIC = "broadcasts.v1";
    private static final int PARTITIONS = 6;
    private static final ChannelName NEWS = new ChannelName("news");
    private static final SocketLimits LIMITS = new SocketLimits(
            4_000,
            4_000,
            100,
            16 << 10,
            50,
            200,
            Duration.ofSeconds(60),
            Duration.ofMinutes(10),
            Duration.ofSeconds(10));

    private final Path directory = Scratch.folder("sockets");
    private final EmbeddedLog log;
    private final Broadcaster broadcaster;
    private final Hub hub;
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final Thread pump;
    private volatile boolean stopping;

    public HubServer() throws Exception {
        this.log = EmbeddedLog.open(
                new FileDisk(),
                directory,
                EmbeddedLogSettings.of(
                        new EmbeddedLogSettings.Sources(InstantSource.system(), System::nanoTime, UUID::randomUUID)));
        log.createTopic(new TopicSpec(TOPIC, PARTITIONS, Retention.UNLIMITED));
        Mirror mirror = new Mirror(log, "broadcast", 10_000, System::nanoTime);
        this.broadcaster = new Broadcaster(mirror, TOPIC, "bench-instance", InstantSource.system());
        Presence presence = broadcaster.presence(System::nanoTime);
        BroadcastHistory history = new BroadcastHistory(PARTITIONS);
        this.hub = new Hub(
                new Feeds(new QuietMarket(), history, presence, Optional::empty, Optional::empty),
                LIMITS,
                "bench-instance",
                2,
                System::nanoTime);
        BroadcastRelay relay = new BroadcastRelay(
                new BroadcastRelay.Ports(log, InstantSource.system(), System::nanoTime),
                new BroadcastRelay.Settings(TOPIC, Duration.ZERO),
                history,
                presence,
                channel -> hub.changed());
        this.pump = new Thread(
                () -> {
                    while (!stopping) {
                        if (mirror.pump() + relay.pump() + hub.pump() == 0) {
                            LockSupport.parkNanos(1_000_000);
                        }
                    }
                },
                "server-pump");
        pump.start();
        Sockets sockets = new Sockets(hub);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Visitor visitor = new Visitor(Identity.NOBODY, true, "127.0.0.1", () -> true);
                return sockets.upgrade(request, response, callback, visitor) == Sockets.Outcome.UPGRADED;
            }
        });
        server.start();
    }

    @Override
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public String first() {
        return "{\"op\":\"sub\",\"ch\":\"news\"}";
    }

    @Override
    public void send(String data) {
        broadcaster.publish(List.of(NEWS), "said", data);
    }

    @Override
    public void close() throws Exception {
        stopping = true;
        pump.join();
        hub.close();
        server.stop();
        log.close();
        Scratch.delete(directory);
    }
}
