package daybook.events;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Values that have an ASCII name, found by the bytes of that name without making a string of them. Safe for many threads. */
final class Names<V> {
    private final List<String> texts;
    private final byte[][] names;
    /** The first eight bytes of each, by slot; 0, which no name begins with, if there is none. */
    private final long[] heads;

    private final Object[] values;
    private final int mask;

    /** @param nameOf no two names may be equal, none empty */
    Names(V[] values, Function<V, String> nameOf) {
        texts = Arrays.stream(values).map(nameOf).toList();
        int size = Integer.highestOneBit(values.length) * 8;
        mask = size - 1;
        names = new byte[size][];
        heads = new long[size];
        this.values = new Object[size];
        for (int i = 0; i < values.length; i++) {
            byte[] name = texts.get(i).getBytes(StandardCharsets.US_ASCII);
            long head = Ascii.head(name, 0, name.length);
            int slot = slot(head, name.length);
            while (heads[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            heads[slot] = head;
            names[slot] = name;
            this.values[slot] = values[i];
        }
    }

    static <E extends Enum<E>> Names<E> of(E[] constants) {
        return new Names<>(constants, Enum::name);
    }

    /** The value whose name lies in {@code [from, to)}, or null. */
    @SuppressWarnings("unchecked") // Only values of V were put there.
    @Nullable
    V at(byte[] text, int from, int to) {
        if (from == to) {
            return null;
        }
        long head = Ascii.head(text, from, to);
        int slot = slot(head, to - from);
        while (heads[slot] != 0) {
            if (heads[slot] == head && sameRest(names[slot], text, from, to)) {
                return (V) values[slot];
            }
            slot = (slot + 1) & mask;
        }
        return null;
    }

    /** The names, for people. */
    @Override
    public String toString() {
        return texts.toString();
    }

    /** Whether a name is the one in the text, whose first eight bytes are known to be the same. */
    private static boolean sameRest(byte[] name, byte[] text, int from, int to) {
        int length = to - from;
        if (name.length != length || length <= Long.BYTES) {
            return name.length == length;
        }
        return Ascii.word(name, length - Long.BYTES) == Ascii.word(text, to - Long.BYTES)
                && (length <= 2 * Long.BYTES || Arrays.equals(name, 0, length, text, from, to));
    }

    private int slot(long head, int length) {
        long hash = (head + length) * 0x9E3779B97F4A7C15L;
        return (int) (hash >>> 40) & mask;
    }
}
