package daybook.log.kafka;

import daybook.log.LogException;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Answers questions about single places, by one consumer without a group. Safe for many threads, one question at a time: it is
 * for tools and for boot, not for the path of records.
 */
final class Lookup {
    private final Consumer<byte[], byte[]> consumer;
    private final KafkaLogSettings settings;
    private final Names names;

    Lookup(Consumer<byte[], byte[]> consumer, KafkaLogSettings settings) {
        this.consumer = consumer;
        this.settings = settings;
        this.names = new Names(settings.names());
    }

    synchronized long start(TopicPartition place) {
        return ask(place, "first offset", () -> consumer.beginningOffsets(Set.of(place), settings.timeout()))
                .getOrDefault(place, 0L);
    }

    synchronized long end(TopicPartition place) {
        return ask(place, "end offset", () -> consumer.endOffsets(Set.of(place), settings.timeout()))
                .getOrDefault(place, 0L);
    }

    synchronized long at(TopicPartition place, long timeMs) {
        Map<TopicPartition, OffsetAndTimestamp> found = ask(
                place, "offset of a time", () -> consumer.offsetsForTimes(Map.of(place, timeMs), settings.timeout()));
        OffsetAndTimestamp first = found.get(place);
        return first == null ? end(place) : first.offset();
    }

    synchronized List<StoredRecord> read(TopicPartition place, long offset, int max) {
        long start = start(place);
        long end = end(place);
        if (offset < start || offset > end) {
            throw new OffsetOutOfRangeException(names.inside(place), offset, start, end);
        }
        Deadline deadline = Deadline.in(settings.timeout(), settings.nanos());
        List<StoredRecord> records = new ArrayList<>();
        consumer.assign(Set.of(place));
        consumer.seek(place, offset);
        // Behind the last record there may be marks of transactions: the position passes them, and nothing is returned.
        while (records.isEmpty() && ask(place, "position", () -> consumer.position(place, settings.timeout())) < end) {
            if (deadline.passed()) {
                throw new LogException(
                        LogException.Kind.UNAVAILABLE,
                        names.inside(place) + ": no record from offset " + offset + " on came within "
                                + settings.timeout().toMillis() + " ms");
            }
            for (ConsumerRecord<byte[], byte[]> record :
                    ask(place, "read", () -> consumer.poll(deadline.left())).records(place)) {
                if (records.size() < max) {
                    records.add(Records.inside(names, record));
                }
            }
        }
        return records;
    }

    synchronized void close() {
        consumer.close(CloseOptions.timeout(settings.timeout()));
    }

    private <T> T ask(TopicPartition place, String what, Supplier<T> question) {
        try {
            return question.get();
        } catch (KafkaException e) {
            throw Failures.reading(names.inside(place) + ": " + what, e);
        }
    }
}
