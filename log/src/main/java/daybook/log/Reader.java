package daybook.log;

import java.time.Duration;
import java.util.List;

/** Follows partitions. Confined to one thread. */
public interface Reader extends AutoCloseable {

    /**
     * Next records, in offset order per partition.
     *
     * @param timeout how long to wait when there is nothing; zero = do not wait
     * @return at most {@code max} records, possibly none
     * @throws OffsetOutOfRangeException if retention has dropped what comes next
     */
    List<StoredRecord> poll(int max, Duration timeout);

    @Override
    void close();
}
