package daybook.app.venue;

import daybook.app.Json;
import daybook.app.reports.Reports;
import daybook.app.ws.Feeds;
import daybook.app.ws.Hub;
import daybook.app.ws.SocketLimits;
import daybook.delivery.DeliveryException;
import daybook.delivery.Mirror;
import daybook.delivery.broadcast.BroadcastHistory;
import daybook.delivery.broadcast.BroadcastRelay;
import daybook.delivery.broadcast.Broadcaster;
import daybook.delivery.broadcast.Presence;
import daybook.events.Topics;
import daybook.log.Log;
import daybook.posttrade.market.MarketFeed;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What clients of this process are told live: the sockets, and what goes between replicas over the broadcast topic. Nothing here holds up
 * anything else: what is told may be lost, and who was not told asks.
 */
final class Live implements AutoCloseable {
    private static final int WAITING_BROADCASTS = 10_000;
    private static final Duration REST = Duration.ofMillis(5);
    private static final Duration SLOWLY = Duration.ofSeconds(1);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final int MAX_LANES = 4;
    private static final int LEADERS = 20;

    private final Opened opened = new Opened();
    private final Consumer<Throwable> failed;
    private final Hub hub;
    private final Broadcaster broadcaster;
    private final Mirror mirror;
    private final BroadcastRelay relay;
    private final Presence presence;

    /** What is told beside broadcasts: see {@link Feeds}. */
    record Sources(MarketFeed market, Supplier<Optional<String>> leaderboard, Supplier<Optional<String>> ops) {}

    /** Connects to nothing yet. */
    Live(Logs logs, Topics topics, Sources sources, Consumer<Throwable> failed) {
        this.failed = failed;
        String instance = instance();
        String topic = topics.fullName(Topics.BROADCASTS);
        this.mirror = opened.add(new Mirror(logs.connect(), "broadcast", WAITING_BROADCASTS, System::nanoTime));
        this.broadcaster = new Broadcaster(mirror, topic, instance, InstantSource.system());
        this.presence = broadcaster.presence(System::nanoTime);
        BroadcastHistory history = new BroadcastHistory(Topics.BROADCASTS.partitions());
        Feeds feeds = new Feeds(sources.market(), history, presence, sources.leaderboard(), sources.ops());
        int lanes = Math.min(MAX_LANES, Runtime.getRuntime().availableProcessors());
        this.hub = opened.add(new Hub(feeds, SocketLimits.DEFAULT, instance, lanes, System::nanoTime));
        Log log = logs.connect();
        sources.market().onChange(hub::changed);
        this.relay = opened.add(new BroadcastRelay(
                new BroadcastRelay.Ports(log, InstantSource.system(), System::nanoTime),
                new BroadcastRelay.Settings(topic, POLL),
                history,
                presence,
                channel -> hub.changed()));
    }

    Hub hub() {
        return hub;
    }

    Broadcaster broadcaster() {
        return broadcaster;
    }

    Presence presence() {
        return presence;
    }

    /** Shows itself in the process's figures. */
    void figures(MeterRegistry registry) {
        SocketFigures.bind(registry, hub);
        SocketFigures.bind(registry, relay, broadcaster);
    }

    /** Sends the clients elsewhere, before HTTP stops and cuts them off. More than once does no harm. */
    void endSockets() {
        hub.close();
    }

    void start() {
        PumpThread sockets = opened.add(new PumpThread("sockets", hub::pump, REST, failed));
        hub.rings(sockets::wake);
        opened.add(new PumpThread("sockets-slow", hub::pumpSlow, SLOWLY, failed));
        opened.add(new PumpThread("sockets-rights", hub::pumpRights, SLOWLY, failed));
        opened.add(new PumpThread("broadcast-relay", relay::pump, REST, failed));
        opened.add(this::leaveRooms); // behind the thread that says who is there, before the mirror closes
        opened.add(new PumpThread("broadcast", () -> presence.pump() + mirror.pump(), REST, failed));
    }

    /** What there is, as JSON; empty if a database does not answer. */
    static Supplier<Optional<String>> text(Supplier<Map<String, Object>> look) {
        return () -> {
            try {
                return Optional.of(Json.write(look.get()));
            } catch (DeliveryException away) {
                return Optional.empty();
            }
        };
    }

    /** The rows of the leaderboard as JSON; empty if the database does not answer. */
    static Optional<String> leaderboard(Reports reports) {
        try {
            return Optional.of(Json.write(reports.leaderboard(LEADERS)));
        } catch (DeliveryException away) {
            return Optional.empty();
        }
    }

    private void leaveRooms() {
        presence.leaveAll();
        mirror.pump();
    }

    @Override
    public void close() {
        endSockets();
        opened.close();
    }

    /** Random, so that no process can be taken for one before it. */
    private static String instance() {
        byte[] bits = new byte[12];
        new SecureRandom().nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }
}
