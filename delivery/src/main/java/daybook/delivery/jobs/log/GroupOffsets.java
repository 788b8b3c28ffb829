package daybook.delivery.jobs.log;

import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the log how far the queue has come, so that its own tools show the lag. A copy for people: the queue does not read it, and a
 * log that does not take it holds up no job. Confined to the queue's thread.
 */
final class GroupOffsets {
    private static final Logger LOG = LoggerFactory.getLogger(GroupOffsets.class);
    private static final long EVERY_NS = Duration.ofMillis(500).toNanos();

    private final Log log;
    private final String group;
    private final LongSupplier nanos;
    private final Map<TopicPartition, Long> moved = new HashMap<>();
    private final Map<TopicPartition, Long> told = new HashMap<>();
    private long nextNs;

    GroupOffsets(Log log, String group, LongSupplier nanos) {
        this.log = log;
        this.group = group;
        this.nanos = nanos;
        this.nextNs = nanos.getAsLong();
    }

    void moved(TopicPartition place, long next) {
        moved.put(place, next);
    }

    /** A partition in which nothing is in flight is there: whoever brought it there may have died before it told the log. */
    void stands(TopicPartition place, long next) {
        if (!Long.valueOf(next).equals(told.get(place))) {
            moved.put(place, next);
        }
    }

    /** Now and then, or the log would force a file for every job. */
    void tellIfDue() {
        if (nanos.getAsLong() - nextNs >= 0) {
            tell();
        }
    }

    void tell() {
        nextNs = nanos.getAsLong() + EVERY_NS;
        if (moved.isEmpty()) {
            return;
        }
        try {
            log.resetOffsets(group, Map.copyOf(moved));
            told.putAll(moved);
            moved.clear();
        } catch (LogException e) {
            LOG.debug("group {}: its offsets are told later: {}", group, e.getMessage());
        }
    }
}
