package daybook.app.ws;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.app.Json;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A message of a channel as all subscribers get it; only {@code prev} is a subscriber's own. Bytes are made once for all who have the same.
 * Immutable in effect; safe for many threads.
 */
final class Message {
    private final long seq;
    private final boolean snapshot;
    private final String socket;
    private final byte[] head;
    private final byte[] tail;
    private @Nullable Framed framed;

    /** Bytes for one prev. A race makes them twice, no more. */
    private record Framed(long prev, byte[] bytes) {}

    private Message(String channel, long seq, Kind kind, Body body) {
        this.seq = seq;
        this.snapshot = kind == Kind.SNAP;
        this.socket = body.socket();
        this.head = ("{\"ch\":\"" + channel + "\",\"seq\":" + seq + ",\"prev\":").getBytes(US_ASCII);
        this.tail = (",\"type\":\"" + kind.text + "\",\"data\":" + body.json() + "}").getBytes(UTF_8);
    }

    private record Body(String json, String socket) {}

    /** What a message does to what a client has. */
    enum Kind {
        /** Replaces it. */
        SNAP("snap"),
        /** Changes it. */
        DIFF("diff"),
        /** Is an entry of its own. */
        EVENT("event");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    /** @param data what {@link Json#write} takes */
    static Message of(String channel, long seq, Kind kind, Object data) {
        return new Message(channel, seq, kind, new Body(Json.write(data), ""));
    }

    /**
     * An event from the broadcast topic.
     *
     * @param json the data as it is
     * @param socket the socket that does not get it, or ""
     */
    static Message event(String channel, long seq, String json, String socket) {
        return new Message(channel, seq, Kind.EVENT, new Body(json, socket));
    }

    /** A snapshot whose data is JSON already. */
    static Message snap(String channel, long seq, String json) {
        return new Message(channel, seq, Kind.SNAP, new Body(json, ""));
    }

    long seq() {
        return seq;
    }

    boolean isSnapshot() {
        return snapshot;
    }

    boolean skips(String one) {
        return !socket.isEmpty() && socket.equals(one);
    }

    /** The text frame's payload for a subscriber whose last message had that seq. */
    ByteBuffer frame(long lastSeq) {
        long prev = snapshot ? 0 : lastSeq;
        Framed made = framed;
        if (made == null || made.prev != prev) {
            byte[] number = Long.toString(prev).getBytes(US_ASCII);
            byte[] bytes = new byte[head.length + number.length + tail.length];
            System.arraycopy(head, 0, bytes, 0, head.length);
            System.arraycopy(number, 0, bytes, head.length, number.length);
            System.arraycopy(tail, 0, bytes, head.length + number.length, tail.length);
            made = new Framed(prev, bytes);
            framed = made;
        }
        return ByteBuffer.wrap(made.bytes);
    }
}
