package daybook.publisher;

import daybook.journal.EntryVisitor;

/** Where durable events come from. {@link #durableSeq} may be asked by any thread. */
public interface EventSource {

    /** Highest seq that survives a crash; 0 if none. */
    long durableSeq();

    /** Starts reading at a seq. */
    Tail from(long seq);

    /** A place in the history that moves on. Confined to one thread. */
    interface Tail extends AutoCloseable {
        /**
         * Shows the next events.
         *
         * @param upToSeq nothing above it is shown
         * @param max at most so many
         * @return how many were shown; 0 = nothing new
         */
        int poll(long upToSeq, int max, EntryVisitor visitor);

        @Override
        void close();
    }
}
