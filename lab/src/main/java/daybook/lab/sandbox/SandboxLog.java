package daybook.lab.sandbox;

import daybook.journal.FileDisk;
import daybook.log.GroupOptions;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.Retention;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The sandbox's topic, on a log of its own whose time stands still unless it is moved.
 *
 * <p>No log lets the number of partitions change under its readers. So the fourth partition is a topic of its own that the same group
 * reads, and the writer names the partition: what is on the disk and who reads it is the same as after a growth.
 */
final class SandboxLog implements AutoCloseable {
    static final int PARTITIONS = 3;
    static final int GROWN = 4;

    private static final String TOPIC = "trades";
    private static final String ADDED = "trades.added";
    private static final EmbeddedLogSettings.SegmentSize SMALL =
            new EmbeddedLogSettings.SegmentSize(1 << 20, Integer.MAX_VALUE, 16 << 10);

    private final Path directory;
    private final Log log;
    private final Producer producer;
    private final List<Stored> stored = new ArrayList<>();
    private long nowNs;
    private int partitions = PARTITIONS;

    /** @param directory that does not exist; deleted by {@link #close} */
    SandboxLog(Path directory) {
        this.directory = directory;
        EmbeddedLogSettings.Sources sources =
                new EmbeddedLogSettings.Sources(() -> Instant.EPOCH, () -> nowNs, UUID::randomUUID);
        this.log = EmbeddedLog.open(
                new FileDisk(), directory, EmbeddedLogSettings.of(sources).withSegments(SMALL));
        log.createTopic(new TopicSpec(TOPIC, PARTITIONS, Retention.UNLIMITED));
        log.createTopic(new TopicSpec(ADDED, GROWN - PARTITIONS, Retention.UNLIMITED));
        this.producer = log.producer("sandbox");
    }

    Log log() {
        return log;
    }

    int partitions() {
        return partitions;
    }

    /** From here on keys are hashed to four partitions. */
    void grow() {
        partitions = GROWN;
    }

    void pass(Duration time) {
        nowNs += time.toNanos();
    }

    List<TopicPartition> places() {
        return IntStream.range(0, partitions).mapToObj(SandboxLog::place).toList();
    }

    static TopicPartition place(int partition) {
        return partition < PARTITIONS
                ? new TopicPartition(TOPIC, partition)
                : new TopicPartition(ADDED, partition - PARTITIONS);
    }

    static int number(TopicPartition place) {
        return place.topic().equals(TOPIC) ? place.partition() : PARTITIONS + place.partition();
    }

    /** Of a member of a group that reads what there is, from the beginning. */
    GroupOptions options(String group) {
        return partitions == PARTITIONS
                ? GroupOptions.of(group, GroupOptions.Start.EARLIEST, TOPIC)
                : GroupOptions.of(group, GroupOptions.Start.EARLIEST, TOPIC, ADDED);
    }

    /** Writes trades, durably. Returns them with their places, in the order of sending. */
    List<Stored> send(List<Trade> trades) {
        List<Stored> sent = new ArrayList<>();
        for (Trade trade : trades) {
            TopicPartition place = place(trade.symbol().partition(partitions));
            producer.send(
                    place.topic(),
                    OptionalInt.of(place.partition()),
                    new LogRecord(trade.symbol().key(), trade.body(), List.of(), 0),
                    Producer.NO_SEQ,
                    new Acknowledged(trade, sent));
        }
        producer.flush();
        sent.sort(Comparator.comparingInt(each -> trades.indexOf(each.trade())));
        stored.addAll(sent);
        return sent;
    }

    /** Everything that was written, in the order of writing. */
    List<Stored> stored() {
        return stored;
    }

    long end(int partition) {
        return log.endOffset(place(partition));
    }

    /** Where a group goes on. */
    long committed(String group, int partition) {
        return log.committed(group, place(partition)).orElse(0);
    }

    static Stored read(StoredRecord record) {
        return new Stored(Trade.of(record.record().value()), number(record.place()), record.offset());
    }

    private record Acknowledged(Trade trade, List<Stored> sent) implements Producer.Acknowledgement {
        @Override
        public void stored(TopicPartition place, long offset) {
            sent.add(new Stored(trade, number(place), offset));
        }

        @Override
        public void duplicate(TopicPartition place) {
            throw new IllegalStateException("duplicate: " + place + " (expected: none, nothing is numbered)");
        }

        @Override
        public void failed(LogException error) {
            throw error;
        }
    }

    @Override
    public void close() {
        log.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            throw new UncheckedIOException(left);
        }
    }
}
