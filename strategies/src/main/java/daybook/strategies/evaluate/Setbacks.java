package daybook.strategies.evaluate;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Shards that could not be evaluated just now: each is left alone for a while, so that the others get on meanwhile, and what was too slow is
 * counted. Confined to one thread.
 */
final class Setbacks {
    private static final long PAUSE_NS = Duration.ofMillis(500).toNanos();

    private record Place(int shard, UUID barId) {}

    private record Slow(int attempts, String why) {}

    private final LongSupplier nanos;
    private final Map<Integer, Long> untilNs = new HashMap<>();
    private final Map<Place, Slow> slow = new LinkedHashMap<>();

    Setbacks(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Whether a shard is to be left alone now. */
    boolean isPaused(int shard) {
        Long until = untilNs.get(shard);
        return until != null && nanos.getAsLong() - until < 0;
    }

    void pause(int shard) {
        untilNs.put(shard, nanos.getAsLong() + PAUSE_NS);
    }

    /** The strategies of a shard took too long on a bar. Returns how often they have by now. */
    int tooSlow(int shard, UUID barId, String why) {
        pause(shard);
        Slow before = slow.getOrDefault(new Place(shard, barId), new Slow(0, ""));
        Slow now = new Slow(before.attempts() + 1, why);
        slow.put(new Place(shard, barId), now);
        return now.attempts();
    }

    /** A shard needs a bar no more. */
    void over(int shard, UUID barId) {
        slow.remove(new Place(shard, barId));
    }

    /** The shard is another's. */
    void forget(int shard) {
        untilNs.remove(shard);
        slow.keySet().removeIf(place -> place.shard() == shard);
    }

    /** What is too slow and has not been given up yet. */
    List<String> reasons() {
        return slow.values().stream().map(Slow::why).toList();
    }
}
