package daybook.strategies;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * Ids that are the same whenever they are made again: UUID version 5 (RFC 9562, section 5.5: SHA-1 of a namespace and a name). Whoever
 * repeats a step after a crash gives what comes of it the same identity, so that the one who gets it twice can tell. Stateless.
 */
public final class DerivedId {
    /** The namespace of all ids of this system: version 5 of {@code daybook} in the RFC's namespace for URLs. */
    static final UUID NAMESPACE = of(UUID.fromString("6ba7b811-9dad-11d1-80b4-00c04fd430c8"), "daybook");

    private DerivedId() {}

    /** The id of what the parts name, joined by colons. */
    public static UUID of(Object... parts) {
        StringBuilder name = new StringBuilder();
        for (Object part : parts) {
            name.append(name.isEmpty() ? "" : ":").append(part);
        }
        return of(NAMESPACE, name.toString());
    }

    static UUID of(UUID namespace, String name) {
        MessageDigest sha1 = sha1();
        sha1.update(ByteBuffer.allocate(16)
                .putLong(namespace.getMostSignificantBits())
                .putLong(namespace.getLeastSignificantBits())
                .array());
        ByteBuffer hash = ByteBuffer.wrap(sha1.digest(name.getBytes(UTF_8)));
        long high = (hash.getLong() & ~0xf000L) | 0x5000L;
        long low = (hash.getLong() & ~(0b11L << 62)) | (0b10L << 62);
        return new UUID(high, low);
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("SHA-1: every Java has it", impossible);
        }
    }
}
