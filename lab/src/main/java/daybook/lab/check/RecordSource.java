package daybook.lab.check;

/**
 * The records of one topic, to an end that is measured once: a reader that stops "when it is quiet" never ends on a live market.
 */
interface RecordSource {

    /** A record. Arrays may be used again after the call. */
    record Found(int partition, long offset, byte[] key, byte[] value, String ceId, String seq) {}

    /** Told each record in offset order. */
    interface Sink {
        void record(Found found);
    }

    int partitions();

    /** First offset that is still there. */
    long start(int partition);

    /** The end that was measured. */
    long end(int partition);

    /** Shows all records of a partition from its start to its end. */
    void read(int partition, Sink sink);
}
