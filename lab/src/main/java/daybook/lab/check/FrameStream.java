package daybook.lab.check;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads a file frame by frame, in order (docs/formats: "Frame"). Both the journal and the log are rows of frames; so is a plain
 * or gzipped file.
 */
final class FrameStream implements Closeable {
    private static final int MAGIC = 0xDB0C;
    private static final int HEADER = 24;
    private static final int MAX_PAYLOAD = 16 << 20;

    /** What {@link #next} met. */
    enum Met {
        FRAME,
        /** Zeros where the next frame would begin, or the end of the file. */
        NOTHING,
        /** Bytes that are not a good frame. */
        BAD
    }

    private final Path file;
    private final InputStream in;
    private final CRC32C crc = new CRC32C();
    private byte[] buffer = new byte[1 << 20];
    private int from;
    private int to;
    private long position;
    private int frameBytes;

    private FrameStream(Path file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    /** Opens a file; one whose name ends in {@code .gz} is unpacked. */
    static FrameStream open(Path file) throws NoSuchFileException {
        try {
            InputStream raw = Files.newInputStream(file);
            boolean packed = file.toString().endsWith(".gz");
            return new FrameStream(file, packed ? new GZIPInputStream(raw, 1 << 16) : raw);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            throw new CheckException(file + ": " + e.getMessage(), e);
        }
    }

    /** Takes bytes that are not a frame, at the start of the file; fewer if the file ends. */
    byte[] head(int bytes) {
        int got = fill(bytes);
        byte[] head = Arrays.copyOfRange(buffer, from, from + Math.min(got, bytes));
        from += head.length;
        position += head.length;
        return head;
    }

    /** Moves to the next frame. After anything but a frame it stays where it is. */
    Met next() {
        from += frameBytes;
        position += frameBytes;
        frameBytes = 0;
        int got = fill(HEADER);
        if (Bytes.zero(buffer, from, from + Math.min(got, HEADER))) {
            return Met.NOTHING;
        }
        if (got < HEADER || !headerIsGood()) {
            return Met.BAD;
        }
        int length = payloadBytes();
        int size = (HEADER + length + 7) & ~7;
        if (fill(size) < size || !payloadIsGood(length, size)) {
            return Met.BAD;
        }
        frameBytes = size;
        return Met.FRAME;
    }

    /** Looks for the next good frame, at multiples of 8; false if there is none up to the end of the file. */
    boolean skipToFrame() {
        int step = Math.max(frameBytes, 8);
        frameBytes = 0;
        while (fill(step + HEADER) >= step + HEADER) {
            from += step;
            position += step;
            step = 8;
            if (Bytes.u16(buffer, from) == MAGIC && next() == Met.FRAME) {
                return true;
            }
        }
        return false;
    }

    int kind() {
        return buffer[from + 2];
    }

    int flags() {
        return buffer[from + 3];
    }

    long number() {
        return Bytes.i64(buffer, from + 8);
    }

    /** Holds the frame; valid until the next call of {@link #next}. */
    byte[] array() {
        return buffer;
    }

    /** Where in {@link #array} the payload begins. */
    int payloadAt() {
        return from + HEADER;
    }

    int payloadBytes() {
        return Bytes.i32(buffer, from + 4);
    }

    /** Where in the (unpacked) file the frame lies, or the place where none was found. */
    long position() {
        return position;
    }

    Path file() {
        return file;
    }

    CheckException wrong(String what) {
        return new CheckException(file + ": offset " + position + ": " + what);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw new CheckException(file + ": " + e.getMessage(), e);
        }
    }

    private boolean headerIsGood() {
        int length = payloadBytes();
        return Bytes.u16(buffer, from) == MAGIC
                && kind() != 0
                && length >= 0
                && length <= MAX_PAYLOAD
                && Bytes.i32(buffer, from + 20) == checksum(from, 20);
    }

    private boolean payloadIsGood(int length, int size) {
        return Bytes.i32(buffer, from + 16) == checksum(from + HEADER, length)
                && Bytes.zero(buffer, from + HEADER + length, from + size);
    }

    private int checksum(int at, int bytes) {
        crc.reset();
        crc.update(buffer, at, bytes);
        return (int) crc.getValue();
    }

    /** Brings at least so many bytes into the buffer, if the file has them; returns how many are there. */
    private int fill(int bytes) {
        if (to - from >= bytes) {
            return to - from;
        }
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
        if (bytes > buffer.length) {
            buffer = Arrays.copyOf(buffer, bytes);
        }
        try {
            while (to < bytes) {
                int got = in.read(buffer, to, buffer.length - to);
                if (got < 0) {
                    break;
                }
                to += got;
            }
        } catch (EOFException | ZipException e) {
            // An archive that is cut short or damaged ends here; what should have followed is then found missing.
            return to;
        } catch (IOException e) {
            throw new CheckException(file + ": " + e.getMessage(), e);
        }
        return to;
    }
}
