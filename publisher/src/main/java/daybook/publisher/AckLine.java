package daybook.publisher;

/** Which seqs the log has, as told by its acknowledgements. Confined to the publisher's thread. */
interface AckLine {
    /** The offset of a record that was there already, and whose place was not told. */
    long UNKNOWN_OFFSET = -1;

    /**
     * Records that {@code seq} left for the log. Seqs are sent in rising order; there may be gaps.
     *
     * @param timeMs the time in its record
     */
    void sent(long seq, long timeMs);

    /**
     * Records that the log has {@code seq}. Said of a seq that is not in flight, it means nothing.
     *
     * @return false if the offsets contradict the order of sending: the log was cut, and has given offsets twice
     */
    boolean acked(long seq, int partition, long offset);

    /** Highest seq with nothing missing at or below it. */
    long line();

    /** How many are sent and not acknowledged. */
    int inFlight();

    /** Forgets what was sent above a line; sending goes on behind it, and adds to these ends. */
    void restart(long line, PartitionEnds ends);
}
