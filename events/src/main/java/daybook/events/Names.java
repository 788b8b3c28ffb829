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
    private final Object[] values;
    private final int mask;

    /** @param nameOf no two names may be equal, none empty */
    Names(V[] values, Function<V, String> nameOf) {
        texts = Arrays.stream(values).map(nameOf).toList();
        int size = Integer.highestOneBit(values.length) * 8;
        mask = size - 1;
        names = new byte[size][];
        this.values = new Object[size];
        for (int i = 0; i < values.length; i++) {
            byte[] name = texts.get(i).getBytes(StandardCharsets.US_ASCII);
            int slot = slot(name, 0, name.length);
            while (names[slot] != null) {
                slot = (slot + 1) & mask;
            }
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
        int slot = slot(text, from, to);
        for (byte[] name = names[slot]; name != null; name = names[slot]) {
            if (Arrays.equals(name, 0, name.length, text, from, to)) {
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

    private int slot(byte[] text, int from, int to) {
        int hash = text[from] + 31 * text[to - 1] + 131 * text[(from + to) >>> 1] + 17 * (to - from);
        return (hash ^ (hash >>> 5)) & mask;
    }
}
