package daybook.delivery.broadcast;

import daybook.delivery.ManualTime;
import daybook.delivery.MemoryLog;
import daybook.delivery.Mirror;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A broadcast topic, and replicas that publish to it and follow it, all on one thread and a clock that is moved by hand. */
final class BroadcastWorld {
    static final String TOPIC = "daybook.broadcasts.v1";
    static final int PARTITIONS = 6;
    static final ChannelName NEWS = new ChannelName("news");

    final MemoryLog log = new MemoryLog(false);
    final ManualTime time = new ManualTime();

    BroadcastWorld() {
        log.createTopic(new TopicSpec(TOPIC, PARTITIONS, Retention.UNLIMITED));
    }

    Node node(String instance) {
        return new Node(instance, TOPIC, log);
    }

    /** A replica. */
    final class Node {
        final BroadcastHistory history = new BroadcastHistory(PARTITIONS);
        final List<String> told = new ArrayList<>();
        final Mirror mirror;
        final Broadcaster broadcaster;
        final Presence presence;
        final BroadcastRelay relay;

        Node(String instance, String topic, Log reads) {
            mirror = new Mirror(log, "broadcast", 1_000, time::nanos);
            broadcaster = new Broadcaster(mirror, topic, instance, time);
            presence = broadcaster.presence(time::nanos);
            relay = new BroadcastRelay(
                    new BroadcastRelay.Ports(reads, time, time::nanos),
                    new BroadcastRelay.Settings(topic, Duration.ZERO),
                    history,
                    presence,
                    channel -> told.add(channel.wire()));
        }

        /** Publishes and hears until there is nothing left. */
        void settle() {
            presence.pump();
            mirror.pump();
            while (relay.pump() > 0) {
                presence.pump();
                mirror.pump();
            }
        }

        void say(ChannelName channel, int number) {
            broadcaster.publish(List.of(channel), "said", "" + number);
            mirror.pump();
        }

        /** The data of a channel's messages from an offset on. */
        List<String> heard(ChannelName channel, long from) {
            return history.since(channel, from, 100_000).messages().stream()
                    .map(heard -> heard.broadcast().data())
                    .toList();
        }

        List<String> users(ChannelName room) {
            return presence.members(room).users();
        }
    }
}
