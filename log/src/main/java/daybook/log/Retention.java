package daybook.log;

import java.time.Duration;

/**
 * How long a topic keeps records: whole segments are dropped once all their records are older than {@code age}, or while the
 * partition is larger than {@code bytes}. Whether anybody has read them does not matter.
 *
 * @param age {@link #FOREVER} keeps regardless of age
 * @param bytes per partition; {@link Long#MAX_VALUE} = no limit
 */
public record Retention(Duration age, long bytes) {
    public static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);
    public static final Retention UNLIMITED = new Retention(FOREVER, Long.MAX_VALUE);

    public static Retention days(int days) {
        return new Retention(Duration.ofDays(days), Long.MAX_VALUE);
    }
}
