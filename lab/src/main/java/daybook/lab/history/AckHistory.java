package daybook.lab.history;

import java.util.Arrays;

/**
 * What clients asked an exchange to do, and what they were told, in the order in which it happened. Each transmission of a command is an
 * operation; the same command sent twice is two. Confined to one thread.
 */
public final class AckHistory {
    /** Nobody knows what became of it. */
    static final long UNKNOWN = 0;
    /** It was refused: it never happens. */
    static final long REFUSED = -1;

    int[] session = new int[256];
    long[] what = new long[256];
    long[] begun = new long[256];
    long[] ended = new long[256];
    /** The number it was acknowledged with, or one of the above. */
    long[] number = new long[256];

    int count;
    private long clock;

    /**
     * An operation begins.
     *
     * @param ofSession operations of one session reach the exchange in the order in which they begin; below 0 = of none
     * @param content identifies the command: a hash of it
     * @return the number of the operation
     */
    public int begin(int ofSession, long content) {
        if (count == what.length) {
            grow();
        }
        session[count] = ofSession;
        what[count] = content;
        begun[count] = ++clock;
        return count++;
    }

    /**
     * The client was told that it happened.
     *
     * @param commandSeq its place in the journal, from 1
     */
    public void acknowledged(int operation, long commandSeq) {
        ended[operation] = ++clock;
        number[operation] = commandSeq;
    }

    /** The client was told that it did not happen and never will. */
    public void refused(int operation) {
        ended[operation] = ++clock;
        number[operation] = REFUSED;
    }

    /** How many operations there are. */
    public int size() {
        return count;
    }

    private void grow() {
        int size = count * 2;
        session = Arrays.copyOf(session, size);
        what = Arrays.copyOf(what, size);
        begun = Arrays.copyOf(begun, size);
        ended = Arrays.copyOf(ended, size);
        number = Arrays.copyOf(number, size);
    }
}
