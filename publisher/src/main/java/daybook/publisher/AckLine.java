package daybook.publisher;

/** Which seqs the log has, as told by its acknowledgements. Confined to the publisher's thread. */
interface AckLine {

    /** Records that {@code seq} left for the log. Seqs are sent in rising order; there may be gaps. */
    void sent(long seq);

    /** Records that the log has {@code seq}. Said of a seq that is not in flight, it means nothing. */
    void acked(long seq);

    /** Highest seq with nothing missing at or below it. */
    long line();

    /** How many are sent and not acknowledged. */
    int inFlight();

    /** Forgets what was sent above a line; sending goes on behind it. */
    void restart(long line);
}
