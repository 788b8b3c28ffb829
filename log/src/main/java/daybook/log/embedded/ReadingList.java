package daybook.log.embedded;

import daybook.log.LogException;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The cursors of a reader; each read begins with another partition, so that a busy one does not starve the rest. */
final class ReadingList implements AutoCloseable {
    private final TreeMap<TopicPartition, PartitionCursor> cursors = new TreeMap<>();
    private int turn;

    void add(PartitionView partition, long offset) {
        remove(partition.place());
        cursors.put(partition.place(), new PartitionCursor(partition, offset));
    }

    void remove(TopicPartition place) {
        PartitionCursor cursor = cursors.remove(place);
        if (cursor != null) {
            cursor.close();
        }
    }

    Set<TopicPartition> places() {
        return new TreeSet<>(cursors.keySet());
    }

    void seek(TopicPartition place, long offset) {
        PartitionCursor cursor = cursors.get(place);
        if (cursor == null) {
            throw new IllegalArgumentException("place: " + place + " (expected: one of " + cursors.keySet() + ")");
        }
        cursor.seek(offset);
    }

    List<StoredRecord> read(int max) {
        List<StoredRecord> records = new ArrayList<>();
        List<PartitionCursor> order = new ArrayList<>(cursors.values());
        int first = order.isEmpty() ? 0 : turn++ % order.size();
        for (int i = 0; i < order.size() && records.size() < max; i++) {
            PartitionCursor cursor = order.get((first + i) % order.size());
            readOrKeep(cursor, max, records);
        }
        return records;
    }

    @Override
    public void close() {
        cursors.values().forEach(PartitionCursor::close);
        cursors.clear();
    }

    /** Records already in hand are delivered first; a partition that cannot be read is met again in the next call. */
    private void readOrKeep(PartitionCursor cursor, int max, List<StoredRecord> records) {
        try {
            cursor.read(max - records.size(), records);
        } catch (LogException e) {
            if (records.isEmpty()) {
                throw e;
            }
            turn--;
        }
    }
}
