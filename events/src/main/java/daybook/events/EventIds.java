package daybook.events;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * Identities that are derived, never drawn: the same fact has the same id whoever names it and however often. Stateless; safe
 * for many threads.
 */
public final class EventIds {
    /** The namespace of this project's derived ids: uuid5(URL, "https://daybook.invalid/ids"). */
    public static final UUID NAMESPACE =
            uuid5(UUID.fromString("6ba7b811-9dad-11d1-80b4-00c04fd430c8"), "https://daybook.invalid/ids");

    private EventIds() {}

    /** The id of an exchange event. */
    public static String ofEvent(long seq) {
        return "x-" + seq;
    }

    /** The id of one side of a trade. */
    public static String ofFill(long tradeId, Side side) {
        return "f-" + tradeId + (side == Side.BUY ? "-B" : "-S");
    }

    /** A name in this project's {@link #NAMESPACE}. */
    public static UUID uuid5(String name) {
        return uuid5(NAMESPACE, name);
    }

    /** RFC 9562 version 5: the first 128 bits of SHA-1 of the namespace and the name in UTF-8. */
    public static UUID uuid5(UUID namespace, String name) {
        MessageDigest sha1 = sha1();
        sha1.update(ByteBuffer.allocate(16)
                .putLong(namespace.getMostSignificantBits())
                .putLong(namespace.getLeastSignificantBits())
                .flip());
        ByteBuffer hash = ByteBuffer.wrap(sha1.digest(name.getBytes(StandardCharsets.UTF_8)));
        long high = (hash.getLong() & ~0xF000L) | 0x5000L;
        long low = (hash.getLong() & ~(3L << 62)) | (2L << 62);
        return new UUID(high, low);
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-1: missing (expected: in every Java runtime)", e);
        }
    }
}
