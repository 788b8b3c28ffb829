package daybook.log.kafka;

import daybook.log.FencedException;
import daybook.log.GroupOptions.Start;
import daybook.log.LogException;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;

/**
 * A Kafka consumer behind the port's {@code poll(max, timeout)}. Confined to its reader's thread.
 *
 * <p>Kafka hands out what one fetch brought, the port what was asked for: the rest waits here. While something waits, the consumer
 * is still polled with its partitions paused, because polling is what keeps a member in its group.
 */
final class Intake {
    private static final int REPEATS = 10;

    private final Consumer<byte[], byte[]> consumer;
    private final Names names;
    private final Duration timeout;
    private final Start start;
    private final ArrayDeque<StoredRecord> waiting = new ArrayDeque<>();

    /** @param start where a partition without a committed offset begins */
    Intake(Consumer<byte[], byte[]> consumer, KafkaLogSettings settings, Start start) {
        this.consumer = consumer;
        this.names = new Names(settings.names());
        this.timeout = settings.timeout();
        this.start = start;
    }

    List<StoredRecord> poll(int max, Duration patience) {
        if (waiting.isEmpty()) {
            take(patience);
        } else {
            takeNothingMore();
        }
        List<StoredRecord> records = new ArrayList<>(Math.min(max, waiting.size()));
        while (records.size() < max && !waiting.isEmpty()) {
            records.add(waiting.remove());
        }
        return records;
    }

    /** A sign of life while records wait: whatever comes of it, nothing is fetched. */
    private void takeNothingMore() {
        Set<org.apache.kafka.common.TopicPartition> held = consumer.assignment();
        try {
            consumer.pause(held);
            take(Duration.ZERO);
            // Not all of those that were held may still be ours.
            consumer.resume(consumer.paused());
        } catch (IllegalStateException notOurs) {
            throw lost(inside(held), notOurs);
        }
    }

    Set<TopicPartition> assignment() {
        return inside(consumer.assignment());
    }

    Set<TopicPartition> inside(Collection<org.apache.kafka.common.TopicPartition> places) {
        return places.stream().map(names::inside).collect(Collectors.toSet());
    }

    void seek(TopicPartition place, long offset) {
        forget(Set.of(place));
        try {
            consumer.seek(names.outside(place), offset);
        } catch (IllegalStateException notOurs) {
            throw lost(Set.of(place), notOurs);
        }
    }

    /** Between two polls that lay too far apart the client gives partitions up beside us: then that is what has happened. */
    private RuntimeException lost(Set<TopicPartition> places, IllegalStateException refused) {
        return assignment().containsAll(places)
                ? refused
                : new FencedException(places + ": not this reader's any more");
    }

    /** Drops what waits of these partitions: somebody else reads it now, or it will be read again. */
    void forget(Set<TopicPartition> places) {
        waiting.removeIf(record -> places.contains(record.place()));
    }

    void commit(String group, Map<TopicPartition, Long> nextOffsets) {
        Set<TopicPartition> held = assignment();
        Map<org.apache.kafka.common.TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        nextOffsets.forEach((place, next) -> {
            if (!held.contains(place)) {
                throw new FencedException("group " + group + ": " + place + " is not this reader's");
            }
            offsets.put(names.outside(place), new OffsetAndMetadata(next));
        });
        try {
            // Always with the offsets: a call without them may return although nothing was committed.
            consumer.commitSync(offsets, timeout);
        } catch (KafkaException e) {
            throw Failures.writing("group " + group + ": commit", e);
        }
    }

    void close() {
        waiting.clear();
        try {
            consumer.close(CloseOptions.timeout(timeout));
        } catch (KafkaException e) {
            throw Failures.reading("close of a reader", e);
        }
    }

    private void take(Duration patience) {
        try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(patience)) {
                waiting.add(Records.inside(names, record));
            }
        } catch (NoOffsetForPartitionException e) {
            begin(e.partitions());
        } catch (org.apache.kafka.clients.consumer.OffsetOutOfRangeException e) {
            throw outOfRange(e.offsetOutOfRangePartitions());
        } catch (KafkaException e) {
            if (e.getCause() instanceof LogException told) { // by the listener, within a rebalance
                throw told;
            }
            throw Failures.reading("poll of " + assignment(), e);
        }
    }

    private void begin(Collection<org.apache.kafka.common.TopicPartition> places) {
        try {
            switch (start) {
                case EARLIEST -> consumer.seekToBeginning(places);
                case LATEST -> consumer.seekToEnd(places);
            }
            // A seek is only a wish until somebody asks for the position: the end is that of now, not of the next poll.
            places.forEach(this::settle);
        } catch (KafkaException e) {
            throw Failures.reading("first offsets of " + inside(places), e);
        }
    }

    /** With the newer protocol the client may still have to tell us, once more, that there was no offset before the seek. */
    private void settle(org.apache.kafka.common.TopicPartition place) {
        boolean settled = false;
        for (int told = 0; told < REPEATS && !settled; told++) {
            try {
                consumer.position(place, timeout);
                settled = true;
            } catch (NoOffsetForPartitionException before) {
                settled = told == REPEATS - 1; // by then it is the next poll's to find out
            }
        }
    }

    private OffsetOutOfRangeException outOfRange(Map<org.apache.kafka.common.TopicPartition, Long> places) {
        Map.Entry<org.apache.kafka.common.TopicPartition, Long> first =
                places.entrySet().iterator().next();
        Set<org.apache.kafka.common.TopicPartition> asked = Set.of(first.getKey());
        try {
            return new OffsetOutOfRangeException(
                    names.inside(first.getKey()),
                    first.getValue(),
                    consumer.beginningOffsets(asked, timeout).getOrDefault(first.getKey(), 0L),
                    consumer.endOffsets(asked, timeout).getOrDefault(first.getKey(), 0L));
        } catch (KafkaException e) {
            throw Failures.reading(names.inside(first.getKey()) + ": its first and last offset", e);
        }
    }
}
