package daybook.journal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * An archived segment, unpacked as it is read. Going backwards starts from the front again. Damage in the packed bytes looks like
 * an early end.
 */
final class GzipSource implements SegmentSource {
    private static final int CHUNK_BYTES = 64 << 10;

    private final DiskFile packed;
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private @Nullable InputStream unpacked;
    private long at;

    GzipSource(DiskFile packed) {
        this.packed = packed;
    }

    @Override
    public int read(ByteBuffer target, long position) {
        if (unpacked == null || position < at) {
            restart();
        }
        skipTo(position);
        int total = 0;
        while (at >= position && target.hasRemaining()) {
            int count = next(target.remaining());
            if (count < 0) {
                break;
            }
            target.put(chunk, 0, count);
            total += count;
        }
        return total;
    }

    @Override
    public void close() {
        packed.close();
    }

    private void skipTo(long position) {
        while (at < position && next((int) Math.min(chunk.length, position - at)) >= 0) {}
    }

    private void restart() {
        at = 0;
        try {
            unpacked = new GZIPInputStream(new DiskInput(packed), CHUNK_BYTES);
        } catch (IOException e) {
            unpacked = InputStream.nullInputStream();
        }
    }

    /** Unpacks up to so many bytes into the chunk. Returns -1 at the end, or where the packed bytes stop making sense. */
    private int next(int bytes) {
        try {
            int count = requireNonNull(unpacked).read(chunk, 0, Math.min(chunk.length, bytes));
            at += Math.max(0, count);
            return count;
        } catch (IOException e) {
            // The frames have checksums of their own: the reader sees where they end too early.
            unpacked = InputStream.nullInputStream();
            return -1;
        }
    }

    /** A disk file as a stream. */
    private static final class DiskInput extends InputStream {
        private final DiskFile file;
        private long position;

        DiskInput(DiskFile file) {
            this.file = file;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int count = file.read(ByteBuffer.wrap(target, offset, length), position);
            position += count;
            return count == 0 && length > 0 ? -1 : count;
        }
    }
}
