package daybook.app.ws;

import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.app.Json;
import daybook.app.security.TokenBucket;
import daybook.delivery.broadcast.SocketId;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * One client. Jetty's threads bring frames, one at a time: the next is asked for when the one before has been dealt with, so nothing of a
 * client is queued here. One frame at a time is on its way to the client: the next is looked for when that one was taken. Sending and
 * subscriptions are confined to the lane; what other threads may call says so.
 */
final class Connection implements FrameHandler {
    private static final int FRAMES_A_TURN = 64;
    /** Answers that wait for a client that does not read; while there are so many, nothing is read from it. */
    private static final int MAX_REPLIES = 8;

    private final Hub hub;
    private final Visitor visitor;
    private final String id;
    private final Lane lane;
    private final SocketLimits limits;
    private final TokenBucket frames;

    private final AtomicBoolean queued = new AtomicBoolean();
    private final AtomicBoolean gone = new AtomicBoolean();
    private final Callback taken = new Taken();
    private volatile @Nullable CoreSession session;
    private volatile @Nullable Ending ending;
    private volatile long heardNs;
    /** A ping of ours, and a pong, that the client has not taken yet. */
    private final AtomicBoolean asking = new AtomicBoolean();

    private final AtomicBoolean answering = new AtomicBoolean();
    private volatile long sendingSinceNs;
    private volatile boolean sending;
    private volatile byte @Nullable [] request;

    // Jetty's, one frame at a time
    private @Nullable ByteArrayOutputStream message;

    // the lane's
    private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
    private final Deque<Subscription> order = new ArrayDeque<>();
    private final Deque<Frame> replies = new ArrayDeque<>();
    private boolean demandOwed;
    private volatile long closeSentNs;

    Connection(Hub hub, Visitor visitor, SocketId id, Lane lane) {
        this.hub = hub;
        this.visitor = visitor;
        this.id = id.text();
        this.lane = lane;
        this.limits = hub.limits();
        this.frames = new TokenBucket(limits.framesPerSecond(), limits.framesAtOnce(), hub.nowNs());
        this.heardNs = hub.nowNs();
    }

    /** As in the texts of {@link SocketId}. For any thread. */
    String id() {
        return id;
    }

    /** For any thread. */
    Visitor visitor() {
        return visitor;
    }

    /** Whether a frame is on its way. For any thread. */
    boolean isSending() {
        return sending;
    }

    /** Asks for a turn. For any thread. */
    void wake() {
        if (queued.compareAndSet(false, true)) {
            lane.add(this);
        }
    }

    /** Closes it with a reason, as soon as it takes one. For any thread. */
    void end(Ending why) {
        if (ending == null) {
            ending = why;
        }
        wake();
    }

    /** Drops it without a word. For any thread. */
    void abort() {
        CoreSession open = session;
        if (open != null) {
            open.abort();
        }
        left();
    }

    /** Looks whether it keeps to its times. For the hub's thread, about once a second. */
    void check(long nowNs) {
        boolean stuck = sending && nowNs - sendingSinceNs > limits.send().toNanos();
        boolean closing = ending != null
                && closeSentNs != 0
                && nowNs - closeSentNs > limits.send().toNanos() / 4;
        if (stuck || closing) {
            hub.cut(stuck);
            abort();
        } else if (nowNs - heardNs > limits.idle().toNanos()) {
            end(Ending.IDLE);
        } else {
            wake(); // who waits for something that did not come looks again
        }
    }

    /**
     * Asks the client whether it is there: behind what is on its way, however long that takes, or who gets a lot and says nothing would
     * not be asked before its time is over. One question at a time. For the hub's thread.
     */
    void ping() {
        CoreSession open = session;
        if (open != null && ending == null && asking.compareAndSet(false, true)) {
            open.sendFrame(new Frame(OpCode.PING), Callback.from(() -> asking.set(false)), false);
        }
    }

    // ---- the lane

    void turn() {
        queued.set(false);
        CoreSession open = session;
        if (gone.get()) {
            forgetSubscriptions();
            return;
        }
        if (open == null) {
            return;
        }
        Ending why = ending;
        if (why != null) {
            close(open, why);
            return;
        }
        answer();
        int sent = 0;
        while (!sending && ending == null) {
            if (sent++ == FRAMES_A_TURN) {
                wake(); // the others are waiting
                return;
            }
            Frame frame = nextFrame(hub.nowNs());
            if (frame == null) {
                break;
            }
            sendingSinceNs = hub.nowNs();
            sending = true;
            open.sendFrame(frame, taken, false);
        }
        if (demandOwed && replies.size() < MAX_REPLIES) {
            demandOwed = false;
            open.demand();
        }
    }

    private @Nullable Frame nextFrame(long nowNs) {
        Frame reply = replies.poll();
        if (reply != null) {
            return reply;
        }
        for (int i = order.size(); i > 0; i--) {
            Subscription subscription = order.remove();
            order.add(subscription); // each in its turn, so that a busy channel does not silence the others
            ByteBuffer frame = subscription.poll(nowNs);
            if (frame != null) {
                return new Frame(OpCode.TEXT, frame);
            }
        }
        return null;
    }

    private void answer() {
        byte[] asked = request;
        if (asked == null) {
            return;
        }
        request = null;
        try {
            carryOut(Request.read(asked));
        } catch (Json.Malformed malformed) {
            refuse("", "BAD_REQUEST", String.valueOf(malformed.getMessage()));
        }
        demandOwed = true;
    }

    private void carryOut(Request asked) {
        switch (asked.op()) {
            case SUB -> subscribe(asked);
            case UNSUB -> unsubscribe(asked.channel());
            case PING -> reply(Json.fields("type", "pong"));
            case WHO ->
                reply(Json.fields(
                        "type",
                        "you",
                        "data",
                        Json.fields(
                                "socket", id,
                                "role", visitor.identity().role().text(),
                                "account", visitor.identity().account())));
        }
    }

    private void subscribe(Request asked) {
        String name = asked.channel();
        if (!subscriptions.containsKey(name) && subscriptions.size() >= limits.subscriptions()) {
            refuse(name, "TOO_MANY", "subscriptions: too many (expected: at most " + limits.subscriptions() + ")");
            return;
        }
        unsubscribe(name);
        var made = hub.subscribe(this, name, asked.from());
        if (made.isEmpty()) {
            refuse(name, "REFUSED", "channel: not for you, or not there");
            return;
        }
        subscriptions.put(name, made.get());
        order.add(made.get());
    }

    private void unsubscribe(String name) {
        Subscription subscription = subscriptions.remove(name);
        if (subscription != null) {
            order.remove(subscription);
            hub.unsubscribe(this, subscription);
        }
    }

    private void refuse(String channel, String code, String text) {
        Map<String, Object> error = channel.isEmpty() ? Json.fields() : Json.fields("ch", shortened(channel));
        error.put("type", "error");
        error.put("data", Json.fields("code", code, "message", text));
        reply(error);
    }

    private static String shortened(String channel) {
        return channel.length() <= 200 ? channel : channel.substring(0, 200);
    }

    private void reply(Map<String, Object> json) {
        replies.add(new Frame(OpCode.TEXT, ByteBuffer.wrap(Json.write(json).getBytes(UTF_8))));
    }

    private void close(CoreSession open, Ending why) {
        if (closeSentNs == 0) {
            closeSentNs = hub.nowNs();
            forgetSubscriptions();
            open.close(why.code(), why.reason(), Callback.NOOP); // it may take its time to answer: see check
        }
    }

    private void forgetSubscriptions() {
        subscriptions.values().forEach(subscription -> hub.unsubscribe(this, subscription));
        subscriptions.clear();
        order.clear();
    }

    /** Once, whichever way it ends. For any thread. */
    private void left() {
        if (gone.compareAndSet(false, true)) {
            hub.left(this);
            wake(); // its subscriptions are the lane's
        }
    }

    /** The client has taken a frame. */
    private final class Taken implements Callback {
        @Override
        public void succeeded() {
            sending = false;
            if (!lane.isCurrent()) {
                wake();
            }
        }

        @Override
        public void failed(Throwable cause) {
            sending = false;
            left();
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }

    // ---- Jetty

    @Override
    public void onOpen(CoreSession open, Callback callback) {
        session = open;
        heardNs = hub.nowNs();
        hub.opened(this); // before it is said to be open: no frame comes earlier
        if (gone.get()) { // it was given up
            hub.forget(this);
            open.abort();
            callback.succeeded();
            return;
        }
        callback.succeeded();
        open.demand();
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        heardNs = hub.nowNs();
        boolean more = hear(frame);
        callback.succeeded();
        CoreSession open = session;
        if (more && open != null) {
            open.demand();
        }
    }

    /** Whether the next frame can be read at once. */
    private boolean hear(Frame frame) {
        if (!frames.take(heardNs)) {
            end(Ending.TOO_MANY_FRAMES);
            return false;
        }
        return switch (frame.getOpCode()) {
            case OpCode.TEXT, OpCode.CONTINUATION -> hearText(frame);
            case OpCode.BINARY -> {
                end(Ending.NOT_TEXT);
                yield false;
            }
            case OpCode.PING -> {
                pong(frame);
                yield true;
            }
            case OpCode.CLOSE -> false; // Jetty answers it
            default -> true;
        };
    }

    /** Behind what is on its way. One answer at a time: a client that asks and does not read piles up nothing. */
    private void pong(Frame ping) {
        CoreSession open = session;
        if (open != null && answering.compareAndSet(false, true)) {
            byte[] payload = new byte[ping.getPayloadLength()];
            ping.getPayload().slice().get(payload);
            open.sendFrame(
                    new Frame(OpCode.PONG, ByteBuffer.wrap(payload)), Callback.from(() -> answering.set(false)), false);
        }
    }

    private boolean hearText(Frame frame) {
        ByteArrayOutputStream soFar = message;
        if (soFar == null) {
            soFar = new ByteArrayOutputStream(frame.getPayloadLength());
            message = soFar;
        }
        if (soFar.size() + frame.getPayloadLength() > limits.messageBytes()) {
            end(Ending.TOO_LARGE);
            return false;
        }
        byte[] part = new byte[frame.getPayloadLength()];
        if (part.length > 0) {
            frame.getPayload().slice().get(part);
        }
        soFar.write(part, 0, part.length);
        if (!frame.isFin()) {
            return true;
        }
        message = null;
        byte[] whole = soFar.toByteArray();
        if (!isUtf8(whole)) {
            end(Ending.NOT_UTF8);
            return false;
        }
        request = whole;
        wake();
        return false; // when it has been answered
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException broken) {
            return false;
        }
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        left();
        callback.succeeded();
    }

    @Override
    public void onClosed(CloseStatus status, Callback callback) {
        left();
        callback.succeeded();
    }
}
