package daybook.exchange.matching;

import daybook.events.Side;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The prices of one side that have a level, sorted, in leaves of up to {@value #LEAF} each.
 *
 * <p>Trading happens at the best few prices, so the best price is the last one of the last leaf: reading it is two loads, and
 * adding or removing there moves next to nothing. A single sorted array would be simpler, but a book with a million prices would
 * then move megabytes for one order; an array indexed by tick would be faster, but one far price would decide its size.
 */
final class PriceLadder {
    private static final int LEAF = 64;

    private final long sign;
    private Leaf[] leaves = new Leaf[8];
    private int leafCount = 1;
    private Leaf best = new Leaf();
    private @Nullable Leaf spare;

    /** Prices as keys that rise towards the best. */
    private static final class Leaf {
        final long[] keys = new long[LEAF];
        final int[] levels = new int[LEAF];
        int count;

        @Nullable
        Leaf nextSpare;

        /** Where the first key lies that is not below; {@code count} if there is none. */
        int search(long key) {
            int low = 0;
            int high = count;
            if (high > 0 && keys[high - 1] <= key) {
                return keys[high - 1] == key ? high - 1 : high;
            }
            while (low < high) {
                int middle = low + high >>> 1;
                if (keys[middle] < key) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        void insert(int at, long key, int level) {
            System.arraycopy(keys, at, keys, at + 1, count - at);
            System.arraycopy(levels, at, levels, at + 1, count - at);
            keys[at] = key;
            levels[at] = level;
            count++;
        }

        void remove(int at) {
            count--;
            System.arraycopy(keys, at + 1, keys, at, count - at);
            System.arraycopy(levels, at + 1, levels, at, count - at);
        }

        /** Moves the keys from {@code from} on to the end of another leaf. */
        void moveTo(Leaf other, int from) {
            System.arraycopy(keys, from, other.keys, other.count, count - from);
            System.arraycopy(levels, from, other.levels, other.count, count - from);
            other.count += count - from;
            count = from;
        }
    }

    PriceLadder(Side side) {
        this.sign = side == Side.BUY ? 1 : -1;
        leaves[0] = best;
    }

    boolean isEmpty() {
        return best.count == 0;
    }

    /** The level at the best price, or NONE. */
    int best() {
        return best.count == 0 ? LevelTable.NONE : best.levels[best.count - 1];
    }

    /** The level at the worst price, or NONE. */
    int worst() {
        return best.count == 0 ? LevelTable.NONE : leaves[0].levels[0];
    }

    /** Whether an order of the other side with this limit could trade here. */
    boolean reaches(long limit) {
        return best.count != 0 && best.keys[best.count - 1] >= limit * sign;
    }

    /** Whether a price here is good enough for an order of the other side with this limit. */
    boolean satisfies(long price, long limit) {
        return price * sign >= limit * sign;
    }

    int find(long price) {
        long key = price * sign;
        Leaf leaf = leaves[leafFor(key)];
        int at = leaf.search(key);
        return at < leaf.count && leaf.keys[at] == key ? leaf.levels[at] : LevelTable.NONE;
    }

    /** Adds a price that is not there. */
    void insert(long price, int level) {
        long key = price * sign;
        int index = leafFor(key);
        Leaf leaf = leaves[index];
        if (leaf.count == LEAF) {
            split(index);
            index = leafFor(key);
            leaf = leaves[index];
        }
        leaf.insert(leaf.search(key), key, level);
    }

    /** Removes a price that is there. */
    void remove(long price) {
        long key = price * sign;
        int index = leafFor(key);
        Leaf leaf = leaves[index];
        leaf.remove(leaf.search(key));
        if (leaf.count <= LEAF / 4 && leafCount > 1) {
            merge(index == 0 ? 0 : index - 1);
        }
    }

    /** The level at the next price that is worse, or NONE. */
    int worse(long price) {
        long key = price * sign;
        int index = leafFor(key);
        int at = leaves[index].search(key) - 1;
        if (at < 0) {
            index--;
            at = index < 0 ? -1 : leaves[index].count - 1;
        }
        return at < 0 ? LevelTable.NONE : leaves[index].levels[at];
    }

    /** The level at the next price that is better, or NONE. */
    int better(long price) {
        long key = price * sign + 1;
        int index = leafFor(key);
        int at = leaves[index].search(key);
        if (at == leaves[index].count) {
            index++;
            at = 0;
        }
        return index == leafCount || at == leaves[index].count ? LevelTable.NONE : leaves[index].levels[at];
    }

    /** The only leaf that may hold the key: the last one that does not start above it. */
    private int leafFor(long key) {
        int low = 0;
        int high = leafCount - 1;
        if (high == 0 || key >= best.keys[0]) {
            return high;
        }
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (leaves[middle].keys[0] <= key) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private void split(int index) {
        if (leafCount == leaves.length) {
            leaves = Arrays.copyOf(leaves, leafCount * 2);
        }
        System.arraycopy(leaves, index + 1, leaves, index + 2, leafCount - index - 1);
        leaves[index + 1] = takeSpare();
        leafCount++;
        leaves[index].moveTo(leaves[index + 1], LEAF / 2);
        best = leaves[leafCount - 1];
    }

    /** Joins a leaf with the one behind it if one is empty or both fit in half a leaf, so that sparse leaves cannot pile up. */
    private void merge(int index) {
        Leaf to = leaves[index];
        Leaf from = leaves[index + 1];
        if (to.count != 0 && from.count != 0 && to.count + from.count > LEAF / 2) {
            return;
        }
        from.moveTo(to, 0);
        leafCount--;
        System.arraycopy(leaves, index + 2, leaves, index + 1, leafCount - index - 1);
        from.nextSpare = spare;
        spare = from;
        best = leaves[leafCount - 1];
    }

    private Leaf takeSpare() {
        Leaf leaf = spare;
        if (leaf == null) {
            return new Leaf();
        }
        spare = leaf.nextSpare;
        leaf.nextSpare = null;
        return leaf;
    }
}
