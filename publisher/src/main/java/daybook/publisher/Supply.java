package daybook.publisher;

import daybook.log.LogRecord;

/** The records of the journal's events, from a place on, in order. Confined to the publisher's thread. */
interface Supply extends AutoCloseable {

    /** Gets them one by one. */
    interface Taker {
        void take(long seq, LogRecord record);
    }

    /**
     * Hands over the next ones.
     *
     * @param upToSeq the durable line; nothing above it is looked at
     * @param max at most so many
     * @return how many; 0 = nothing new
     */
    int poll(long upToSeq, int max, Taker taker);

    @Override
    void close();
}
