package daybook.journal;

import java.io.OutputStream;
import java.nio.ByteBuffer;

/** A disk file as a stream, from its start. */
final class DiskFileOutput extends OutputStream {
    private final DiskFile file;
    private long position;

    DiskFileOutput(DiskFile file) {
        this.file = file;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        file.write(ByteBuffer.wrap(bytes, offset, length), position);
        position += length;
    }
}
