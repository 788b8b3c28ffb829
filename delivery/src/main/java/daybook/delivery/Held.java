package daybook.delivery;

import daybook.log.Log;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Notices partitions of which nothing is to be had because somebody else's transaction on them is open. To the reader they look as if
 * they had ended. Confined to the consumer's thread.
 */
final class Held {
    private static final long EVERY_NS = Duration.ofSeconds(10).toNanos();

    private final Log log;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Map<TopicPartition, Hold> holds = new TreeMap<>();
    private long dueNs;

    /** @param looks how often it was seen to be held there */
    private record Hold(long offset, Instant since, int looks) {}

    Held(Consumer.Ports ports) {
        this.log = ports.log();
        this.clock = ports.clock();
        this.nanos = ports.nanos();
        this.dueNs = nanos.getAsLong() + EVERY_NS;
    }

    /** Asks the log now and then. */
    void look(Supplier<Set<TopicPartition>> readNow) {
        long now = nanos.getAsLong();
        if (now - dueNs < 0) {
            return;
        }
        dueNs = now + EVERY_NS;
        Set<TopicPartition> places = readNow.get();
        holds.keySet().retainAll(places);
        for (TopicPartition place : places) {
            OptionalLong at = log.heldAt(place);
            Hold before = holds.get(place);
            if (at.isEmpty()) {
                holds.remove(place);
            } else if (before == null || before.offset() != at.getAsLong()) {
                holds.put(place, new Hold(at.getAsLong(), clock.instant(), 1));
            } else {
                holds.put(place, new Hold(before.offset(), before.since(), before.looks() + 1));
            }
        }
    }

    /** Why partitions do not go on, for those that were held at the same place twice in a row: others are just being written. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        holds.forEach((place, hold) -> {
            if (hold.looks() > 1) {
                reasons.add(place + " is held by an open transaction at offset " + hold.offset() + " since "
                        + hold.since().truncatedTo(ChronoUnit.SECONDS));
            }
        });
        return reasons;
    }
}
