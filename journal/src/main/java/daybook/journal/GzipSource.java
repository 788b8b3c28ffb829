package daybook.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** An archived segment, unpacked as it is read. Going backwards starts from the front again. */
final class GzipSource implements SegmentSource {
    private static final int CHUNK_BYTES = 64 << 10;

    private final Path file;
    private final DiskFile packed;
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private @Nullable InputStream unpacked;
    private long at;

    GzipSource(Path file, DiskFile packed) {
        this.file = file;
        this.packed = packed;
    }

    @Override
    public int read(ByteBuffer target, long position) {
        try {
            InputStream in = at(position);
            int total = 0;
            while (target.hasRemaining()) {
                int count = in.read(chunk, 0, Math.min(chunk.length, target.remaining()));
                if (count < 0) {
                    break;
                }
                target.put(chunk, 0, count);
                total += count;
            }
            at += total;
            return total;
        } catch (IOException e) {
            // The gzip checksum or structure is broken.
            throw new JournalException(JournalException.Kind.DAMAGED, file + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        packed.close();
    }

    private InputStream at(long position) throws IOException {
        InputStream in = unpacked;
        if (in == null || position < at) {
            in = new GZIPInputStream(new DiskInput(packed), CHUNK_BYTES);
            unpacked = in;
            at = 0;
        }
        while (at < position) {
            int count = in.read(chunk, 0, (int) Math.min(chunk.length, position - at));
            if (count < 0) {
                break;
            }
            at += count;
        }
        return in;
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
