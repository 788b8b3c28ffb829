package daybook.exchange.matching;

/**
 * Finds orders by a hash of their key. An entry is the hash and the order together in one word, so most misses never touch an
 * order; the caller compares the keys of the few that are left. Nothing iterates over it.
 */
final class HandleIndex {
    private static final int NOT_FOUND = -1;
    private static final int MOST_EXPECTED = 1 << 27;

    private long[] entries = new long[1 << 10];
    private int size;

    /** Position of the first entry with this hash, or negative. */
    int first(int hash) {
        return probe(hash & mask(), hash);
    }

    /** Position of the next entry with this hash, or negative. */
    int next(int position, int hash) {
        return probe(position + 1 & mask(), hash);
    }

    /** What lies where a search for this hash begins: an entry, or 0. */
    long home(int hash) {
        return entries[hash & mask()];
    }

    int orderAt(int position) {
        return (int) entries[position];
    }

    /** Makes room for so many entries at once, so that adding them moves none; only before the first. */
    void expect(int count) {
        int needed = Integer.highestOneBit(Math.min(Math.max(count, 1), MOST_EXPECTED)) * 4;
        if (size == 0 && needed > entries.length) {
            entries = new long[needed];
        }
    }

    void insert(int hash, int order) {
        if (size * 2 >= entries.length) {
            grow();
        }
        size++;
        place(entry(hash, order));
    }

    /** Removes an entry that is there. */
    void remove(int hash, int order) {
        int hole = hash & mask();
        long entry = entry(hash, order);
        while (entries[hole] != entry) {
            hole = hole + 1 & mask();
        }
        size--;
        closeHole(hole);
    }

    private static long entry(int hash, int order) {
        return (long) hash << 32 | order & 0xFFFF_FFFFL;
    }

    private int mask() {
        return entries.length - 1;
    }

    private int probe(int from, int hash) {
        for (int at = from; ; at = at + 1 & mask()) {
            long entry = entries[at];
            if (entry == 0) {
                return NOT_FOUND;
            }
            if ((int) (entry >>> 32) == hash) {
                return at;
            }
        }
    }

    private void place(long entry) {
        int at = (int) (entry >>> 32) & mask();
        while (entries[at] != 0) {
            at = at + 1 & mask();
        }
        entries[at] = entry;
    }

    /** Moves later entries forward, so that no search ends early at the hole and none has to skip graves. */
    private void closeHole(int start) {
        int hole = start;
        for (int at = hole + 1 & mask(); entries[at] != 0; at = at + 1 & mask()) {
            int home = (int) (entries[at] >>> 32) & mask();
            if ((at - home & mask()) >= (at - hole & mask())) {
                entries[hole] = entries[at];
                hole = at;
            }
        }
        entries[hole] = 0;
    }

    private void grow() {
        long[] old = entries;
        entries = new long[old.length * 2];
        for (long entry : old) {
            if (entry != 0) {
                place(entry);
            }
        }
    }
}
