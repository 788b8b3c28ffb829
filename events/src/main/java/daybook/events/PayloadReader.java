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
        int version = (int) (head >>> Byte.SIZE) & 0xFF;
        if (version != PayloadLayout.VERSION) {
            throw new EventFormatException(
                    layout + ": version: " + version + " (expected: " + PayloadLayout.VERSION + ")");
        }
        int unusedAt = PayloadLayout.SMALL_AT + layout.smalls;
        if (head >>> unusedAt * Byte.SIZE != 0) {
            throw new EventFormatException(
                    layout + ": unused codes: 0x" + Long.toHexString(head >>> unusedAt * Byte.SIZE) + " (expected: 0)");
        }
        findNames(layout, length);
        return layout;
    }

    /** Of the payload that was taken last. */
    PayloadLayout layout() {
        return PayloadLayout.ofCode(code);
    }

    private void findNames(PayloadLayout layout, int length) {
        int next = layout.namesAt();
        if (next > length) {
            throw cut(length);
        }
        for (int i = 0; i < layout.names; i++) {
            if (next >= length) {
                throw cut(length);
            }
            nameAt[i] = start + next;
            int from = next + 1;
            next = from + nameLength(i);
            if (next > length) {
                throw cut(length);
            }
            checkAscii(start + from, start + next);
        }
        if (next < length) {
            throw new EventFormatException(layout + ": length: " + length + " (expected: " + next + ")");
        }
    }

    private void checkAscii(int from, int to) {
        int at = from;
        long all = 0;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            all |= payload.getLong(at);
        }
        for (; at < to; at++) {
            all |= payload.get(at);
        }
        if ((all & ABOVE_127) != 0) {
            throw new EventFormatException(layout() + ": name with a byte above 127 (expected: ASCII)");
        }
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
