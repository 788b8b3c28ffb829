package daybook.log.embedded;

import static daybook.log.Sample.place;
import static daybook.log.Sample.topic;
import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.journal.Disk;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.OwnedReader;
import daybook.log.Producer;
import daybook.log.Sample;
import daybook.log.ShareReader;
import daybook.log.TopicPartition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A scripted life of a log with two partitions: three runs, appends to one and to both, batches over the border of a segment,
 * commits, loans, dropped records, one end without close. Remembers what was attempted and what was acknowledged, so that a crash
 * anywhere in it can be judged.
 */
final class LogWorkload {
    static final Path DIRECTORY = Path.of("/venue/log");
    static final String TOPIC = "t";
    static final String PRODUCER = "p";

    final EmbeddedStore store;
    final int[] attempted = new int[2];
    final int[] acknowledged = new int[2];
    long committed;
    long attemptedCommit;
    long dropped;
    long attemptedDrop;
    int accepted;
    boolean created;

    LogWorkload(Disk disk) {
        this.store = new EmbeddedStore(disk, DIRECTORY);
    }

    static EmbeddedLogSettings small(EmbeddedStore store) {
        return store.settings().withSegments(new EmbeddedLogSettings.SegmentSize(4 << 10, 10, 512));
    }

    /** The n-th record of a partition; its seq is n, too. */
    static LogRecord record(int partition, int n) {
        String value = partition + ":" + n + ".".repeat(n % 7 * 40);
        return new LogRecord(("k" + n % 3).getBytes(UTF_8), value.getBytes(UTF_8), List.of(), Sample.TIME_MS + n);
    }

    void play() {
        try (EmbeddedLog log = open()) {
            log.createTopic(topic(TOPIC, 2));
            created = true;
            append(log, 3, 0);
            append(log, 1, 2);
            append(log, 12, 5);
            commit(log, 4);
            accept(log);
        }
        try (EmbeddedLog log = open()) {
            append(log, 2, 2);
            commit(log, 6);
            drop(log, 11);
            accept(log);
        }
        try (EmbeddedLog log = open()) {
            append(log, 9, 1);
            drop(log, 14);
            commit(log, 16);
        }
    }

    EmbeddedLog open() {
        return store.open(small(store));
    }

    private void append(Log log, int toFirst, int toSecond) {
        try (Producer producer = log.producer(PRODUCER)) {
            send(producer, 0, toFirst);
            send(producer, 1, toSecond);
            producer.flush();
        }
    }

    private void send(Producer producer, int partition, int count) {
        for (int i = 0; i < count; i++) {
            int n = attempted[partition]++;
            producer.send(TOPIC, OptionalInt.of(partition), record(partition, n), n, new Producer.Acknowledgement() {
                @Override
                public void stored(TopicPartition place, long offset) {
                    acknowledged(place.partition(), (int) offset + 1);
                }

                @Override
                public void duplicate(TopicPartition place) {
                    acknowledged(place.partition(), n + 1);
                }

                @Override
                public void failed(LogException error) {
                    throw error;
                }
            });
        }
    }

    private void acknowledged(int partition, int end) {
        acknowledged[partition] = Math.max(acknowledged[partition], end);
    }

    private void commit(Log log, long next) {
        attemptedCommit = next;
        try (OwnedReader reader = log.owned("g", List.of(place(TOPIC, 0)))) {
            reader.commit(Map.of(place(TOPIC, 0), next));
        }
        committed = next;
    }

    private void drop(EmbeddedLog log, long below) {
        attemptedDrop = below;
        log.deleteRecords(place(TOPIC, 0), below);
        dropped = below;
    }

    /** Lends and accepts the first record of the second partition that is not done. */
    private void accept(Log log) {
        try (ShareReader worker = log.share("s", List.of(TOPIC), Duration.ofSeconds(5))) {
            for (ShareReader.Lent lent : worker.poll(100, Duration.ZERO)) {
                if (lent.stored().place().partition() == 1 && lent.stored().offset() == accepted) {
                    worker.accept(lent);
                    accepted++;
                    return;
                }
            }
        }
    }
}
