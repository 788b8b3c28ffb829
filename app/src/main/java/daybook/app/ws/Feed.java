package daybook.app.ws;

import org.jspecify.annotations.Nullable;

/**
 * What a channel says, as a function of a seq. Safe for many threads; answers do not wait for clients or for input and output.
 *
 * <p>Two messages of one seq must not be told apart by it: of several that belong together all but the last carry the seq that they follow, so that
 * who breaks off between them gets all of them again.
 */
interface Feed {
    /** How clients keep up with it. */
    enum Pace {
        /** A state: what lies between two looks is left out, at most ten looks a second; who is too far behind gets it whole. */
        CONFLATED,
        /** A state that is told as it changes; who is too far behind gets it whole. */
        STATE,
        /** Every entry counts; who is too far behind is closed. */
        EVENTS,
        /** Always told whole, whenever it is another {@link #snapshot}; seqs do not lead to it. */
        WHOLE
    }

    Pace pace();

    /** The highest seq that it can speak of now. */
    long head();

    /** Which history its seqs are of: another number when they mean something else from now on, at the latest with the first answer that says so. */
    default long epoch() {
        return 0;
    }

    /**
     * What a new subscriber begins with.
     *
     * @param gap whether it comes with a seq that nothing is known of any more
     * @return null if there is nothing to be said yet
     */
    @Nullable
    Message snapshot(boolean gap);

    /** What follows a seq at or below {@link #head}. */
    Step after(long seq);
}
