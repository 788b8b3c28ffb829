package daybook.lab.history;

/**
 * Something that must not be in a history, and is.
 *
 * @param what the place and the numbers, in words
 */
public record Anomaly(Kind kind, String what) {

    /** The classes of anomalies. */
    public enum Kind {
        /** A value was read whose sending had been refused, and nobody else sent it (Jepsen: G1a). */
        ABORTED_READ,
        /** A value was read that nobody sent, or that the source does not have. */
        PHANTOM,
        /** An acknowledged record is not where it was acknowledged to be, and the log was not cut there. */
        LOST_WRITE,
        /** A value of the source is not on the topic at the end. */
        UNSEEN,
        /** A value is on the topic more than once where that is not allowed. */
        DUPLICATE,
        /** One effect of a value happened twice. */
        DUPLICATE_EFFECT,
        /** One offset held two values, though the log was not cut in between. */
        INCONSISTENT_OFFSETS,
        /** A reader passed over an offset that holds a record, and nobody had moved it. */
        POLL_SKIP,
        /** A reader went back, and nobody had moved it. */
        NONMONOTONIC_POLL,
        /** Of two acknowledged records of one session in one partition the later has the lower offset. */
        NONMONOTONIC_SEND,
        /** A writer stated that everything up to a line is on the log, and something is not. */
        SEND_SKIP,
        /** A record is in another partition than its key says. */
        WRONG_PARTITION,
        /** A record is under another key than the source says. */
        WRONG_KEY,
        /** A record says something else than the source. */
        MISMATCH,
        /** First copies under one key are not in the order of the source. */
        OUT_OF_ORDER,
        /** A group committed an offset above what it had applied. */
        COMMITTED_AHEAD,
        /** A state is not the fold of its events. */
        STATE_NOT_THE_FOLD,
        /** A number was given to two acknowledged operations, or the same operation has two. */
        NUMBER_TWICE,
        /** An operation that was begun after another was acknowledged has the lower number. */
        REAL_TIME_ORDER,
        /** Of two operations of one session the later has the lower number. */
        SESSION_ORDER,
        /** An acknowledged operation is not in the journal, or something else is under its number. */
        ACK_LOST,
        /** An operation is in the journal more often than it was begun. */
        HAPPENED_TWICE,
        /** An operation that was refused is in the journal. */
        REFUSED_HAPPENED
    }

    @Override
    public String toString() {
        return kind + ": " + what;
    }
}
