package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * How every entry lies in a file: a 24-byte header, the payload, zeros up to the next multiple of 8. Little endian.
 *
 * <pre>
 *  0  u16  magic 0xDB0C
 *  2  u8   kind (0 is never used)
 *  3  u8   flags
 *  4  i32  payload length in bytes
 *  8  i64  number (seq, commandSeq, batch number or offset, by kind)
 * 16  i32  CRC32C of the payload
 * 20  i32  CRC32C of bytes 0..19
 * 24  ...  payload
 * </pre>
 *
 * <p>The header has a checksum of its own, so that a damaged length is never followed. Stateless; safe for many threads as
 * long as each works on its own buffers.
 */
public final class Frame {
    /** Bytes of the header. */
    public static final int HEADER_BYTES = 24;
    /** Largest payload. */
    public static final int MAX_PAYLOAD_BYTES = 16 << 20;

    static final short MAGIC = (short) 0xDB0C;
    private static final int FLAGS_AT = 3;
    private static final int LENGTH_AT = 4;
    private static final int NUMBER_AT = 8;
    private static final int PAYLOAD_CRC_AT = 16;
    private static final int HEADER_CRC_AT = 20;

    private Frame() {}

    /** Bytes a payload of this length takes in the file, header and padding included. */
    public static int sizeOf(int payloadBytes) {
        return (HEADER_BYTES + payloadBytes + 7) & ~7;
    }

    /**
     * Completes the frame whose payload has been written at {@code at + HEADER_BYTES}: fills in the header and zeroes the
     * padding. The buffer must be little endian; its position is left alone.
     *
     * @param crc scratch, reset here
     */
    public static void seal(
            ByteBuffer buffer, int at, byte kind, byte flags, long number, int payloadBytes, CRC32C crc) {
        label(buffer, at, kind, number, payloadBytes);
        flag(buffer, at, flags);
        sum(buffer, at, crc);
    }

    /** The first step of {@link #seal}, without flags: all of the frame but its checksums. */
    static void label(ByteBuffer buffer, int at, byte kind, long number, int payloadBytes) {
        int unpadded = payloadBytes & 7;
        if (unpadded != 0) {
            int lastWord = at + HEADER_BYTES + payloadBytes - unpadded;
            buffer.putLong(lastWord, buffer.getLong(lastWord) & (1L << unpadded * Byte.SIZE) - 1);
        }
        buffer.putLong(at, MAGIC & 0xFFFFL | (kind & 0xFFL) << 16 | (long) payloadBytes << 32);
        buffer.putLong(at + NUMBER_AT, number);
    }

    static void flag(ByteBuffer buffer, int at, byte flags) {
        buffer.put(at + FLAGS_AT, flags);
    }

    /** The last step: the checksums of a frame of which nothing changes any more. */
    static void sum(ByteBuffer buffer, int at, CRC32C crc) {
        buffer.putInt(at + PAYLOAD_CRC_AT, checksum(buffer, at + HEADER_BYTES, payloadBytes(buffer, at), crc));
        buffer.putInt(at + HEADER_CRC_AT, checksum(buffer, at, HEADER_CRC_AT, crc));
    }

    /** Whether a whole, undamaged header lies at {@code at}; {@code limit} is the end of the readable bytes. */
    public static boolean headerIsGood(ByteBuffer buffer, int at, int limit, CRC32C crc) {
        if (limit - at < HEADER_BYTES || buffer.getShort(at) != MAGIC) {
            return false;
        }
        int length = buffer.getInt(at + LENGTH_AT);
        return length >= 0
                && length <= MAX_PAYLOAD_BYTES
                && kind(buffer, at) != 0
                && buffer.getInt(at + HEADER_CRC_AT) == checksum(buffer, at, HEADER_CRC_AT, crc);
    }

    /** Whether the payload of the frame at {@code at}, whose header is good, is whole and undamaged. */
    public static boolean payloadIsGood(ByteBuffer buffer, int at, int limit, CRC32C crc) {
        int length = payloadBytes(buffer, at);
        return limit - at >= sizeOf(length)
                && buffer.getInt(at + PAYLOAD_CRC_AT) == checksum(buffer, at + HEADER_BYTES, length, crc)
                && paddingIsZero(buffer, at, length);
    }

    public static byte kind(ByteBuffer buffer, int at) {
        return buffer.get(at + 2);
    }

    public static byte flags(ByteBuffer buffer, int at) {
        return buffer.get(at + FLAGS_AT);
    }

    public static int payloadBytes(ByteBuffer buffer, int at) {
        return buffer.getInt(at + LENGTH_AT);
    }

    public static long number(ByteBuffer buffer, int at) {
        return buffer.getLong(at + NUMBER_AT);
    }

    /** A little-endian buffer outside the heap. */
    public static ByteBuffer newBuffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static boolean paddingIsZero(ByteBuffer buffer, int at, int length) {
        for (int i = at + HEADER_BYTES + length; i < at + sizeOf(length); i++) {
            if (buffer.get(i) != 0) {
                return false;
            }
        }
        return true;
    }

    private static int checksum(ByteBuffer buffer, int at, int bytes, CRC32C crc) {
        int position = buffer.position();
        int limit = buffer.limit();
        crc.reset();
        buffer.limit(at + bytes).position(at);
        crc.update(buffer);
        buffer.limit(limit).position(position);
        return (int) crc.getValue();
    }
}
