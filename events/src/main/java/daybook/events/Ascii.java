package daybook.events;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bytes taken eight at a time. */
final class Ascii {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = ONES << 7;
    private static final long SPACES = ONES * ' ';
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';

    private Ascii() {}

    /** The eight bytes from {@code at}, the first one lowest. */
    static long word(byte[] bytes, int at) {
        return (long) WORDS.get(bytes, at);
    }

    /** The bytes of {@code [from, to)} as one word, of which at most the first eight count, filled up with zeros. */
    static long head(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length >= Long.BYTES) {
            return word(bytes, from);
        }
        if (from <= bytes.length - Long.BYTES) {
            return word(bytes, from) & ((1L << (length << 3)) - 1);
        }
        long head = 0;
        for (int i = to - 1; i >= from; i--) {
            head = head << 8 | (bytes[i] & 0xFF);
        }
        return head;
    }

    /**
     * The first place from {@code from} on whose byte does not stand for itself in a JSON string: a quote, a backslash, a control
     * character or a part of a character beyond ASCII; the length if there is none.
     */
    static int endOfPlain(byte[] bytes, int from) {
        int at = from;
        while (at <= bytes.length - Long.BYTES) {
            long special = special(word(bytes, at));
            if (special != 0) {
                return at + (Long.numberOfTrailingZeros(special) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < bytes.length && (special(bytes[at] & 0xFF) & 0x80) == 0) {
            at++;
        }
        return at;
    }

    /** The lowest bit that is set belongs to the first byte that is special; those above it may say anything. */
    private static long special(long word) {
        long quote = word ^ QUOTES;
        long backslash = word ^ BACKSLASHES;
        long found = ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash) | ((word - SPACES) & ~word) | word;
        return found & HIGH_BITS;
    }
}
