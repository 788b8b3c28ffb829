package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file that will be the next segment, filled with written zeros ahead of need: later writes then change no sizes and no
 * extents, so a force is one disk write, and a failed write cannot leave the file shorter than it was. Belongs to the writer's
 * thread, and while a step runs beside it to that lane alone.
 */
final class SpareSegment {
    private static final int STEP_BYTES = 1 << 20;

    private final Disk disk;
    private final Path directory;
    private final Path path;
    private final long usualBytes;
    private final ByteBuffer zeros;
    private @Nullable DiskFile file;
    private long written;
    private long wanted;

    SpareSegment(Disk disk, Path directory, long usualBytes) {
        this.disk = disk;
        this.directory = directory;
        this.path = directory.resolve("next" + SegmentName.TEMPORARY);
        this.usualBytes = usualBytes;
        this.wanted = usualBytes;
        zeros = Frame.newBuffer((int) Math.min(STEP_BYTES, usualBytes));
    }

    /** Whether there is something left to prepare. */
    boolean isUnfinished() {
        return written < wanted;
    }

    /** Prepares a little more, and makes it durable. A full disk only means that less is ready when it is needed. */
    void step() {
        try {
            extend();
        } catch (DiskException e) {
            if (e.kind() != DiskException.Kind.FULL) {
                throw e;
            }
            keepAQuarter();
        }
        if (file != null) {
            file.force();
        }
    }

    /** Gives the file away under its segment name, with a header, all durable. What was reserved is its size. */
    ActiveSegment become(Path segment, SegmentHeader header) {
        DiskFile taken = open();
        header.put(zeros);
        try {
            taken.write(zeros, 0);
        } finally {
            clearZeros();
        }
        taken.force();
        disk.rename(path, segment);
        disk.forceDirectory(directory);
        ActiveSegment active = new ActiveSegment(segment, taken, written);
        file = null;
        written = 0;
        wanted = Math.min(usualBytes, Math.max(active.sizeBytes(), STEP_BYTES) * 2);
        return active;
    }

    /** Leaves what was prepared to the next start, which deletes it. */
    void close() {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    /** Deletes what was prepared. */
    void discard() {
        if (file != null) {
            file.close();
            file = null;
            disk.delete(path);
        }
        written = 0;
    }

    /**
     * Makes sure of the usual size, or, if the disk has no room for it, of a quarter of what it has: others write there too.
     *
     * @param neededBytes least size
     * @throws DiskException of kind FULL if there is no room for that; nothing is left behind
     */
    void reserve(long neededBytes) {
        long leastBytes = Math.max(neededBytes, JournalSettings.MIN_SEGMENT_BYTES);
        wanted = Math.max(wanted, leastBytes);
        while (isUnfinished()) {
            try {
                extend();
            } catch (DiskException e) {
                if (e.kind() != DiskException.Kind.FULL) {
                    throw e;
                }
                fallBack(leastBytes, e);
            }
        }
    }

    private void fallBack(long neededBytes, DiskException full) {
        long less = Math.max(neededBytes, Math.min(wanted, written) / 4 & ~7L);
        DiskFile opened = file;
        if (less >= wanted || opened == null) {
            discard();
            throw full;
        }
        wanted = less;
        written = Math.min(written, wanted);
        opened.truncate(written);
    }

    /** Others need room too. */
    private void keepAQuarter() {
        long less = written / 4 & ~7L;
        if (less < JournalSettings.MIN_SEGMENT_BYTES) {
            discard();
            wanted = 0;
        } else {
            open().truncate(less);
            written = less;
            wanted = less;
        }
    }

    private void extend() {
        zeros.clear().limit((int) Math.min(zeros.capacity(), wanted - written));
        int bytes = zeros.remaining();
        open().write(zeros, written);
        written += bytes;
    }

    private DiskFile open() {
        if (file == null) {
            disk.delete(path);
            file = disk.create(path);
            written = 0;
        }
        return file;
    }

    private void clearZeros() {
        zeros.clear();
        for (int i = 0; i < SegmentHeader.BYTES; i += 8) {
            zeros.putLong(i, 0);
        }
    }
}
