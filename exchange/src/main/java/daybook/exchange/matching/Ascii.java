package daybook.exchange.matching;

import daybook.events.AsciiName;
import daybook.events.AsciiTarget;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A short ASCII name in a reusable place: how names travel through the order path without garbage. It lies in 64-bit words, the
 * first character lowest, and what lies behind the name in its last word is 0: so names are copied, compared and hashed eight characters at a
 * time. Confined to one thread at a time.
 */
public final class Ascii extends AsciiName implements AsciiTarget {
    private final int capacity;
    private final long[] characters;
    private int length;
    private int words;

    /** An empty name that can hold up to {@code capacity} characters. */
    public Ascii(int capacity) {
        this.capacity = capacity;
        this.characters = new long[wordsFor(capacity)];
    }

    /** A name of its own; used for the constants of an account or a symbol. */
    public static Ascii of(String text) {
        Ascii name = new Ascii(text.length());
        name.set(text);
        return name;
    }

    private static int wordsFor(int length) {
        return length + Long.BYTES - 1 >>> 3;
    }

    public void clear() {
        end(0);
    }

    /**
     * Copies a text.
     *
     * @throws IllegalArgumentException if it is too long or not ASCII; this name is then empty
     */
    public void set(CharSequence text) {
        int newLength = text.length();
        checkLength(newLength);
        for (int word = 0; word < wordsFor(newLength); word++) {
            characters[word] = pack(text, word * Long.BYTES, Math.min(newLength, (word + 1) * Long.BYTES));
        }
        end(newLength);
    }

    private long pack(CharSequence text, int from, int to) {
        long packed = 0;
        for (int i = to - 1; i >= from; i--) {
            char c = text.charAt(i);
            if (c == 0 || c > 127) {
                end(0);
                throw new IllegalArgumentException("name: character " + (int) c + " (expected: ASCII)");
            }
            packed = packed << Byte.SIZE | c;
        }
        return packed;
    }

    /** {@inheritDoc} This name is then empty. */
    @Override
    public void set(ByteBuffer from, int at, int count) {
        checkLength(count);
        int last = count - 1 >> 3;
        for (int word = 0; word < last; word++) {
            characters[word] = from.getLong(at + word * Long.BYTES);
        }
        if (last >= 0) {
            characters[last] = rest(from, at + last * Long.BYTES, count - last * Long.BYTES);
        }
        end(count);
    }

    /** One to eight characters; in one go if the buffer has a word there. */
    private static long rest(ByteBuffer from, int at, int count) {
        if (at + Long.BYTES <= from.limit()) {
            return from.getLong(at) & -1L >>> Long.SIZE - count * Byte.SIZE;
        }
        long packed = 0;
        for (int i = count - 1; i >= 0; i--) {
            packed = packed << Byte.SIZE | Byte.toUnsignedLong(from.get(at + i));
        }
        return packed;
    }

    /** Copies another name. */
    public void set(Ascii other) {
        checkLength(other.length);
        for (int i = 0; i < other.words; i++) {
            characters[i] = other.characters[i];
        }
        end(other.length);
    }

    private void checkLength(int newLength) {
        if (newLength > capacity) {
            clear();
            throw new IllegalArgumentException(
                    "name: " + newLength + " characters (expected: at most " + capacity + ")");
        }
    }

    /** The words of the new name have been set. */
    private void end(int newLength) {
        length = newLength;
        words = wordsFor(newLength);
    }

    @Override
    public void copyTo(ByteBuffer to) {
        int at = to.position();
        if (to.order() == ByteOrder.LITTLE_ENDIAN && to.remaining() >= words * Long.BYTES) {
            for (int i = 0; i < words; i++) {
                to.putLong(at + i * Long.BYTES, characters[i]);
            }
            to.position(at + length);
        } else {
            for (int i = 0; i < length; i++) {
                to.put((byte) charAt(i));
            }
        }
    }

    /** How many words hold this name. */
    int words() {
        return words;
    }

    /** Eight characters, the first lowest; 0 behind the name. */
    long word(int index) {
        return index < words ? characters[index] : 0;
    }

    /** Sets a word as {@link #word} gave it. */
    void setWord(int index, long word) {
        characters[index] = word;
    }

    /** Ends a sequence of {@link #setWord} for all words: the name reaches up to its first 0. */
    void endWords() {
        int last = characters.length - 1;
        while (last > 0 && characters[last] == 0) {
            last--;
        }
        end((last + 1) * Long.BYTES - (Long.numberOfLeadingZeros(characters[last]) >>> 3));
    }

    /** Scatters names over a hash table; never decides an order of iteration. */
    int scatter() {
        long hash = 0;
        for (int i = 0; i < words; i++) {
            hash = (hash ^ characters[i]) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        return (int) hash;
    }

    boolean sameAs(Ascii other) {
        if (length != other.length) {
            return false;
        }
        for (int i = 0; i < words; i++) {
            if (characters[i] != other.characters[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        return (char) (characters[index >>> 3] >>> (index & 7) * Byte.SIZE & 0x7F);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return toString().substring(start, end);
    }

    @Override
    @SuppressWarnings("deprecation") // the only String constructor that copies ASCII without a decoder
    public String toString() {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) charAt(i);
        }
        return new String(bytes, 0, 0, length);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Ascii ascii && sameAs(ascii);
    }

    @Override
    public int hashCode() {
        return scatter();
    }
}
