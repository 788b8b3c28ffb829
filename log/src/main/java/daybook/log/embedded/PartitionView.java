package daybook.log.embedded;

import daybook.log.TopicPartition;

/** What a reader needs to know of a partition. Safe for many threads. */
interface PartitionView {

    PartitionFiles files();

    /** Offset of the first record that is still there. */
    long start();

    /** Offset after the last record that survives a crash. */
    long end();

    /** Base of the segment that holds an offset, or will hold it. */
    long baseOf(long offset);

    /** A place in that segment at or before the frame that holds an offset; 0 if nothing is known. */
    long positionOf(long base, long offset);

    /** An offset at or before the first record that is at or after a time. */
    long notAfter(long timeMs);

    default TopicPartition place() {
        return files().place();
    }
}
