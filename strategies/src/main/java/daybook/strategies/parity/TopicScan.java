package daybook.strategies.parity;

import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.Partitioner;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Reads a topic whole, past everything that writes to it or reads it: no group, no cursor, no table. Up to end offsets that were measured
 * before, because a live topic never becomes quiet, and a quiet moment is not its end. Confined to one thread.
 */
final class TopicScan {
    private static final int BATCH = 5_000;

    private final Log log;
    private final String topic;
    private final Map<Integer, Long> ends = new TreeMap<>();
    /** Of partitions whose first records are gone: when the first one that is left was written. */
    private final Map<Integer, Long> keptSinceMs = new TreeMap<>();

    /**
     * Measures the ends.
     *
     * @throws LogException if the topic is not there, or the log does not answer
     */
    TopicScan(Log log, String topic) {
        this.log = log;
        this.topic = topic;
        int partitions = log.topic(topic)
                .orElseThrow(() -> new LogException(
                        LogException.Kind.UNKNOWN_TOPIC, "topic: " + topic + " (expected: one that exists)"))
                .partitions();
        for (int partition = 0; partition < partitions; partition++) {
            ends.put(partition, log.endOffset(new TopicPartition(topic, partition)));
        }
    }

    /** Shows every record below the measured ends, by partition and offset. */
    void read(Consumer<StoredRecord> reader) {
        ends.forEach((partition, end) -> read(new TopicPartition(topic, partition), end, reader));
    }

    /** Whether the topic no longer has what was written then under this key. After {@link #read}. */
    boolean isGone(byte[] key, long writtenMs) {
        int partition = Partitioner.partition(key, ends.size());
        return keptSinceMs.containsKey(partition) && writtenMs <= keptSinceMs.getOrDefault(partition, 0L);
    }

    private void read(TopicPartition place, long end, Consumer<StoredRecord> reader) {
        long next = log.startOffset(place);
        boolean cut = next > 0;
        while (next < end) {
            List<StoredRecord> records = new ArrayList<>(log.read(place, next, (int) Math.min(BATCH, end - next)));
            if (records.isEmpty()) {
                throw new LogException(
                        LogException.Kind.TIMED_OUT,
                        place + ": nothing at offset " + next + " (expected: records up to " + end + ")");
            }
            if (cut) {
                keptSinceMs.put(place.partition(), records.get(0).record().timeMs());
                cut = false;
            }
            records.forEach(reader);
            next = records.get(records.size() - 1).offset() + 1;
        }
        if (cut) {
            keptSinceMs.put(place.partition(), Long.MAX_VALUE); // nothing is left of it
        }
    }
}
