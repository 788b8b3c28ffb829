package daybook.delivery.jobs;

import java.time.Duration;
import java.util.Optional;

/**
 * A job to be put in.
 *
 * @param name of the kind of job, stable for ever: letters, digits, {@code .}, {@code _}, {@code -}; 1 to 100 characters
 * @param payload JSON, up to 256 KiB as UTF-8; no U+0000, which not every store can keep
 * @param delay it is not handed out before so long from now; not negative, up to 366 days
 * @param uniqueKey at most one job of a queue that bears it waits or runs; up to 200 characters
 * @param priority higher ones first, where the driver can; 0 unless somebody cares
 */
public record NewJob(String name, String payload, Duration delay, Optional<String> uniqueKey, int priority) {
    private static final int MOST_PAYLOAD_BYTES = 256 << 10;
    private static final Duration LONGEST = Duration.ofDays(366);

    public NewJob {
        if (!name.matches("[A-Za-z0-9._-]{1,100}")) {
            throw new IllegalArgumentException(
                    "job: '" + name + "' (expected: 1 to 100 letters, digits, '.', '_' or '-')");
        }
        requirePayload(payload);
        if (delay.isNegative() || delay.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("delay: " + delay + " (expected: 0 to 366 days)");
        }
        uniqueKey.ifPresent(key -> {
            if (key.isEmpty() || key.length() > 200 || key.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(
                        "unique key: of " + key.length() + " characters (expected: 1 to 200, no U+0000)");
            }
        });
    }

    /** @throws IllegalArgumentException if no job may have this payload */
    public static void requirePayload(String payload) {
        if (payload.length() > MOST_PAYLOAD_BYTES
                || payload.getBytes(java.nio.charset.StandardCharsets.UTF_8).length > MOST_PAYLOAD_BYTES) {
            throw new IllegalArgumentException("payload: of " + payload.length() + " characters (expected: up to "
                    + MOST_PAYLOAD_BYTES + " bytes)");
        }
        if (payload.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("payload: has U+0000 (expected: JSON, which writes it as \\u0000)");
        }
    }

    /** To be done as soon as possible. */
    public static NewJob of(String name, String payload) {
        return new NewJob(name, payload, Duration.ZERO, Optional.empty(), 0);
    }
}
