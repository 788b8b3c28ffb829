package daybook.publisher;

import daybook.log.LogRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The records of one round, by partition: a log's client packs and compresses the records of each partition by themselves, and does
 * so much faster when they come one after the other.
 */
final class Round {
    private final Part[] parts;

    Round(int partitions) {
        parts = new Part[partitions];
        Arrays.setAll(parts, partition -> new Part());
    }

    void add(int partition, long seq, LogRecord record) {
        parts[partition].add(seq, record);
    }

    /** Gets them partition by partition, in the order in which they came, and forgets them. */
    void drain(Taker taker) {
        for (int partition = 0; partition < parts.length; partition++) {
            parts[partition].drain(partition, taker);
        }
    }

    /** Gets them one by one. */
    interface Taker {
        void take(int partition, long seq, LogRecord record);
    }

    private static final class Part {
        private final List<LogRecord> records = new ArrayList<>();
        private long[] seqs = new long[64];

        void add(long seq, LogRecord record) {
            if (records.size() == seqs.length) {
                seqs = Arrays.copyOf(seqs, seqs.length * 2);
            }
            seqs[records.size()] = seq;
            records.add(record);
        }

        void drain(int partition, Taker taker) {
            for (int i = 0; i < records.size(); i++) {
                taker.take(partition, seqs[i], records.get(i));
            }
            records.clear();
        }
    }
}
