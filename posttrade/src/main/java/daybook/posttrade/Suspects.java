package daybook.posttrade;

import daybook.delivery.DeadLetters;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/**
 * Keys of which a record could not be processed: what was computed for them is pending. A record without a key could have been
 * anybody's, so then everything is.
 */
public record Suspects(Set<String> keys) {
    public static final Suspects NONE = new Suspects(Set.of());

    public Suspects {
        keys = Set.copyOf(keys);
    }

    /** Those of a service, within the caller's transaction. */
    public static Suspects of(Connection connection, String consumer) throws SQLException {
        Set<String> keys = new HashSet<>();
        for (byte[] key : DeadLetters.suspectKeys(connection, consumer)) {
            keys.add(new String(key, StandardCharsets.UTF_8));
        }
        return new Suspects(keys);
    }

    public boolean covers(String key) {
        return keys.contains(key) || keys.contains("");
    }
}
