package daybook.posttrade.market;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The last things that happened, each at a seq, within a bound: a ring that grows as it is needed. Who asks for what came after a seq
 * is told when that is not remembered any more.
 *
 * <p>Not safe for many threads.
 */
final class Recent<T> {
    private static final int FIRST_SIZE = 16;

    private final int limit;
    private long[] seqs = new long[FIRST_SIZE];
    private Object[] things = new Object[FIRST_SIZE];
    private int first;
    private int count;
    /** Whatever happened at or below it may be forgotten. */
    private long forgotten;

    /**
     * Remembers nothing yet.
     *
     * @param limit at most so many are remembered; then the oldest goes
     * @param from what happened at or below it is not known here
     */
    Recent(int limit, long from) {
        this.limit = limit;
        this.forgotten = from;
    }

    /** Adds what happened at a seq; seqs never fall. */
    void add(long seq, T thing) {
        if (count == limit) {
            forgotten = seqs[first];
            things[first] = null;
            first = (first + 1) & (seqs.length - 1);
            count--;
        } else if (count == seqs.length) {
            grow();
        }
        int at = (first + count) & (seqs.length - 1);
        seqs[at] = seq;
        things[at] = thing;
        count++;
    }

    /** Adds what happened before anything that is remembered: it can be looked at, and does not count as known since a seq. */
    void addOld(T thing) {
        add(forgotten, thing);
    }

    int size() {
        return count;
    }

    /** What came after a seq, oldest first; empty if some of it may be forgotten. */
    Optional<List<T>> since(long from) {
        return from < forgotten ? Optional.empty() : Optional.of(behind(firstAbove(from)));
    }

    /** The last ones, oldest first; at most {@code n}. */
    List<T> last(int n) {
        return behind(Math.max(0, count - n));
    }

    /** The seq of the {@code n}th of them, oldest first from 0. */
    long seqAt(int n) {
        return seqs[(first + n) & (seqs.length - 1)];
    }

    /** Place of the first that is above a seq; {@link #size} if there is none. */
    int firstAbove(long seq) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (seqAt(middle) > seq) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    @SuppressWarnings("unchecked") // what is in the array came in by add
    T at(int n) {
        return (T) things[(first + n) & (things.length - 1)];
    }

    private List<T> behind(int from) {
        List<T> found = new ArrayList<>(count - from);
        for (int n = from; n < count; n++) {
            found.add(at(n));
        }
        return found;
    }

    private void grow() {
        int size = seqs.length;
        long[] longer = Arrays.copyOf(seqs, size * 2);
        Object[] more = Arrays.copyOf(things, size * 2);
        System.arraycopy(seqs, 0, longer, size, first);
        System.arraycopy(things, 0, more, size, first);
        seqs = longer;
        things = more;
    }
}
