package daybook.app.ws;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How far one connection has got on one channel. Confined to the connection's lane, but for {@link #wake}.
 */
final class Subscription {
    /** Looks at a conflated channel are at least so far apart: no second has more than ten. */
    private static final long PACE_NS = 100_000_000;
    /** How long a client from a replica that is ahead of this one is kept waiting until this one has caught up. */
    private static final long CATCH_UP_NS = 5_000_000_000L;

    private final Channel channel;
    private final Connection connection;
    private final OptionalLong asked;
    private final long askedNs;
    private final Deque<Message> next = new ArrayDeque<>();
    private volatile boolean dirty = true;
    private volatile boolean caughtUp;
    private boolean begun;
    private boolean anew;
    private long epoch;
    private long sent;
    private long seen;
    private long lookedNs;
    private @Nullable Message told;

    /** @param from the seq that the client has seen */
    Subscription(Channel channel, Connection connection, OptionalLong from, long nowNs) {
        this.channel = channel;
        this.connection = connection;
        this.asked = from;
        this.askedNs = nowNs;
    }

    String name() {
        return channel.name();
    }

    /** There may be something. For any thread. */
    void wake() {
        if (connection.isSending()) {
            caughtUp = false;
        }
        dirty = true;
        connection.wake();
    }

    boolean isDirty() {
        return dirty;
    }

    /** The frame to be sent next; null if there is none now. */
    @Nullable
    ByteBuffer poll(long nowNs) {
        Message message = message(nowNs);
        while (message != null && message.skips(connection.id())) {
            message = message(nowNs);
        }
        if (message == null) {
            return null;
        }
        ByteBuffer frame = message.frame(sent);
        sent = message.seq();
        return frame;
    }

    private @Nullable Message message(long nowNs) {
        Message waiting = next.poll();
        if (waiting != null || !dirty) {
            return waiting;
        }
        if (channel.feed().pace() == Feed.Pace.WHOLE) {
            return whole();
        }
        return begun ? look(nowNs) : begin(nowNs);
    }

    private @Nullable Message begin(long nowNs) {
        epoch = channel.feed().epoch(); // before the look: see look
        if (anew) {
            return snapshot(channel.feed().pace() == Feed.Pace.EVENTS, nowNs);
        }
        if (asked.isEmpty() || channel.feed().pace() == Feed.Pace.STATE) {
            return snapshot(false, nowNs);
        }
        if (asked.getAsLong() > channel.feed().head()) {
            return nowNs - askedNs < CATCH_UP_NS ? null : snapshot(true, nowNs);
        }
        Step step = channel.after(asked.getAsLong());
        if (step.kind() == Step.Kind.FORGOTTEN) {
            return snapshot(true, nowNs);
        }
        begun = true;
        sent = asked.getAsLong();
        seen = sent;
        return take(step, nowNs);
    }

    private @Nullable Message look(long nowNs) {
        Feed.Pace pace = channel.feed().pace();
        if (pace == Feed.Pace.CONFLATED && nowNs - lookedNs < PACE_NS) {
            return null; // stays dirty: the next round wakes it
        }
        dirty = false; // before the look: what comes after it sets it again
        boolean upToDate = caughtUp;
        if (channel.feed().head() < seen) {
            return beginAgain(nowNs);
        }
        Step step = channel.after(seen);
        if (channel.feed().epoch() != epoch) { // behind the look: the answer may be of either history
            return beginAgain(nowNs);
        }
        if (step.kind() != Step.Kind.FORGOTTEN) {
            return take(step, nowNs);
        }
        if (pace == Feed.Pace.EVENTS && !upToDate) {
            connection.end(Ending.TOO_SLOW);
            return null;
        }
        return snapshot(pace == Feed.Pace.EVENTS, nowNs); // not the client's fault: it had seen all there was
    }

    /** What was seen is of a history that is over, or the source knows less than it did: the client gets anew what there is. */
    private @Nullable Message beginAgain(long nowNs) {
        begun = false;
        anew = true;
        return begin(nowNs);
    }

    private @Nullable Message take(Step step, long nowNs) {
        seen = Math.max(seen, step.upTo());
        caughtUp = step.kind() == Step.Kind.NOTHING;
        if (caughtUp) {
            return null;
        }
        lookedNs = nowNs;
        dirty = true; // there may be more
        next.addAll(step.messages());
        return next.poll();
    }

    private @Nullable Message whole() {
        dirty = false;
        Message now = channel.feed().snapshot(false);
        if (now == told) {
            return null;
        }
        told = now;
        return now;
    }

    private @Nullable Message snapshot(boolean gap, long nowNs) {
        Message message = channel.feed().snapshot(gap);
        if (message == null) {
            dirty = false;
            return null;
        }
        begun = true;
        anew = false;
        dirty = true;
        seen = message.seq();
        lookedNs = nowNs;
        return message;
    }
}
