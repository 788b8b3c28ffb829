package daybook.app.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/**
 * Stdout that tells a reader who has seen enough ({@code | head}) from a disk that is full: the one ends the command, quietly and at
 * once; the other is remembered by the stream on top, and is a failure.
 */
final class StandardOutput extends OutputStream {
    private final OutputStream out;

    /** Nobody reads any more. */
    static final class ReaderGone extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ReaderGone() {
            super("stdout: its reader is gone", null, false, false);
        }
    }

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        try {
            out.write(bytes, from, count);
        } catch (IOException broken) {
            throw told(broken);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException broken) {
            throw told(broken);
        }
    }

    /** The JDK has no exception of its own for EPIPE and hands on the words of the C library, in whatever language. */
    private static IOException told(IOException broken) {
        if (String.valueOf(broken.getMessage()).toLowerCase(Locale.ROOT).contains("pipe")) {
            throw new ReaderGone();
        }
        return broken;
    }
}
