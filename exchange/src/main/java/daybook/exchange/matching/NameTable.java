package daybook.exchange.matching;

import org.jspecify.annotations.Nullable;

/**
 * Finds what has a name of up to 32 characters. The names lie in the table itself, so that finding an account or a symbol touches
 * one cache line and then what was looked for. Nothing is ever removed, and nothing iterates over it.
 */
final class NameTable<T> {
    private static final int WORDS = 4;

    private long[] names = new long[16 * WORDS];
    private @Nullable Object[] values = new Object[16];
    private int size;

    @SuppressWarnings("unchecked") // only put stores values
    @Nullable
    T find(Ascii name) {
        return (T) values[slot(name)];
    }

    /** Adds a name that is not there. */
    void put(Ascii name, T value) {
        if (size * 2 >= values.length) {
            grow();
        }
        size++;
        int slot = slot(name);
        for (int i = 0; i < WORDS; i++) {
            names[slot * WORDS + i] = name.word(i);
        }
        values[slot] = value;
    }

    /** Where the name is, or where it would go. */
    private int slot(Ascii name) {
        int mask = values.length - 1;
        int slot = name.scatter() & mask;
        while (values[slot] != null && !isAt(slot, name)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isAt(int slot, Ascii name) {
        for (int i = 0; i < WORDS; i++) {
            if (names[slot * WORDS + i] != name.word(i)) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("unchecked") // only put stores values
    private void grow() {
        long[] oldNames = names;
        @Nullable Object[] oldValues = values;
        names = new long[oldNames.length * 2];
        values = new Object[oldValues.length * 2];
        size = 0;
        Ascii name = new Ascii(WORDS * Long.BYTES);
        for (int slot = 0; slot < oldValues.length; slot++) {
            Object value = oldValues[slot];
            if (value != null) {
                for (int i = 0; i < WORDS; i++) {
                    name.setWord(i, oldNames[slot * WORDS + i]);
                }
                name.endWords();
                put(name, (T) value);
            }
        }
    }
}
