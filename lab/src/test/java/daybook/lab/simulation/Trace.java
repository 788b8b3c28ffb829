package daybook.lab.simulation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;

/** Everything that was decided, as one hash, and the last of it in words. */
final class Trace {
    private static final int KEPT = 40;

    private final MessageDigest digest;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 12);
    private final Deque<String> last = new ArrayDeque<>();
    private final boolean inWords;

    /** @param inWords whether the last steps are kept as text; costs time */
    Trace(boolean inWords) {
        this.inWords = inWords;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256: missing (expected: in every Java runtime)", e);
        }
    }

    void add(String what, long value) {
        byte[] name = what.getBytes(StandardCharsets.UTF_8);
        if (buffer.remaining() < name.length + Long.BYTES) {
            drain();
        }
        buffer.put(name, 0, Math.min(name.length, 512)).putLong(value);
        if (inWords) {
            if (last.size() == KEPT) {
                last.removeFirst();
            }
            last.addLast(what + " " + value);
        }
    }

    /** Ends it. */
    String hash() {
        drain();
        return HexFormat.of().formatHex(digest.digest());
    }

    String lastSteps() {
        return String.join("\n", last);
    }

    private void drain() {
        digest.update(buffer.flip());
        buffer.clear();
    }
}
