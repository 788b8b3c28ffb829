package daybook.exchange.matching;

import daybook.events.AsciiName;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A short ASCII name in a reusable buffer: how names travel through the order path without garbage. Compares and hashes eight
 * bytes at a time, which is why the bytes behind the name are kept 0. Confined to one thread at a time.
 */
public final class Ascii implements AsciiName {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int capacity;
    private final byte[] bytes;
    private int length;
    private int words;

    /** An empty name that can hold up to {@code capacity} characters. */
    public Ascii(int capacity) {
        this.capacity = capacity;
        this.bytes = new byte[(capacity + Long.BYTES - 1) / Long.BYTES * Long.BYTES];
    }

    /** A name of its own; used for the constants of an account or a symbol. */
    public static Ascii of(String text) {
        Ascii name = new Ascii(text.length());
        name.set(text);
        return name;
    }

    public void clear() {
        for (int i = 0; i < words; i++) {
            setWord(i, 0);
        }
        endAt(0);
    }

    /**
     * Copies a text.
     *
     * @throws IllegalArgumentException if it is too long or not ASCII; this name is then empty
     */
    public void set(CharSequence text) {
        int newLength = text.length();
        checkLength(newLength);
        for (int i = 0; i < newLength; i++) {
            char c = text.charAt(i);
            if (c == 0 || c > 127) {
                clear();
                throw new IllegalArgumentException("name: character " + (int) c + " (expected: ASCII)");
            }
            bytes[i] = (byte) c;
        }
        end(newLength);
    }

    /**
     * Copies bytes that are known to be ASCII.
     *
     * @throws IllegalArgumentException if they are too many; this name is then empty
     */
    public void set(byte[] from, int offset, int count) {
        checkLength(count);
        System.arraycopy(from, offset, bytes, 0, count);
        end(count);
    }

    /** Copies another name. */
    public void set(Ascii other) {
        checkLength(other.length);
        for (int i = 0; i < other.words; i++) {
            setWord(i, other.word(i));
        }
        for (int i = other.words; i < words; i++) {
            setWord(i, 0);
        }
        endAt(other.length);
    }

    private void checkLength(int newLength) {
        if (newLength > capacity) {
            clear();
            throw new IllegalArgumentException(
                    "name: " + newLength + " characters (expected: at most " + capacity + ")");
        }
    }

    private void end(int newLength) {
        wipe(newLength);
        endAt(newLength);
    }

    private void endAt(int newLength) {
        length = newLength;
        words = newLength + Long.BYTES - 1 >>> 3;
    }

    private void wipe(int from) {
        for (int i = from; i < length; i++) {
            bytes[i] = 0;
        }
    }

    /** The characters, from 0 to {@link #length()}; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public void copyTo(ByteBuffer to) {
        to.put(bytes, 0, length);
    }

    /** How many words hold this name. */
    int words() {
        return words;
    }

    long word(int index) {
        return (long) WORDS.get(bytes, index * Long.BYTES);
    }

    /** Sets the name from words, as {@link #word} gave them. */
    void setWord(int index, long word) {
        WORDS.set(bytes, index * Long.BYTES, word);
    }

    /** Ends a sequence of {@link #setWord}: the name reaches up to its first 0. */
    void endWords() {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        endAt(end);
    }

    /** Scatters names over a hash table; never decides an order of iteration. */
    int scatter() {
        long hash = 0;
        for (int i = 0; i < words; i++) {
            hash = (hash ^ word(i)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        return (int) hash;
    }

    boolean sameAs(Ascii other) {
        if (length != other.length) {
            return false;
        }
        for (int i = 0; i < words; i++) {
            if (word(i) != other.word(i)) {
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
        return (char) bytes[index];
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return toString().substring(start, end);
    }

    @Override
    @SuppressWarnings("deprecation") // the only String constructor that copies ASCII without a decoder
    public String toString() {
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
