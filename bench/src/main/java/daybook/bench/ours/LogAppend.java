package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.bench.Scratch;
import daybook.journal.Disk;
import daybook.journal.FileDisk;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;

/** The embedded log: records with a key into one partition, each flush one append batch and one force. */
public final class LogAppend implements Contestant {
    private static final String TOPIC = "bench";

    private final Disk disk;
    private final String name;
    private final int records;
    private final int recordBytes;
    private final int perFlush;

    /** @param disk {@link FileDisk}, or one that does not force, to see what is left without the disk's own time */
    public LogAppend(String name, Disk disk, int records, int recordBytes, int perFlush) {
        this.name = name;
        this.disk = disk;
        this.records = records;
        this.recordBytes = recordBytes;
        this.perFlush = perFlush;
    }

    @Override
    public String name() {
        return name;
    }

    static EmbeddedLog open(Disk disk, Path folder) {
        long[] ids = {1};
        return EmbeddedLog.open(
                disk,
                folder,
                EmbeddedLogSettings.of(new EmbeddedLogSettings.Sources(
                        InstantSource.system(), System::nanoTime, () -> new UUID(1, ids[0]++))));
    }

    @Override
    public double run() throws Exception {
        Path folder = Scratch.folder("log");
        double rate;
        try (EmbeddedLog log = open(disk, folder)) {
            log.createTopic(new TopicSpec(TOPIC, 1, Retention.UNLIMITED));
            rate = append(log);
            long end = log.endOffset(new TopicPartition(TOPIC, 0));
            if (end != records) {
                throw new IllegalStateException("end: " + end + ", not " + records);
            }
        }
        Scratch.delete(folder);
        return rate;
    }

    private double append(EmbeddedLog log) {
        LogRecord record = new LogRecord(new byte[] {'k'}, new byte[recordBytes], List.of(), 1);
        Acks acks = new Acks();
        try (Producer producer = log.producer("bench")) {
            long start = System.nanoTime();
            for (int i = 0; i < records; i++) {
                producer.send(TOPIC, OptionalInt.empty(), record, i, acks);
                if ((i + 1) % perFlush == 0) {
                    producer.flush();
                }
            }
            producer.flush();
            return records / ((System.nanoTime() - start) / 1e9);
        }
    }

    private static final class Acks implements Producer.Acknowledgement {
        @Override
        public void stored(TopicPartition place, long offset) {}

        @Override
        public void duplicate(TopicPartition place) {
            throw new IllegalStateException("duplicate in " + place);
        }

        @Override
        public void failed(LogException error) {
            throw error;
        }
    }
}
