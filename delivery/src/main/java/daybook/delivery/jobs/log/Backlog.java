package daybook.delivery.jobs.log;

import daybook.delivery.jobs.QueueSize;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What waits, and giving it up. What lies between two offsets is counted by reading it as long as it is not much: not every offset has a
 * record (transactions leave marks), and not every record is due. Beyond {@link #COUNTED} in a partition the difference of the offsets
 * is told. Confined to the queue's thread.
 */
final class Backlog {
    static final int COUNTED = 1_000;
    private static final int PAGE = 100;

    private final LogQueueSettings settings;
    private final LogQueuePorts ports;
    private final JobCursors cursors;
    private final Partitions.Tables tables;

    Backlog(LogQueueSettings settings, LogQueuePorts ports, JobCursors cursors, Partitions.Tables tables) {
        this.settings = settings;
        this.ports = ports;
        this.cursors = cursors;
        this.tables = tables;
    }

    /** Some records. */
    private record Some(long all, long beforeFirstNotDue) {}

    QueueSize size(int count, Partitions partitions) {
        Map<Integer, JobCursors.Place> known = partitions.known();
        long size = 0;
        long due = 0;
        long inFlight = 0;
        for (int number = 0; number < count; number++) {
            tables.time().require();
            TopicPartition place = new TopicPartition(settings.topic(), number);
            long end = ports.log().endOffset(place);
            long from = from(place, Optional.ofNullable(known.get(number)));
            Some some = count(place, from, end);
            boolean isInFlight = Optional.ofNullable(known.get(number))
                    .filter(JobCursors.Place::inFlight)
                    .isPresent();
            size += some.all() + (isInFlight ? 1 : 0);
            due += some.beforeFirstNotDue();
            inFlight += isInFlight ? 1 : 0;
        }
        return new QueueSize(size, due, inFlight);
    }

    /** Each partition that it comes to in its time, under its lock; where another has that, it passes what lies behind its job when that ends. */
    long clear(int count, Partitions partitions) {
        long cleared = 0;
        for (int number = 0; number < count && !tables.time().isOver(); number++) {
            TopicPartition place = new TopicPartition(settings.topic(), number);
            Optional<OwnedPartition> mine = partitions.owned().stream()
                    .filter(partition -> partition.place.equals(place))
                    .findFirst();
            Optional<OwnedPartition> idle =
                    mine.isPresent() ? mine.filter(OwnedPartition::isIdle) : partitions.take(number);
            try {
                cleared += clear(
                        place, idle, Optional.ofNullable(partitions.known().get(number)));
            } finally {
                idle.ifPresent(partitions::release);
            }
        }
        return cleared;
    }

    private long clear(TopicPartition place, Optional<OwnedPartition> idle, Optional<JobCursors.Place> known) {
        long end = ports.log().endOffset(place);
        long from = from(place, known);
        JobCursors.Kept kept = new JobCursors.Kept(
                ports.log().topicId(place.topic()).toString(), ports.log().startOffset(place));
        long cleared = count(place, from, end).all();
        boolean done = tables.store().commit(connection -> {
            if (idle.isEmpty()) {
                cursors.clear(connection, place.partition(), kept, end);
            } else if (!cursors.skip(connection, idle.get().owner, end)) {
                return false; // another has it by now, and this is no time to wait for it
            }
            tables.keys().freeBetween(connection, place.partition(), from, end);
            return true;
        });
        if (done && idle.isPresent()) {
            tables.group().moved(place, end);
        }
        return done ? cleared : 0;
    }

    private long from(TopicPartition place, Optional<JobCursors.Place> known) {
        long start = ports.log().startOffset(place);
        return known.map(at -> Math.max(start, at.waiting())).orElse(start);
    }

    private Some count(TopicPartition place, long from, long end) {
        long now = ports.sources().clock().millis();
        long all = 0;
        long due = 0;
        boolean waits = false;
        long next = from;
        while (next < end && all < COUNTED) {
            List<StoredRecord> page = read(place, next);
            for (StoredRecord stored : page) {
                if (stored.offset() < end) {
                    all++;
                    waits |= JobFormat.read(stored).job().dueAtMs() > now;
                    due += waits ? 0 : 1;
                }
                next = stored.offset() + 1;
            }
            if (page.isEmpty()) {
                return new Some(all, due);
            }
        }
        long unread = Math.max(0, end - next);
        return new Some(all + unread, due + (waits ? 0 : unread));
    }

    /** Nothing if the log's ends have moved meanwhile. */
    private List<StoredRecord> read(TopicPartition place, long next) {
        try {
            return ports.log().read(place, next, PAGE);
        } catch (OffsetOutOfRangeException moved) {
            return List.of();
        }
    }
}
