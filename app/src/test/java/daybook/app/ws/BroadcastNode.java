package daybook.app.ws;

import daybook.delivery.Mirror;
import daybook.delivery.broadcast.BroadcastHistory;
import daybook.delivery.broadcast.BroadcastRelay;
import daybook.delivery.broadcast.Broadcaster;
import daybook.delivery.broadcast.Presence;
import daybook.journal.FileDisk;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/** What a process with listeners has: says broadcasts, hears them from the log, and hands them to its sockets. */
final class BroadcastNode {
    private static final String TOPIC = "daybook.broadcasts.v1";
    private static final int PARTITIONS = 6;
    /** More than a slow machine falls behind: what is beyond is not said at all. */
    private static final int MOST_WAITING = 50_000;

    final Broadcaster broadcaster;
    final Replica replica;

    BroadcastNode(Log log, String instance) {
        Mirror mirror = new Mirror(log, "broadcast", MOST_WAITING, System::nanoTime);
        broadcaster = new Broadcaster(mirror, TOPIC, instance, InstantSource.system());
        Presence presence = broadcaster.presence(System::nanoTime);
        BroadcastHistory history = new BroadcastHistory(PARTITIONS);
        Hub[] hub = new Hub[1];
        BroadcastRelay relay = new BroadcastRelay(
                new BroadcastRelay.Ports(log, InstantSource.system(), System::nanoTime),
                new BroadcastRelay.Settings(TOPIC, Duration.ZERO),
                history,
                presence,
                channel -> hub[0].changed());
        Feeds feeds = new Feeds(new FakeMarket(), history, presence, Optional::empty, Optional::empty);
        relay.pump(); // joined before anybody says anything
        replica = new Replica(feeds, SocketLimits.DEFAULT, instance, () -> {
            if (hub[0] != null) {
                presence.pump();
                mirror.pump();
                relay.pump();
            }
        });
        hub[0] = replica.hub();
    }

    /** A log with the topic of broadcasts. */
    static Log log(Path directory) {
        Log log = EmbeddedLog.open(
                new FileDisk(),
                directory,
                EmbeddedLogSettings.of(
                        new EmbeddedLogSettings.Sources(InstantSource.system(), System::nanoTime, UUID::randomUUID)));
        log.createTopic(new TopicSpec(TOPIC, PARTITIONS, Retention.UNLIMITED));
        return log;
    }
}
