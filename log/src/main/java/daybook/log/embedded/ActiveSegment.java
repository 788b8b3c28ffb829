package daybook.log.embedded;

import daybook.journal.Disk;
import daybook.journal.DiskException;
import daybook.journal.DiskFile;
import daybook.journal.Frame;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** The last segment of a partition, which is written. Confined to the partition's lock. */
final class ActiveSegment implements AutoCloseable {
    private static final int ZERO_BYTES = 64 << 10;

    private final Segment segment;
    private final Path path;
    private final DiskFile file;
    private final int growBytes;
    private long sizeBytes;
    private long usedBytes;
    private boolean named;

    private ActiveSegment(Segment segment, Path path, DiskFile file, int growBytes) {
        this.segment = segment;
        this.path = path;
        this.file = file;
        this.growBytes = growBytes;
        this.sizeBytes = file.sizeBytes();
        this.usedBytes = segment.usedBytes();
    }

    /** A new file with its FILE frame. Nothing of it, not even its name, is durable before {@link #force}. */
    static ActiveSegment create(PartitionFiles files, long base, int growBytes) {
        Disk disk = files.disk();
        disk.createDirectories(files.directory());
        // A leftover of a creation that failed for want of space: nothing in it was ever acknowledged.
        disk.delete(files.segment(base));
        Path path = files.segment(base);
        DiskFile file = disk.create(path);
        ActiveSegment created = new ActiveSegment(new Segment(base), path, file, growBytes);
        try {
            created.write(head(files.identity(), base));
        } catch (DiskException e) {
            file.close();
            throw e;
        }
        return created;
    }

    /** Goes on in a file that is known to be durable up to {@code segment.usedBytes()}, with nothing but zeros behind. */
    static ActiveSegment open(PartitionFiles files, Segment segment, int growBytes) {
        Path path = files.segment(segment.base());
        ActiveSegment opened = new ActiveSegment(segment, path, files.disk().open(path), growBytes);
        opened.named = true;
        return opened;
    }

    Segment segment() {
        return segment;
    }

    long usedBytes() {
        return usedBytes;
    }

    boolean hasRecords() {
        return segment.end() > segment.base();
    }

    /**
     * Writes frames behind the last ones. They are not durable yet.
     *
     * @throws DiskException of kind FULL: the file is as before
     */
    void write(ByteBuffer frames) {
        long from = usedBytes;
        int bytes = frames.remaining();
        try {
            growTo(from + bytes);
            file.write(frames, from);
        } catch (DiskException e) {
            if (e.kind() == DiskException.Kind.FULL) {
                erase(from, from + bytes, e);
            }
            throw e;
        }
        usedBytes = from + bytes;
    }

    /** Makes what was written durable, and the name of a new file. */
    void force(PartitionFiles files) {
        file.force();
        if (!named) {
            files.disk().forceDirectory(files.directory());
            named = true;
        }
    }

    /** States that the log was closed in order. */
    void writeClosed() {
        ByteBuffer frame = Frame.newBuffer(Frame.HEADER_BYTES);
        Frame.seal(frame, 0, LogFormat.CLOSED, (byte) 0, segment.end(), 0, new CRC32C());
        write(frame);
        file.force();
    }

    /** Ends the file: its zeros are cut off, and that is forced. It is closed, also if the disk refuses. */
    void seal() {
        try (file) {
            if (sizeBytes > usedBytes) {
                file.truncate(usedBytes);
                sizeBytes = usedBytes;
                file.force();
            }
        }
    }

    @Override
    public void close() {
        file.close();
    }

    private void growTo(long neededBytes) {
        while (sizeBytes < neededBytes) {
            long target = (sizeBytes / growBytes + 1) * growBytes;
            zero(sizeBytes, target);
            sizeBytes = target;
        }
    }

    /** So that a later, shorter append is not followed by the rest of one that was refused. */
    private void erase(long from, long to, DiskException full) {
        try {
            sizeBytes = Math.max(sizeBytes, file.sizeBytes());
            zero(from, Math.min(to, sizeBytes));
        } catch (DiskException e) {
            full.addSuppressed(e);
            throw new DiskException(DiskException.Kind.FAILED, path, "could not undo a refused append", full);
        }
    }

    private void zero(long from, long to) {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZERO_BYTES, Math.max(0, to - from)));
        for (long at = from; at < to; at += zeros.capacity()) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), to - at));
            file.write(zeros, at);
        }
    }

    private static ByteBuffer head(Identity identity, long base) {
        ByteBuffer head = Frame.newBuffer(Frame.sizeOf(Identity.BYTES));
        identity.put(head, Frame.HEADER_BYTES);
        Frame.seal(head, 0, LogFormat.FILE, (byte) 0, base, Identity.BYTES, new CRC32C());
        return head;
    }
}
