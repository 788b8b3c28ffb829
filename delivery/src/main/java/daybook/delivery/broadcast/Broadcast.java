package daybook.delivery.broadcast;

import java.util.regex.Pattern;

/**
 * One message on one channel.
 *
 * @param event what kind of message, 1 to 128 of {@code A-Z a-z 0-9 . _ : -}
 * @param data a JSON value
 * @param socket {@link SocketId#text} of the one socket that does not get it; "" = all get it
 */
public record Broadcast(ChannelName channel, String event, String data, String socket) {
    /** What the names of events begin with that are between replicas. */
    public static final String INTERNAL = "daybook:";

    private static final Pattern EVENT = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

    public Broadcast {
        if (!isEvent(event)) {
            throw new IllegalArgumentException("event: not a name (expected: at most 128 of A-Z a-z 0-9 . _ : -)");
        }
    }

    /** Whether a text can name an event. */
    public static boolean isEvent(String text) {
        return EVENT.matcher(text).matches();
    }

    /** Whether it is from one replica to the others, and no client's business. */
    boolean isInternal() {
        return event.startsWith(INTERNAL);
    }

    /** Whether that socket is the one that does not get it. */
    public boolean skips(SocketId one) {
        return !socket.isEmpty() && socket.equals(one.text());
    }
}
