package daybook.delivery.broadcast;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A connected client among those of all replicas. Two replicas count their sockets alike: only with the instance does a number say which
 * one is meant.
 *
 * @param instance of the process, random and new at each start
 * @param counter from 1
 */
public record SocketId(String instance, long counter) {
    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_-]{8,64})\\.([1-9][0-9]{0,17})");

    public SocketId {
        if (!FORM.matcher(instance + "." + counter).matches()) {
            throw new IllegalArgumentException("socket: " + instance + "." + counter
                    + " (expected: 8 to 64 of A-Z a-z 0-9 _ -, a dot, a number from 1)");
        }
    }

    /** Reads {@link #text}. */
    public static Optional<SocketId> of(String text) {
        var parts = FORM.matcher(text);
        return parts.matches()
                ? Optional.of(new SocketId(parts.group(1), Long.parseLong(parts.group(2))))
                : Optional.empty();
    }

    /** As on the wire. */
    public String text() {
        return instance + "." + counter;
    }
}
