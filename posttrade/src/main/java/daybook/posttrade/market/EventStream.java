package daybook.posttrade.market;

import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.OwnedReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All partitions of the exchange's topic as one stream of events. A partition that is far ahead of the others is not read further until
 * they have come closer, so what waits is bounded.
 *
 * <p>Confined to one thread.
 */
final class EventStream implements AutoCloseable {
    /** So many events of one partition may wait for those of others; more than a publisher has on its way. */
    static final int MOST_EARLY = 50_000;

    private static final long LOOK_NS = Duration.ofSeconds(10).toNanos();
    private static final long READS = -1;

    /** The rest of the world, as a view sees it. */
    record Ports(Log log, LongSupplier nanos) {}

    private final Ports ports;
    private final String topic;
    private final int batch;
    private final UUID topicId;
    private final List<TopicPartition> places;
    private final OwnedReader reader;
    private final EventOrder order;
    private final long[] position;
    /** Where a partition that is too far ahead goes on; {@link #READS} if it is read. */
    private final long[] parked;

    private long lookNs;
    private boolean ofNow = true;

    private EventStream(Ports ports, MarketView.Settings settings, List<TopicPartition> places, long line) {
        this.ports = ports;
        this.topic = settings.topic();
        this.batch = settings.batch();
        this.topicId = ports.log().topicId(topic);
        this.places = places;
        this.order = new EventOrder(places.size(), line);
        this.position = new long[places.size()];
        this.parked = new long[places.size()];
        this.lookNs = ports.nanos().getAsLong() + LOOK_NS;
        Arrays.fill(parked, READS);
        this.reader = ports.log().owned(settings.group(), places);
    }

    /** Opens it behind a snapshot; from the first record if there is none, or it is of another topic. */
    static EventStream open(Ports ports, MarketView.Settings settings, @Nullable MarketSnapshot snapshot) {
        TopicSpec spec = ports.log()
                .topic(settings.topic())
                .orElseThrow(() -> new LogException(
                        LogException.Kind.UNKNOWN_TOPIC,
                        "topic: " + settings.topic() + " (expected: one that exists)"));
        List<TopicPartition> places = IntStream.range(0, spec.partitions())
                .mapToObj(partition -> new TopicPartition(spec.name(), partition))
                .toList();
        boolean fits = snapshot != null && snapshot.topic().equals(ports.log().topicId(settings.topic()));
        EventStream stream = new EventStream(ports, settings, places, fits && snapshot != null ? snapshot.seq() : 0);
        try {
            for (TopicPartition place : places) {
                Long known = fits && snapshot != null ? snapshot.offsets().get(place.partition()) : null;
                long start = ports.log().startOffset(place);
                stream.seek(
                        place, known == null || known > ports.log().endOffset(place) ? start : Math.max(known, start));
            }
        } catch (LogException e) {
            stream.close();
            throw e;
        }
        return stream;
    }

    /** Reads at most one batch. Returns how many records. */
    int read() {
        List<StoredRecord> records = reader.poll(batch, Duration.ZERO);
        for (StoredRecord record : records) {
            int partition = record.place().partition();
            if (parked[partition] == READS) {
                position[partition] = record.offset() + 1;
                order.take(record);
            }
        }
        return records.size();
    }

    /** Whether the next event is here. What is too far ahead is parked, and what is not any more is read on. */
    boolean hasNext() {
        for (TopicPartition place : places) {
            int partition = place.partition();
            boolean far = order.early(partition) >= MOST_EARLY;
            if (far && parked[partition] == READS) {
                parked[partition] = position[partition];
                reader.seek(place, ports.log().endOffset(place));
            } else if (parked[partition] != READS && order.early(partition) < MOST_EARLY / 2) {
                seek(place, parked[partition]);
            }
        }
        return order.waits();
    }

    EventOrder order() {
        return order;
    }

    UUID topicId() {
        return topicId;
    }

    /** Whether the topic still is the one that was opened. Asks the log now and then. */
    boolean isOfNow() {
        long now = ports.nanos().getAsLong();
        if (now - lookNs >= 0) {
            lookNs = now + LOOK_NS;
            ofNow = ports.log().topicId(topic).equals(topicId);
        }
        return ofNow;
    }

    /** Reads every partition from its first record again: what was seen is seen again, and is known by its number. */
    void readAgain() {
        for (TopicPartition place : places) {
            seek(place, ports.log().startOffset(place));
        }
    }

    /** Where each partition is read next. */
    Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> next = new TreeMap<>();
        places.forEach(place -> next.put(place, position[place.partition()]));
        return Map.copyOf(next);
    }

    /** By partition, from where on it has to be read by who knows everything up to the line. */
    Map<Integer, Long> resumeAt() {
        Map<Integer, Long> offsets = new TreeMap<>();
        for (TopicPartition place : places) {
            int partition = place.partition();
            offsets.put(partition, order.resumeAt(partition, position[partition]));
        }
        return offsets;
    }

    /** Tells the log how far it is, for the display of the lag; nothing depends on it. */
    void commit(Map<Integer, Long> offsets) {
        Map<TopicPartition, Long> next = new TreeMap<>();
        for (TopicPartition place : places) {
            next.put(place, offsets.getOrDefault(place.partition(), 0L));
        }
        reader.commit(next);
    }

    @Override
    public void close() {
        reader.close();
    }

    private void seek(TopicPartition place, long offset) {
        reader.seek(place, offset);
        position[place.partition()] = offset;
        parked[place.partition()] = READS;
    }
}
