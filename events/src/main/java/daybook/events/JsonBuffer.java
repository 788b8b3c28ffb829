package daybook.events;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A reusable buffer that JSON is written to; it grows as needed and allocates nothing once it has grown. Confined to one thread.
 */
public final class JsonBuffer {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_ESCAPE = 6;
    private static final int LONGEST_INTEGER = 20;
    private static final byte[] PAIRS = pairs();

    private byte[] bytes = new byte[512];
    private int length;

    public void clear() {
        length = 0;
    }

    /** The buffer itself; only the first {@link #length} bytes count, and only until the next write. */
    public byte[] array() {
        return bytes;
    }

    public int length() {
        return length;
    }

    /** A copy of what was written. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    JsonBuffer raw(byte[] ascii) {
        room(ascii.length);
        System.arraycopy(ascii, 0, bytes, length, ascii.length);
        length += ascii.length;
        return this;
    }

    JsonBuffer raw(char ascii) {
        room(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    JsonBuffer bool(boolean value) {
        return raw(value ? TRUE : FALSE);
    }

    /** Writes any 64-bit integer in decimal. */
    JsonBuffer integer(long value) {
        room(LONGEST_INTEGER);
        if (value == Long.MIN_VALUE) {
            return raw(Long.toString(value).getBytes(StandardCharsets.US_ASCII));
        }
        long rest = value;
        if (rest < 0) {
            bytes[length++] = '-';
            rest = -rest;
        }
        int end = length + digits(rest);
        length = end;
        while (rest >= 100) {
            long next = rest / 100;
            int pair = (int) (rest - next * 100) << 1;
            bytes[--end] = PAIRS[pair + 1];
            bytes[--end] = PAIRS[pair];
            rest = next;
        }
        if (rest >= 10) {
            bytes[--end] = PAIRS[((int) rest << 1) + 1];
            bytes[--end] = PAIRS[(int) rest << 1];
        } else {
            bytes[--end] = (byte) ('0' + rest);
        }
        return this;
    }

    /** Writes a quoted string in UTF-8; control characters, quote and backslash are escaped. */
    JsonBuffer string(String text) {
        int chars = text.length();
        room(chars * LONGEST_ESCAPE + 2);
        byte[] to = bytes;
        int at = length;
        to[at++] = '"';
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                length = at;
                i = unusual(text, i);
                at = length;
            } else {
                to[at++] = (byte) c;
            }
        }
        to[at++] = '"';
        length = at;
        return this;
    }

    /** Writes the character at {@code i}, which needs more than one byte; returns the index of its last char. */
    private int unusual(String text, int i) {
        char c = text.charAt(i);
        if (c == '"' || c == '\\') {
            bytes[length++] = '\\';
            bytes[length++] = (byte) c;
        } else if (c < ' ' || c == 0x7F) {
            bytes[length++] = '\\';
            bytes[length++] = 'u';
            bytes[length++] = '0';
            bytes[length++] = '0';
            bytes[length++] = HEX[c >> 4];
            bytes[length++] = HEX[c & 15];
        } else {
            return beyondAscii(text, i);
        }
        return i;
    }

    private int beyondAscii(String text, int i) {
        int point = text.codePointAt(i);
        if (point < 0x800) {
            bytes[length++] = (byte) (0xC0 | (point >> 6));
        } else if (point < 0x10000) {
            if (Character.isSurrogate((char) point)) {
                throw new IllegalArgumentException("text: half a character at " + i + " (expected: whole characters)");
            }
            bytes[length++] = (byte) (0xE0 | (point >> 12));
            bytes[length++] = (byte) (0x80 | ((point >> 6) & 63));
        } else {
            bytes[length++] = (byte) (0xF0 | (point >> 18));
            bytes[length++] = (byte) (0x80 | ((point >> 12) & 63));
            bytes[length++] = (byte) (0x80 | ((point >> 6) & 63));
        }
        bytes[length++] = (byte) (0x80 | (point & 63));
        return i + Character.charCount(point) - 1;
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    private static int digits(long positive) {
        int digits = 1;
        long limit = 10;
        while (digits < 19 && positive >= limit) {
            digits++;
            limit *= 10;
        }
        return digits;
    }

    private static byte[] pairs() {
        byte[] pairs = new byte[200];
        for (int i = 0; i < 100; i++) {
            pairs[2 * i] = (byte) ('0' + i / 10);
            pairs[2 * i + 1] = (byte) ('0' + i % 10);
        }
        return pairs;
    }
}
