package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.bench.Scratch;
import daybook.journal.FileDisk;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.Retention;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedLog;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/** Reads a partition of the embedded log from its start, warm, checksums verified. */
public final class LogRead implements Contestant {
    private static final TopicPartition PLACE = new TopicPartition("bench", 0);

    private final int records;
    private final int recordBytes;

    public LogRead(int records, int recordBytes) {
        this.records = records;
        this.recordBytes = recordBytes;
    }

    @Override
    public String name() {
        return "Daybook log";
    }

    @Override
    public double run() throws Exception {
        Path folder = Scratch.folder("log");
        double rate;
        try (EmbeddedLog log = LogAppend.open(new FileDisk(), folder)) {
            log.createTopic(new TopicSpec(PLACE.topic(), 1, Retention.UNLIMITED));
            fill(log);
            rate = read(log);
        }
        Scratch.delete(folder);
        return rate;
    }

    private double read(EmbeddedLog log) {
        long start = System.nanoTime();
        long offset = 0;
        while (offset < records) {
            List<StoredRecord> read = log.read(PLACE, offset, 1_000);
            if (read.isEmpty() || read.get(0).offset() != offset) {
                throw new IllegalStateException("nothing at offset " + offset);
            }
            offset += read.size();
        }
        return records / ((System.nanoTime() - start) / 1e9);
    }

    private void fill(EmbeddedLog log) {
        LogRecord record = new LogRecord(new byte[] {'k'}, new byte[recordBytes], List.of(), 1);
        Producer.Acknowledgement acks = new Producer.Acknowledgement() {
            @Override
            public void stored(TopicPartition place, long offset) {}

            @Override
            public void duplicate(TopicPartition place) {}

            @Override
            public void failed(LogException error) {
                throw error;
            }
        };
        try (Producer producer = log.producer("fill")) {
            for (int i = 0; i < records; i++) {
                producer.send(PLACE.topic(), OptionalInt.empty(), record, Producer.NO_SEQ, acks);
                if ((i + 1) % 1_000 == 0) {
                    producer.flush();
                }
            }
            producer.flush();
        }
    }
}
