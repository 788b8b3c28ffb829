package daybook.log.embedded;

import daybook.journal.DiskFile;
import daybook.journal.Frame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Reads the frames of a file through a window of it. Confined to one thread.
 *
 * <p>The window grows while it is read through and shrinks after a jump, so that neither a scan nor a follower at the end of a
 * zeroed file reads more than it needs.
 */
final class FrameReader {
    private static final int SMALLEST_BYTES = 8 << 10;
    private static final int LARGEST_BYTES = 256 << 10;

    private final DiskFile file;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer window =
            ByteBuffer.allocate(SMALLEST_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    private long windowPosition;
    private int nextBytes = SMALLEST_BYTES;
    private int frameAt;

    FrameReader(DiskFile file) {
        this.file = file;
    }

    /** Whether a good frame begins at a position of the file. If so it is the current one. */
    boolean at(long position) {
        if (!headerAt(position)) {
            return false;
        }
        int size = Frame.sizeOf(Frame.payloadBytes(window, frameAt));
        if (window.limit() - frameAt < size) {
            fill(position, Math.max(size, nextBytes));
        }
        return Frame.payloadIsGood(window, frameAt, window.limit(), crc);
    }

    /** Forgets what was read: the file may have changed. */
    void forget() {
        window.limit(0);
        nextBytes = SMALLEST_BYTES;
    }

    /** Position of the first byte at or behind {@code position} that is not zero; -1 if there is none. */
    long firstNonZero(long position) {
        long at = position;
        while (true) {
            fill(at, LARGEST_BYTES);
            if (window.limit() == 0) {
                return -1;
            }
            for (int i = 0; i < window.limit(); i++) {
                if (window.get(i) != 0) {
                    return at + i;
                }
            }
            at += window.limit();
        }
    }

    byte kind() {
        return Frame.kind(window, frameAt);
    }

    long number() {
        return Frame.number(window, frameAt);
    }

    int payloadBytes() {
        return Frame.payloadBytes(window, frameAt);
    }

    /** Position behind the current frame, which lies at {@code position}. */
    long after(long position) {
        return position + Frame.sizeOf(payloadBytes());
    }

    /** Holds the current frame's payload from {@link #payloadAt} on, until the next call of {@link #at}. */
    ByteBuffer buffer() {
        return window;
    }

    int payloadAt() {
        return frameAt + Frame.HEADER_BYTES;
    }

    private boolean headerAt(long position) {
        long index = position - windowPosition;
        boolean within = index >= 0 && index + Frame.HEADER_BYTES <= window.limit();
        if (!within) {
            boolean readOn = window.limit() > 0 && index >= 0 && index <= window.limit();
            nextBytes = readOn ? Math.min(LARGEST_BYTES, nextBytes * 2) : SMALLEST_BYTES;
            fill(position, nextBytes);
            index = 0;
        }
        frameAt = (int) index;
        return Frame.headerIsGood(window, frameAt, window.limit(), crc);
    }

    private void fill(long position, int bytes) {
        if (window.capacity() < bytes) {
            window = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
        window.clear().limit(bytes);
        int read = file.read(window, position);
        window.position(0).limit(read);
        windowPosition = position;
        frameAt = 0;
    }
}
