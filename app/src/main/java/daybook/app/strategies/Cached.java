package daybook.app.strategies;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An answer that many ask for and that is dear: given again for a second, or for ten times as long as it took to make. So asking costs a
 * tenth of one thread at most. Safe for many threads; one makes it, the others wait.
 */
final class Cached<T> {
    private static final long FRESH_NS = 1_000_000_000L;
    private static final int DEAR = 10;

    private final Supplier<T> source;
    private final LongSupplier nanos;
    private @Nullable T known;
    private long untilNs;

    Cached(Supplier<T> source, LongSupplier nanos) {
        this.source = source;
        this.nanos = nanos;
    }

    synchronized T get() {
        T answer = known;
        long began = nanos.getAsLong();
        if (answer == null || began - untilNs >= 0) {
            answer = source.get();
            long now = nanos.getAsLong();
            known = answer;
            untilNs = now + Math.max(FRESH_NS, DEAR * (now - began));
        }
        return answer;
    }

    /** After a change: the next one who asks sees it. */
    synchronized void forget() {
        known = null;
    }
}
