package daybook.events;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Looks at one payload in place, without copying it. {@link #wrap} checks the whole shape, so the accessors cannot run out of
 * the payload. Confined to one thread; may be used again for the next payload.
 */
final class PayloadReader {
    /** The highest bit of each of eight bytes. */
    private static final long ABOVE_127 = 0x8080_8080_8080_8080L;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final int[] nameAt = new int[PayloadLayout.MAX_NAMES];
    private ByteBuffer payload = NOTHING;
    private int start;
    /** Of the layout: a number is stored for each payload without the collector taking notice, a reference is not. */
    private byte code = PayloadLayout.SET_SESSION.code;

    /**
     * Takes the bytes between position and limit; position and limit stay as they are.
     *
     * @throws EventFormatException if they are not exactly one payload of a known type and version
     */
    PayloadLayout wrap(ByteBuffer bytes) {
        return wrap(bytes, bytes.position(), bytes.remaining());
    }

    /** The same for the bytes at a place of a buffer. */
    @SuppressWarnings("ReferenceEquality") // storing the same reference once more would cost the collector's attention
    PayloadLayout wrap(ByteBuffer bytes, int at, int length) {
        if (bytes.order() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalArgumentException("payload: big endian (expected: a little-endian buffer)");
        }
        if (length < PayloadLayout.WORDS_AT) {
            throw cut(length);
        }
        if (payload != bytes) {
            payload = bytes;
        }
        start = at;
        long head = bytes.getLong(start);
        PayloadLayout layout = PayloadLayout.ofCode((byte) head);
        code = layout.code;
        if ((head & layout.fixedBits) != layout.fixedHead) {
            throw wrongHead(layout, head);
        }
        findNames(layout, length);
        return layout;
    }

    private static EventFormatException wrongHead(PayloadLayout layout, long head) {
        int version = (int) (head >>> Byte.SIZE) & 0xFF;
        if (version != PayloadLayout.VERSION) {
            return new EventFormatException(
                    layout + ": version: " + version + " (expected: " + PayloadLayout.VERSION + ")");
        }
        int unusedAt = PayloadLayout.SMALL_AT + layout.smalls;
        return new EventFormatException(
                layout + ": unused codes: 0x" + Long.toHexString(head >>> unusedAt * Byte.SIZE) + " (expected: 0)");
    }

    /** Of the payload that was taken last. */
    PayloadLayout layout() {
        return PayloadLayout.ofCode(code);
    }

    private void findNames(PayloadLayout layout, int length) {
        int names = 0;
        int next = layout.namesAt();
        for (int i = 0; i < layout.names && next < length; i++) {
            nameAt[i] = start + next;
            next += 1 + nameLength(i);
            names++;
        }
        if (next > length || names < layout.names) {
            throw cut(length);
        }
        if (next < length) {
            throw new EventFormatException(layout + ": length: " + length + " (expected: " + next + ")");
        }
        if ((anyOf(start + layout.namesAt(), start + length) & ABOVE_127) != 0) {
            checkEachName(layout);
        }
    }

    /** There is a byte above 127 where the names are; it may be the length of one. */
    private void checkEachName(PayloadLayout layout) {
        for (int i = 0; i < layout.names; i++) {
            int from = nameAt[i] + 1;
            if ((anyOf(from, from + nameLength(i)) & ABOVE_127) != 0) {
                throw new EventFormatException(layout + ": name with a byte above 127 (expected: ASCII)");
            }
        }
    }

    /** All bytes laid over each other: what is set in any of them. The last eight are read at once, some perhaps again. */
    private long anyOf(int from, int to) {
        if (to - from < Long.BYTES) {
            return anyOfFew(from, to);
        }
        long all = payload.getLong(to - Long.BYTES);
        for (int at = from; at < to - Long.BYTES; at += Long.BYTES) {
            all |= payload.getLong(at);
        }
        return all;
    }

    private long anyOfFew(int from, int to) {
        int all = 0;
        for (int at = from; at < to; at++) {
            all |= payload.get(at);
        }
        return all;
    }

    private EventFormatException cut(int length) {
        return new EventFormatException("payload: " + length + " bytes (expected: more, it is cut short)");
    }

    int small(int index) {
        return payload.get(start + PayloadLayout.SMALL_AT + index) & 0xFF;
    }

    long word(int index) {
        return payload.getLong(start + PayloadLayout.WORDS_AT + index * Long.BYTES);
    }

    /** A word that must fit an int. */
    int count(int index) {
        long value = word(index);
        if (value != (int) value) {
            throw new EventFormatException(layout() + ": " + value + " (expected: a 32-bit integer)");
        }
        return (int) value;
    }

    boolean flag(int index) {
        int code = small(index);
        if (code > 1) {
            throw new EventFormatException(layout() + ": flag: " + code + " (expected: 0 or 1)");
        }
        return code == 1;
    }

    /** The constant whose code (ordinal + 1) is in a small field. */
    <E extends Enum<E>> E constant(int index, E[] constants) {
        int code = small(index);
        if (code < 1 || code > constants.length) {
            throw new EventFormatException(layout() + ": code: " + code + " (expected: 1.." + constants.length + ")");
        }
        return constants[code - 1];
    }

    int nameLength(int index) {
        return payload.get(nameAt[index]) & 0xFF;
    }

    void name(int index, AsciiTarget to) {
        to.set(payload, nameAt[index] + 1, nameLength(index));
    }

    String name(int index) {
        byte[] bytes = new byte[nameLength(index)];
        payload.get(nameAt[index] + 1, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
