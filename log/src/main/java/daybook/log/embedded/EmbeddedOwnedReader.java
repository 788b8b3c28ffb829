package daybook.log.embedded;

import daybook.log.OwnedReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads partitions that its caller owns; whoever takes one later ends this reader's right to commit it. */
final class EmbeddedOwnedReader implements OwnedReader {
    private final Group group;
    private final Arrivals arrivals;
    private final ReadingList reading = new ReadingList();
    private final long lease;
    private boolean closed;

    EmbeddedOwnedReader(Group group, Arrivals arrivals, Collection<Partition> partitions) {
        this.group = group;
        this.arrivals = arrivals;
        this.lease = group.lease(partitions.stream().map(Partition::place).toList());
        for (Partition partition : partitions) {
            reading.add(partition, group.committed(partition.place()).orElse(partition.start()));
        }
    }

    @Override
    public List<StoredRecord> poll(int max, Duration timeout) {
        if (closed) {
            throw new IllegalStateException("reader: closed (expected: open)");
        }
        return arrivals.poll(timeout, Long.MAX_VALUE, () -> reading.read(max));
    }

    @Override
    public Set<TopicPartition> assignment() {
        return reading.places();
    }

    @Override
    public void seek(TopicPartition place, long offset) {
        reading.seek(place, offset);
    }

    @Override
    public void commit(Map<TopicPartition, Long> nextOffsets) {
        group.commitLeased(lease, nextOffsets);
    }

    @Override
    public void close() {
        closed = true;
        group.endLease(lease);
        reading.close();
    }
}
