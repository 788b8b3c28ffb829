package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The bytes of a segment, plain or archived. Confined to one thread. */
interface SegmentSource extends AutoCloseable {

    /** Reads at a position until {@code target} is full or the segment ends; returns bytes read, 0 at the end. */
    int read(ByteBuffer target, long position);

    @Override
    void close();

    /** Opens a segment file for reading, by its ending. */
    static SegmentSource open(Disk disk, Path file) {
        DiskFile opened = disk.openReadOnly(file);
        if (SegmentName.isArchived(SegmentName.of(file))) {
            return new GzipSource(opened);
        }
        return new PlainSource(opened);
    }

    /** A segment as it was written. */
    record PlainSource(DiskFile file) implements SegmentSource {
        @Override
        public int read(ByteBuffer target, long position) {
            return file.read(target, position);
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
