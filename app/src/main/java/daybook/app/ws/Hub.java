package daybook.app.ws;

import daybook.delivery.broadcast.ChannelKind;
import daybook.delivery.broadcast.ChannelName;
import daybook.delivery.broadcast.Rooms;
import daybook.delivery.broadcast.SocketId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * All sockets of this process and the channels they listen to. {@link #pump} is confined to one thread, {@link #pumpSlow} to another, which
 * may wait for databases, {@link #pumpRights} to a third, which may wait for the exchange; the rest is for any.
 */
public final class Hub implements AutoCloseable {
    /** Above the pace of a subscription, so that each round finds it ready. */
    private static final long ROUND_NS = 110_000_000;

    private static final long CHECK_NS = 1_000_000_000;
    /** How long an admitted request may take to become a socket. */
    private static final long HANDSHAKE_NS = 10_000_000_000L;
    /** So many channels that somebody listens to; each is looked at in every round. */
    static final int MAX_CHANNELS = 10_000;

    private final Feeds feeds;
    private final SocketLimits limits;
    private final String instance;
    private final LongSupplier nanos;
    private final List<Lane> lanes = new ArrayList<>();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final Map<Connection, Long> coming = new ConcurrentHashMap<>();
    private final Map<String, Integer> perAddress = new HashMap<>();
    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
    private final Rooms<Subscription> rooms = new Rooms<>();
    private final AtomicBoolean changed = new AtomicBoolean();
    private final AtomicLong counter = new AtomicLong();
    private final AtomicLong slow = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private int open;
    private volatile boolean closed;
    private volatile Runnable bell = () -> {};
    private long roundNs;
    private long checkNs;
    private long pingNs;

    /** What there is. */
    public record Counts(int sockets, int channels, long opened, long tooSlow, long refused) {}

    /**
     * Starts the lanes.
     *
     * @param instance of this process, random and new at each start
     * @param lanes threads that send
     */
    public Hub(Feeds feeds, SocketLimits limits, String instance, int lanes, LongSupplier nanos) {
        this.feeds = feeds;
        this.limits = limits;
        this.instance = instance;
        this.nanos = nanos;
        for (int i = 0; i < lanes; i++) {
            this.lanes.add(new Lane("sockets-" + i));
        }
        this.roundNs = nanos.getAsLong();
        this.checkNs = roundNs;
        this.pingNs = roundNs;
    }

    /** What to ring when {@link #pump} has something to do. */
    public void rings(Runnable bell) {
        this.bell = bell;
    }

    /** Some feed has something new. Quick. */
    public void changed() {
        if (changed.compareAndSet(false, true)) {
            bell.run();
        }
    }

    /** Looks what is new and wakes who listens to it. Returns how many channels had something. */
    public int pump() {
        long now = nanos.getAsLong();
        int news = 0;
        if (changed.getAndSet(false)) {
            news += look(false);
        }
        if (now - roundNs >= ROUND_NS) {
            roundNs = now;
            news += look(true);
        }
        if (now - checkNs >= CHECK_NS) {
            checkNs = now;
            connections.forEach(connection -> connection.check(now));
            coming.forEach((connection, sinceNs) -> {
                if (now - sinceNs >= HANDSHAKE_NS) {
                    connection.abort(); // its client was gone before it was one
                }
            });
        }
        if (now - pingNs >= limits.ping().toNanos()) {
            pingNs = now;
            connections.forEach(Connection::ping);
        }
        return news;
    }

    private int look(boolean round) {
        int news = 0;
        for (Channel channel : channels.values()) {
            Feed.Pace pace = channel.feed().pace();
            boolean inRounds = pace == Feed.Pace.CONFLATED || pace == Feed.Pace.WHOLE;
            if (inRounds == round) {
                boolean isNew = channel.changed();
                rooms.send(channel.name(), subscription -> {
                    if (isNew || round && subscription.isDirty()) {
                        subscription.wake();
                    }
                });
                news += isNew ? 1 : 0;
            }
        }
        return news;
    }

    /** Asks for what takes longer. To be called about once a second. */
    public int pumpSlow() {
        for (Channel channel : channels.values()) {
            if (channel.feed() instanceof WholeFeed whole) {
                whole.refresh();
            }
        }
        return 0;
    }

    /** Asks whether who is connected still may be, once for all who came with the same. To be called about once a second. */
    public int pumpRights() {
        Map<Object, Boolean> asked = new HashMap<>();
        for (Connection connection : connections) {
            Visitor visitor = connection.visitor();
            if (!asked.computeIfAbsent(visitor.holds(), h -> visitor.holds().getAsBoolean())) {
                connection.end(Ending.RIGHTS_ENDED);
            }
        }
        return 0;
    }

    /** Whether one more may come from there; it then counts until {@link #left}, which comes for each that {@link #connect} has made. */
    synchronized boolean admit(String address) {
        int there = perAddress.getOrDefault(address, 0);
        if (closed || open >= limits.sockets() || there >= limits.socketsPerAddress()) {
            refused.incrementAndGet();
            return false;
        }
        open++;
        perAddress.put(address, there + 1);
        return true;
    }

    private synchronized void release(String address) {
        open--;
        perAddress.computeIfPresent(address, (a, count) -> count > 1 ? count - 1 : null);
    }

    Connection connect(Visitor visitor) {
        long number = counter.incrementAndGet();
        Lane lane = lanes.get((int) (number % lanes.size()));
        Connection made = new Connection(this, visitor, new SocketId(instance, number), lane);
        coming.put(made, nowNs());
        return made;
    }

    void opened(Connection connection) {
        connections.add(connection);
        coming.remove(connection);
        if (closed) {
            connection.end(Ending.STOPPING);
        }
    }

    /** One that was given up before it was opened. */
    void forget(Connection connection) {
        connections.remove(connection);
    }

    /** A connection is over, or did not come to be one. */
    void left(Connection connection) {
        connections.remove(connection);
        coming.remove(connection);
        release(connection.visitor().address());
    }

    /** A client took too long over a frame, or over a close, and was dropped. */
    void cut(boolean slowly) {
        if (slowly) {
            slow.incrementAndGet();
        }
    }

    /** Subscribes; empty if the visitor may not, there is no such channel, or there are too many. Which of them is not said. */
    Optional<Subscription> subscribe(Connection connection, String name, OptionalLong from) {
        Optional<ChannelName> channel = ChannelName.of(name);
        if (channel.isEmpty() || !VenueChannels.admits(connection.visitor(), channel.get())) {
            return Optional.empty();
        }
        Optional<Subscription> made;
        synchronized (channels) {
            Channel known = channels.get(name);
            if (known == null) {
                Optional<Feed> feed = channels.size() < MAX_CHANNELS ? feeds.of(channel.get()) : Optional.empty();
                if (feed.isEmpty()) {
                    return Optional.empty();
                }
                known = new Channel(name, feed.get());
                channels.put(name, known);
            }
            made = Optional.of(new Subscription(known, connection, from, nowNs()));
            rooms.join(name, made.get());
        }
        if (channel.get().kind() == ChannelKind.PRESENCE
                && !feeds.presence().join(channel.get(), connection.visitor().user())) {
            forget(made.get());
            return Optional.empty();
        }
        return made;
    }

    void unsubscribe(Connection connection, Subscription subscription) {
        forget(subscription);
        ChannelName channel = new ChannelName(subscription.name());
        if (channel.kind() == ChannelKind.PRESENCE) {
            feeds.presence().leave(channel, connection.visitor().user());
        }
    }

    private void forget(Subscription subscription) {
        synchronized (channels) {
            rooms.leave(subscription.name(), subscription);
            if (rooms.size(subscription.name()) == 0) {
                channels.remove(subscription.name());
            }
        }
    }

    long nowNs() {
        return nanos.getAsLong();
    }

    SocketLimits limits() {
        return limits;
    }

    public Counts counts() {
        return new Counts(connections.size(), channels.size(), counter.get(), slow.get(), refused.get());
    }

    /** Lets nobody in any more, tells the clients to go elsewhere and ends the lanes. */
    @Override
    public void close() {
        closed = true;
        connections.forEach(connection -> connection.end(Ending.STOPPING));
        lanes.forEach(Lane::close);
    }
}
