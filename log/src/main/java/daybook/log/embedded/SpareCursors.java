package daybook.log.embedded;

import daybook.log.LogException;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Reads without a reader. One cursor per partition is kept where the last read ended, so that reading on does not begin by
 * looking for the place. Safe for many threads.
 */
final class SpareCursors implements AutoCloseable {
    private static final int EXPECTED_RECORDS = 1_024;

    private final ConcurrentMap<TopicPartition, PartitionCursor> spare = new ConcurrentHashMap<>();

    List<StoredRecord> read(PartitionView partition, long offset, int max) {
        List<StoredRecord> records = new ArrayList<>(Math.min(Math.max(max, 0), EXPECTED_RECORDS));
        PartitionCursor cursor = spare.remove(partition.place());
        if (cursor == null) {
            cursor = new PartitionCursor(partition, offset);
        }
        try {
            cursor.seek(offset);
            cursor.read(max, records);
        } catch (LogException e) {
            cursor.close();
            throw e;
        }
        keep(partition, cursor);
        return records;
    }

    long offsetAt(PartitionView partition, long timeMs) {
        try (PartitionCursor cursor = new PartitionCursor(partition, partition.notAfter(timeMs))) {
            cursor.seekTime(timeMs);
            return cursor.offset();
        }
    }

    @Override
    public void close() {
        spare.values().forEach(PartitionCursor::close);
        spare.clear();
    }

    private void keep(PartitionView partition, PartitionCursor cursor) {
        PartitionCursor other = spare.put(partition.place(), cursor);
        if (other != null) {
            other.close();
        }
    }
}
