package daybook.log;

import java.util.Map;
import java.util.Set;

/** A reader with a cursor per partition. It starts at the group's committed offset, or at the first record if there is none. */
public interface OwnedReader extends Reader {

    /** The partitions it reads now. */
    Set<TopicPartition> assignment();

    /** Reads on from another offset. Nothing is committed by it. */
    void seek(TopicPartition place, long offset);

    /**
     * Remembers where the group goes on, durably.
     *
     * @param nextOffsets offset after the last one processed, per partition
     * @throws FencedException if a partition is no longer this reader's (its generation is over)
     */
    void commit(Map<TopicPartition, Long> nextOffsets);
}
