package daybook.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Records of the contract's tests, and short ways to write and read them. */
public final class Sample {
    public static final long TIME_MS = 1_700_000_000_000L;

    private Sample() {}

    public static LogRecord record(String key, String value) {
        return record(key, value, TIME_MS);
    }

    public static LogRecord record(String key, String value, long timeMs) {
        return new LogRecord(key.getBytes(UTF_8), value.getBytes(UTF_8), List.of(), timeMs);
    }

    public static TopicSpec topic(String name, int partitions) {
        return new TopicSpec(name, partitions, Retention.UNLIMITED);
    }

    public static TopicPartition place(String topic, int partition) {
        return new TopicPartition(topic, partition);
    }

    /** Writes values {@code from..to-1} into one partition, durably. */
    public static Heard write(Log log, TopicPartition place, int from, int to) {
        Heard heard = new Heard();
        try (Producer producer = log.producer("writer")) {
            for (int i = from; i < to; i++) {
                producer.send(
                        place.topic(),
                        OptionalInt.of(place.partition()),
                        record("k", Integer.toString(i)),
                        Producer.NO_SEQ,
                        heard);
            }
            producer.flush();
        }
        return heard;
    }

    /** Writes one record with a seq, durably. */
    public static Heard write(Log log, String producerId, TopicPartition place, long... seqs) {
        Heard heard = new Heard();
        try (Producer producer = log.producer(producerId)) {
            for (long seq : seqs) {
                producer.send(
                        place.topic(),
                        OptionalInt.of(place.partition()),
                        record("k", producerId + "-" + seq),
                        seq,
                        heard);
            }
            producer.flush();
        }
        return heard;
    }

    public static List<String> values(List<StoredRecord> records) {
        return records.stream().map(Sample::value).toList();
    }

    public static String value(StoredRecord stored) {
        return new String(stored.record().value(), UTF_8);
    }

    /** Everything in a partition, in steps of seven. */
    public static List<StoredRecord> all(Log log, TopicPartition place) {
        List<StoredRecord> all = new ArrayList<>();
        long next = log.startOffset(place);
        long end = log.endOffset(place);
        while (next < end) {
            List<StoredRecord> more = log.read(place, next, 7);
            all.addAll(more);
            next = more.get(more.size() - 1).offset() + 1;
        }
        return all;
    }

    /** Polls until so many records have come, or nothing has come for a while. */
    public static List<StoredRecord> poll(Reader reader, int count) {
        return poll(reader, count, Duration.ZERO);
    }

    /** As {@link #poll(Reader, int)}, waiting for at least so long. */
    public static List<StoredRecord> poll(Reader reader, int count, Duration patience) {
        List<StoredRecord> records = new ArrayList<>();
        int idle = 0;
        long since = System.nanoTime();
        while (records.size() < count && (idle < 100 || System.nanoTime() - since < patience.toNanos())) {
            List<StoredRecord> more = reader.poll(count - records.size(), Duration.ofMillis(1));
            records.addAll(more);
            idle = more.isEmpty() ? idle + 1 : 0;
            since = more.isEmpty() ? since : System.nanoTime();
        }
        return records;
    }
}
