package daybook.delivery;

import daybook.log.Log;
import daybook.log.OffsetOutOfRangeException;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The partitions that a consumer has now: where each goes on, and whether it may. Confined to the consumer's thread. */
final class Places {
    private static final Logger LOG = LoggerFactory.getLogger(Places.class);

    private final String consumer;
    private final Cursors cursors;
    private final Log log;
    private final boolean mayRepeat;
    private final Map<TopicPartition, Place> places = new TreeMap<>();
    private final Map<TopicPartition, Cursor> moving = new HashMap<>();

    /** @param mayRepeat whether a record that is read again has no second effect: then it goes on after the log went back */
    Places(String consumer, Log log, boolean mayRepeat) {
        this.consumer = consumer;
        this.cursors = new Cursors(consumer);
        this.log = log;
        this.mayRepeat = mayRepeat;
    }

    /** Takes over the reader's assignment and sends it to the cursors, creating those that are missing. */
    void assigned(Connection connection, OwnedReader reader) throws SQLException {
        places.clear();
        moving.clear();
        for (TopicPartition place : reader.assignment()) {
            Place state = fit(connection, place, log.topicId(place.topic()));
            places.put(place, state);
            // A stopped partition is sent to its end, so that its records do not crowd out those of the others.
            reader.seek(place, state.stopped == null ? state.cursor.nextOffset() : log.endOffset(place));
            state.sought = true;
        }
    }

    /** Whether these are the partitions. With some protocols they come and go within a generation. */
    boolean are(Set<TopicPartition> assigned) {
        return places.keySet().equals(assigned);
    }

    /**
     * Whether the log still is the one that was read: the same topics, and before each cursor the record that was taken last. A
     * broker that was put back to an earlier state looks like one that never went away.
     */
    boolean stillHold() {
        Map<String, UUID> ids = new HashMap<>();
        for (Map.Entry<TopicPartition, Place> entry : places.entrySet()) {
            Place place = entry.getValue();
            UUID topicId = ids.computeIfAbsent(entry.getKey().topic(), log::topicId);
            // A partition that is stopped may be read again once its topic is another one.
            if (!topicId.equals(place.topicId)
                    || place.stopped == null && wentBack(entry.getKey(), place.cursor) != null) {
                return false;
            }
        }
        return true;
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
                    place.take(record);
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
                Cursor reached = place.reached();
                if (!cursors.move(connection, entry.getKey(), place.cursor, reached)) {
                    throw new StaleOwnerException(entry.getKey(), place.cursor.nextOffset());
                }
                moving.put(entry.getKey(), reached);
            }
        }
    }

    /** What was moved is committed. */
    void moved() {
        moving.forEach((partition, reached) -> {
            Place place = places.get(partition);
            if (place != null) {
                place.cursor = reached;
            }
        });
        moving.clear();
    }

    /** Cursors as they are in the database. */
    Map<TopicPartition, Long> committed() {
        Map<TopicPartition, Long> next = new TreeMap<>();
        places.forEach((partition, place) -> {
            if (place.stopped == null && (place.cursor.nextOffset() > 0 || place.wentBack)) {
                next.put(partition, place.cursor.nextOffset());
            }
        });
        return next;
    }

    /** Where each that is read goes on. */
    Map<TopicPartition, Long> next() {
        Map<TopicPartition, Long> next = new TreeMap<>();
        places.forEach((partition, place) -> {
            if (place.stopped == null) {
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

    /**
     * Finds out where to go on in a partition.
     *
     * <p>After the log went back nobody can say which of its offsets still mean what they did: those that were cut have been, or
     * will be, given to others, and its end may lie anywhere by now. From its first record on nothing is passed over; what was
     * seen is seen again, so only a consumer for which that is no second time goes there by itself.
     */
    private Place fit(Connection connection, TopicPartition place, UUID topicId) throws SQLException {
        Cursor cursor = cursors.load(connection, place).orElse(null);
        if (cursor == null) {
            cursors.set(connection, place, topicId, 0);
            return new Place(Cursor.at(topicId, 0), topicId);
        }
        boolean made = !cursor.topicId().equals(topicId);
        String why = made
                ? "the topic was made again (cursor of " + cursor.topicId() + ", topic is " + topicId + ")"
                : wentBack(place, cursor);
        if (why != null && !mayRepeat) {
            return stopped(new Place(cursor, topicId), why);
        }
        long start = log.startOffset(place);
        long from = made ? 0 : cursor.nextOffset();
        if (from < start) {
            return stopped(new Place(cursor, topicId), gone(from, start));
        }
        if (why == null) {
            return new Place(cursor, topicId);
        }
        LOG.warn("{} on {}: {}; everything from offset {} on is read again", consumer, place, why, start);
        cursors.set(connection, place, topicId, start);
        Place again = new Place(Cursor.at(topicId, start), topicId);
        again.wentBack = true;
        return again;
    }

    /** Why a partition of the same topic is not the one that was read up to the cursor; null if it is, as far as can be seen. */
    private @Nullable String wentBack(TopicPartition place, Cursor cursor) {
        long next = cursor.nextOffset();
        long end = log.endOffset(place);
        if (next > end) {
            return "the cursor is at " + next + ", the log ends at " + end + ": it has lost records";
        }
        if (cursor.lastDigest().isEmpty() || log.startOffset(place) >= next) {
            return null;
        }
        try {
            List<StoredRecord> before = log.read(place, next - 1, 1);
            boolean same = !before.isEmpty()
                    && before.get(0).offset() == next - 1
                    && RecordDigest.of(before.get(0).record())
                            == cursor.lastDigest().getAsLong();
            return same ? null : "offset " + (next - 1) + " has another record than was read: the log has lost records";
        } catch (OffsetOutOfRangeException movedMeanwhile) {
            return "offset " + (next - 1) + " is not there any more: the log has lost records";
        }
    }

    private static Place stopped(Place place, String why) {
        place.stopped = why;
        return place;
    }

    private static String gone(long next, long start) {
        return "records " + next + ".." + (start - 1) + " were not read and are gone";
    }
}
