package daybook.delivery;

import daybook.log.Log;
import daybook.log.OwnedReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The partitions that a consumer has now: where each goes on, and whether it may. Confined to the consumer's thread. */
final class Places {
    private final Cursors cursors;
    private final Log log;
    private final Map<TopicPartition, Place> places = new TreeMap<>();
    private final Map<TopicPartition, Long> moving = new HashMap<>();

    Places(String consumer, Log log) {
        this.cursors = new Cursors(consumer);
        this.log = log;
    }

    /** Takes over the reader's assignment and sends it to the cursors, creating those that are missing. */
    void assigned(Connection connection, OwnedReader reader) throws SQLException {
        places.clear();
        moving.clear();
        for (TopicPartition place : reader.assignment()) {
            UUID topicId = log.topicId(place.topic());
            Cursor cursor = cursors.load(connection, place).orElse(null);
            if (cursor == null) {
                cursor = new Cursor(topicId, 0);
                cursors.set(connection, place, topicId, 0);
            }
            Place state = new Place(cursor);
            state.stopped = misfit(place, cursor, topicId);
            places.put(place, state);
            // A stopped partition is sent to its end, so that its records do not crowd out those of the others.
            reader.seek(place, state.stopped == null ? cursor.nextOffset() : log.endOffset(place));
            state.sought = true;
        }
    }

    /** Of what was polled: the records that follow on the cursors. The reader is sent back where one does not. */
    List<StoredRecord> take(OwnedReader reader, List<StoredRecord> polled) {
        List<StoredRecord> taken = new ArrayList<>(polled.size());
        Set<Place> sentBack = new HashSet<>();
        for (StoredRecord record : polled) {
            Place place = places.get(record.place());
            // What else was polled of a place that the reader was just sent back to comes again. To take it now would
            // pass over the
            // record that showed the gap.
            if (place == null || place.stopped != null || sentBack.contains(place)) {
                continue;
            }
            switch (step(place, record)) {
                case FOLLOWS -> {
                    place.expected = record.offset() + 1;
                    place.sought = false;
                    taken.add(record);
                }
                case LOOK_AGAIN -> {
                    reader.seek(record.place(), place.expected);
                    place.sought = true;
                    sentBack.add(place);
                }
                case NOT_OURS -> {}
            }
        }
        return taken;
    }

    /** Moves the cursors, in the caller's transaction, behind everything taken. */
    void move(Connection connection) throws SQLException {
        for (Map.Entry<TopicPartition, Place> entry : places.entrySet()) {
            Place place = entry.getValue();
            if (place.expected > place.cursor.nextOffset()) {
                if (!cursors.move(connection, entry.getKey(), place.cursor, place.expected)) {
                    throw new StaleOwnerException(entry.getKey(), place.cursor.nextOffset());
                }
                moving.put(entry.getKey(), place.expected);
            }
        }
    }

    /** What was moved is committed. */
    void moved() {
        moving.forEach((partition, next) -> {
            Place place = places.get(partition);
            if (place != null) {
                place.cursor = new Cursor(place.cursor.topicId(), next);
            }
        });
        moving.clear();
    }

    /** Cursors as they are in the database. */
    Map<TopicPartition, Long> committed() {
        Map<TopicPartition, Long> next = new TreeMap<>();
        places.forEach((partition, place) -> {
            if (place.stopped == null && place.cursor.nextOffset() > 0) {
                next.put(partition, place.cursor.nextOffset());
            }
        });
        return next;
    }

    Set<TopicPartition> all() {
        return Set.copyOf(places.keySet());
    }

    /** Why partitions are not read; empty if all are. */
    List<String> stopped() {
        List<String> reasons = new ArrayList<>();
        places.forEach((partition, place) -> {
            if (place.stopped != null) {
                reasons.add(partition + " stopped: " + place.stopped);
            }
        });
        return reasons;
    }

    /** What to do with a record. */
    private enum Step {
        FOLLOWS,
        LOOK_AGAIN,
        NOT_OURS
    }

    private Step step(Place place, StoredRecord record) {
        if (record.offset() <= place.expected) {
            return record.offset() == place.expected ? Step.FOLLOWS : Step.NOT_OURS;
        }
        if (!place.sought) {
            return Step.LOOK_AGAIN;
        }
        long start = log.startOffset(record.place());
        if (start > place.expected) {
            place.stopped = gone(place.expected, start);
            return Step.NOT_OURS;
        }
        // Asked for what is expected, the log answered with this: it has no record there (Kafka keeps its own marks,
        // and what was
        // aborted, between ours).
        return Step.FOLLOWS;
    }

    private @Nullable String misfit(TopicPartition place, Cursor cursor, UUID topicId) {
        if (!cursor.topicId().equals(topicId)) {
            return "the topic was made again (cursor of " + cursor.topicId() + ", topic is " + topicId + ")";
        }
        long start = log.startOffset(place);
        long end = log.endOffset(place);
        if (cursor.nextOffset() < start) {
            return gone(cursor.nextOffset(), start);
        }
        if (cursor.nextOffset() > end) {
            return "the cursor is at " + cursor.nextOffset() + ", the log ends at " + end + ": it has lost records";
        }
        return null;
    }

    private static String gone(long next, long start) {
        return "records " + next + ".." + (start - 1) + " were not read and are gone";
    }
}
