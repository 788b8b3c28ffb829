package daybook.log.embedded;

import daybook.log.OffsetOutOfRangeException;
import daybook.log.Reader;
import daybook.log.StoredRecord;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Reads what comes from now on. */
final class EmbeddedTail implements Reader {
    private final Arrivals arrivals;
    private final ReadingList reading = new ReadingList();
    private boolean closed;

    EmbeddedTail(Arrivals arrivals, Collection<? extends PartitionView> partitions) {
        this.arrivals = arrivals;
        partitions.forEach(partition -> reading.add(partition, partition.end()));
    }

    /** {@inheritDoc} A tail that was overtaken by retention goes on at the first record there is: it may lose. */
    @Override
    public List<StoredRecord> poll(int max, Duration timeout) {
        if (closed) {
            throw new IllegalStateException("reader: closed (expected: open)");
        }
        return arrivals.poll(timeout, Long.MAX_VALUE, () -> read(max));
    }

    @Override
    public void close() {
        closed = true;
        reading.close();
    }

    private List<StoredRecord> read(int max) {
        while (true) {
            try {
                return reading.read(max);
            } catch (OffsetOutOfRangeException e) {
                reading.seek(e.place(), e.start());
            }
        }
    }
}
