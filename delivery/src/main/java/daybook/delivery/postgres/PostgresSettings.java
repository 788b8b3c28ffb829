package daybook.delivery.postgres;

import java.time.Duration;

/**
 * How a PostgreSQL database is reached.
 *
 * @param url {@code jdbc:postgresql://HOST[:PORT]/NAME}, with the driver's parameters if need be
 * @param user "" = as the URL says
 * @param password "" = as the URL says
 * @param deadline wall-clock end of connecting, of waiting for a lock and of waiting for a free connection
 */
public record PostgresSettings(String url, String user, String password, Duration deadline) {
    private static final String PREFIX = "jdbc:postgresql:";

    public PostgresSettings {
        if (!url.startsWith(PREFIX)) {
            throw new IllegalArgumentException(
                    "url: " + withoutSecrets(url) + " (expected: " + PREFIX + "//HOST[:PORT]/NAME)");
        }
        if (deadline.toMillis() < 1 || deadline.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("deadline: " + deadline + " (expected: 1 ms to 1 hour)");
        }
    }

    /** What may be shown: a URL's parameters may hold a password. */
    static String withoutSecrets(String url) {
        int parameters = url.indexOf('?');
        return parameters < 0 ? url : url.substring(0, parameters);
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return withoutSecrets(url);
    }
}
