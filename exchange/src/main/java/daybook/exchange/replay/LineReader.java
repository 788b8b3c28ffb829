package daybook.exchange.replay;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * Cuts a stream into lines, unpacking it first if it is gzip (told by its first two bytes, not by its name). Holds one line; a
 * longer one is reported, never buffered. Lines end with LF or CR LF; the last one may end with the file.
 */
final class LineReader implements Closeable {
    static final int MAX_LINE_BYTES = 1_024;
    static final int END = -1;
    static final int TOO_LONG = -2;

    private static final int CHUNK_BYTES = 1 << 16;

    private final InputStream in;
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private final byte[] line = new byte[MAX_LINE_BYTES];
    private int at;
    private int end;

    LineReader(InputStream raw) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(raw, CHUNK_BYTES);
        buffered.mark(2);
        boolean packed = buffered.read() == 0x1f && buffered.read() == 0x8b;
        buffered.reset();
        in = packed ? new GZIPInputStream(buffered, CHUNK_BYTES) : buffered;
    }

    /** The bytes of the line read last. */
    byte[] line() {
        return line;
    }

    /** Reads the next line: its length in bytes, {@link #END} or {@link #TOO_LONG}. */
    int next() throws IOException {
        int length = 0;
        while (true) {
            if (at == end && !fill()) {
                return length == 0 ? END : withoutReturn(length);
            }
            int stop = at;
            while (stop < end && chunk[stop] != '\n') {
                stop++;
            }
            int part = stop - at;
            if (length + part > MAX_LINE_BYTES) {
                return TOO_LONG;
            }
            System.arraycopy(chunk, at, line, length, part);
            length += part;
            at = stop;
            if (stop < end) {
                at++;
                return withoutReturn(length);
            }
        }
    }

    private int withoutReturn(int length) {
        return length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(chunk, 0, chunk.length));
        return end > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
