package daybook.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Looks at the frames of a segment through a buffer that moves along. The buffer grows to the largest frame met. Confined to one
 * thread.
 */
final class FrameWindow {
    private final CRC32C crc = new CRC32C();
    private ByteBuffer buffer;
    private long start;
    private int filled;

    FrameWindow(int bytes) {
        buffer = Frame.newBuffer(bytes);
    }

    /**
     * Brings the frame at a position into the buffer.
     *
     * @return whether a whole, undamaged frame lies there; then {@link #at} is its index in {@link #buffer}
     */
    boolean load(SegmentSource source, long position) {
        if (!holds(position, Frame.HEADER_BYTES)) {
            fill(source, position);
        }
        if (!Frame.headerIsGood(buffer, at(position), filled, crc)) {
            return false;
        }
        int size = Frame.sizeOf(Frame.payloadBytes(buffer, at(position)));
        if (!holds(position, size)) {
            if (size > buffer.capacity()) {
                buffer = Frame.newBuffer(size);
            }
            fill(source, position);
            if (!Frame.headerIsGood(buffer, at(position), filled, crc)) {
                return false;
            }
        }
        return Frame.payloadIsGood(buffer, at(position), filled, crc);
    }

    /** Position of the last byte at or behind {@code position} that is not zero; -1 if there is none. */
    long lastNonZero(SegmentSource source, long position) {
        long last = -1;
        long from = position;
        fill(source, from);
        while (filled > 0) {
            int found = lastNonZero();
            last = found < 0 ? last : from + found;
            from += filled;
            fill(source, from);
        }
        return last;
    }

    private int lastNonZero() {
        int i = filled - 1;
        while (i >= 0 && buffer.get(i) == 0) {
            // Most of what is looked at is zeros: eight at a time.
            i -= i >= 8 && buffer.getLong(i - 7) == 0 ? 8 : 1;
        }
        return i;
    }

    /** Forgets what was read: the file may have changed. */
    void forget() {
        filled = 0;
    }

    ByteBuffer buffer() {
        return buffer;
    }

    int at(long position) {
        return (int) (position - start);
    }

    private boolean holds(long position, int bytes) {
        return position >= start && position - start + bytes <= filled;
    }

    private void fill(SegmentSource source, long position) {
        buffer.clear();
        start = position;
        filled = 0;
        filled = source.read(buffer, position);
        buffer.clear();
    }
}
