package daybook.delivery.broadcast;

import daybook.delivery.Mirror;
import java.time.InstantSource;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Publishes to every replica's listeners, this one's included: they hear it from the topic. Fail-open: a caller never waits, and what did
 * not get to the log is counted by the {@link Mirror}, not sent again. Safe for many threads.
 */
public final class Broadcaster {
    private final Mirror mirror;
    private final String topic;
    private final String instance;
    private final InstantSource clock;
    private final AtomicLong published = new AtomicLong();

    /**
     * Makes one.
     *
     * @param mirror whose owner pumps and closes it
     * @param topic full name
     * @param instance of this process, random and new at each start
     */
    public Broadcaster(Mirror mirror, String topic, String instance, InstantSource clock) {
        this.mirror = mirror;
        this.topic = topic;
        this.instance = instance;
        this.clock = clock;
    }

    /**
     * One record per channel.
     *
     * @param data a JSON value
     * @return how many were taken; the others were lost at once, since too many wait
     * @throws IllegalArgumentException if event or data are not what they must be; nothing is published then
     */
    public int publish(Collection<ChannelName> channels, String event, String data) {
        return publish(channels, event, data, "");
    }

    /** The same to all but one socket, wherever it is connected. */
    public int toOthers(SocketId socket, Collection<ChannelName> channels, String event, String data) {
        return publish(channels, event, data, socket.text());
    }

    private int publish(Collection<ChannelName> channels, String event, String data, String socket) {
        if (!BroadcastRecord.isJson(data)) {
            throw new IllegalArgumentException("data: not JSON (expected: one JSON value)");
        }
        int taken = 0;
        for (ChannelName channel : channels) {
            taken += offer(new Broadcast(channel, event, data, socket)) ? 1 : 0;
        }
        return taken;
    }

    /** What this process says about its users in rooms, over this topic. */
    public Presence presence(LongSupplier nanos) {
        return new Presence(instance, nanos, this::offer);
    }

    private boolean offer(Broadcast broadcast) {
        String id = instance + "-" + published.incrementAndGet();
        return mirror.offer(topic, BroadcastRecord.of(broadcast, id, clock.millis()));
    }

    /** What became of everything so far. */
    public Mirror.Counts counts() {
        return mirror.counts();
    }
}
