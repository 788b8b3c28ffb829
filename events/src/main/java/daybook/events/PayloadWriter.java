package daybook.events;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Puts the parts of a payload into a buffer. Allocates nothing. */
final class PayloadWriter {
    private PayloadWriter() {}

    /** Type, version and small codes. */
    static void head(ByteBuffer to, PayloadLayout layout, int first, int second, int third) {
        if (to.order() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalArgumentException("buffer: big endian (expected: a little-endian buffer)");
        }
        long head = layout.code
                | ((long) PayloadLayout.VERSION << 8)
                | ((long) first << 16)
                | ((long) second << 24)
                | ((long) third << 32);
        to.putLong(head);
    }

    /** The code of a constant: its place in the declaration, from 1. CodecTest pins the places; new ones go to the end. */
    @SuppressWarnings("EnumOrdinal") // the order is part of the format, and a test holds it
    static int code(Enum<?> constant) {
        return constant.ordinal() + 1;
    }

    static int code(boolean flag) {
        return flag ? 1 : 0;
    }

    static void name(ByteBuffer to, CharSequence name) {
        if (name instanceof AsciiName ascii) {
            length(to, ascii.length());
            ascii.copyTo(to);
        } else {
            length(to, name.length());
            characters(to, name);
        }
    }

    private static void characters(ByteBuffer to, CharSequence name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c > 127) {
                throw new IllegalArgumentException("name: " + name + " (expected: ASCII)");
            }
            to.put((byte) c);
        }
    }

    private static void length(ByteBuffer to, int length) {
        if (length > PayloadLayout.MAX_NAME_BYTES) {
            throw new IllegalArgumentException(
                    "name length: " + length + " (expected: at most " + PayloadLayout.MAX_NAME_BYTES + ")");
        }
        to.put((byte) length);
    }
}
