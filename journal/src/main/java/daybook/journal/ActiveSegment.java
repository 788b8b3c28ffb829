package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The segment that is being written. Confined to the writer's thread, but for {@link #put} and {@link #force}. */
final class ActiveSegment {
    private final Path path;
    private final DiskFile file;
    private long sizeBytes;
    private long position = SegmentHeader.BYTES;

    /** Of a new file that holds a header and zeros. */
    ActiveSegment(Path path, DiskFile file, long sizeBytes) {
        this.path = path;
        this.file = file;
        this.sizeBytes = sizeBytes;
    }

    Path path() {
        return path;
    }

    /** Where the next bytes go. */
    long position() {
        return position;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    boolean isEmpty() {
        return position == SegmentHeader.BYTES;
    }

    /** Whether a batch of so many bytes still leaves room for the end mark. */
    boolean hasRoomFor(int bytes) {
        return sizeBytes - position >= (long) bytes + Stamp.FRAME_BYTES;
    }

    /**
     * Writes at the end.
     *
     * @throws DiskException if the disk refuses; if it is full, the file ends as before
     */
    void append(ByteBuffer bytes) {
        long end = position + bytes.remaining();
        try {
            file.write(bytes, position);
        } catch (DiskException e) {
            if (e.kind() == DiskException.Kind.FULL) {
                file.truncate(position);
                // What is behind the end is no longer written zeros: the next batch goes to a new segment.
                sizeBytes = position;
            }
            throw e;
        }
        position = end;
    }

    /** Takes room at the end for a batch that {@link #put} will bring. */
    long claim(int bytes) {
        long at = position;
        position += bytes;
        return at;
    }

    /** Writes where room was taken; by any one thread. */
    void put(ByteBuffer bytes, long at) {
        file.write(bytes, at);
    }

    void force() {
        file.force();
    }

    /** Gives back the zeros behind the end. */
    void trim() {
        file.truncate(position);
    }

    void close() {
        file.close();
    }
}
