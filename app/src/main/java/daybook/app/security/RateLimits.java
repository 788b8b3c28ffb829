package daybook.app.security;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** A token bucket per name, for at most {@value #MAX_NAMES} names; the longest unused is forgotten. Safe for many threads. */
public final class RateLimits {
    private static final int MAX_NAMES = 10_000;

    private final LongSupplier nanoTime;
    private final Map<String, TokenBucket> buckets = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TokenBucket> eldest) {
            return size() > MAX_NAMES;
        }
    };

    /** How much a name may do. */
    public record Limit(int perSecond, int burst) {}

    public RateLimits(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Counts one use; false if the name has used up what it may. */
    public boolean allows(String name, Limit limit) {
        long now = nanoTime.getAsLong();
        TokenBucket bucket;
        synchronized (buckets) {
            bucket = buckets.computeIfAbsent(name, unused -> new TokenBucket(limit.perSecond(), limit.burst(), now));
        }
        return bucket.take(now);
    }
}
