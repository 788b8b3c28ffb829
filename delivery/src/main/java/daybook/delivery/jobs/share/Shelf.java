package daybook.delivery.jobs.share;

import daybook.delivery.jobs.QueueSize;
import daybook.delivery.jobs.log.JobFormat;
import daybook.delivery.jobs.log.JobStore;
import daybook.delivery.jobs.log.LogQueuePorts;
import daybook.delivery.jobs.log.LogQueueSettings;
import daybook.delivery.jobs.log.LogTrouble;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is on the topic. The log says from which offset on a record is not done; which of those behind it are done or in flight is in the
 * jobs database. Up to {@value #COUNTED} records of a partition are looked at; beyond, the difference of the offsets is told. Confined to
 * the queue's thread.
 */
final class Shelf {
    static final int COUNTED = 1_000;
    private static final int PAGE = 100;
    private static final long LOOK_NS = Duration.ofSeconds(60).toNanos();

    private final LogQueueSettings settings;
    private final LogQueuePorts ports;
    private final JobStore store;
    private final Loans loans;
    private int partitions;
    private long lookNs;

    Shelf(LogQueueSettings settings, LogQueuePorts ports, JobStore store, Loans loans) {
        this.settings = settings;
        this.ports = ports;
        this.store = store;
        this.loans = loans;
    }

    /** How many the topic has, looked up now and then. */
    int partitions() {
        long now = ports.sources().nanos().getAsLong();
        if (partitions == 0 || now - lookNs >= 0) {
            Optional<TopicSpec> topic = ports.log().topic(settings.topic());
            partitions = topic.map(TopicSpec::partitions).orElseThrow(() -> LogTrouble.noTopic(settings.topic()));
            lookNs = now + LOOK_NS;
        }
        return partitions;
    }

    /** Offset below which nothing waits or runs. */
    long done(TopicPartition place) {
        long start = ports.log().startOffset(place);
        return Math.max(
                start, ports.log().committed(settings.group() + ".share", place).orElse(start));
    }

    /** Forgets what is known of records below which all is done. Returns how many rows. */
    int purge() {
        int purged = 0;
        for (int number = 0; number < partitions(); number++) {
            TopicPartition place = new TopicPartition(settings.topic(), number);
            long below = done(place);
            purged += store.commit(connection -> loans.purge(connection, place.partition(), below));
        }
        return purged;
    }

    QueueSize size() {
        QueueSize size = new QueueSize(0, 0, 0);
        for (int number = 0; number < partitions(); number++) {
            size = size(new TopicPartition(settings.topic(), number), size);
        }
        return size;
    }

    private QueueSize size(TopicPartition place, QueueSize others) {
        long now = ports.sources().clock().millis();
        long from = done(place);
        long end = ports.log().endOffset(place);
        Map<Long, Loans.State> known = store.commit(connection -> loans.of(connection, place.partition(), from));
        long size = others.size();
        long due = others.due();
        long inFlight = others.inFlight();
        long next = from;
        while (next < end && next - from < COUNTED) {
            List<StoredRecord> page = read(place, next);
            for (StoredRecord stored : page) {
                next = stored.offset() + 1;
                switch (known.getOrDefault(stored.offset(), Loans.State.LOST)) {
                    case ENDED -> {}
                    case IN_FLIGHT -> {
                        size++;
                        inFlight++;
                    }
                    case LOST -> {
                        size++;
                        due += JobFormat.read(stored).job().dueAtMs() <= now ? 1 : 0;
                    }
                }
            }
            if (page.isEmpty()) {
                return new QueueSize(size, due, inFlight);
            }
        }
        long unread = Math.max(0, end - next);
        return new QueueSize(size + unread, due + unread, inFlight);
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
