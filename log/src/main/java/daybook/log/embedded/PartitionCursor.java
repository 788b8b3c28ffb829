package daybook.log.embedded;

import daybook.journal.DiskException;
import daybook.journal.DiskFile;
import daybook.log.LogException;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.StoredRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a partition record by record, never above its durable end. Confined to one thread. */
final class PartitionCursor implements AutoCloseable {
    private final PartitionView partition;
    private final BatchView batch = new BatchView();
    private long offset;
    private long base = -1;
    private @Nullable DiskFile file;
    private @Nullable FrameReader reader;
    /** Of the frame in {@link #batch}, while that has records; else of the next frame. */
    private long position;

    private boolean inBatch;
    /** The end when the window was read, at the latest: what it shows above that may never have become a record. */
    private long knownEnd;

    PartitionCursor(PartitionView partition, long offset) {
        this.partition = partition;
        this.offset = offset;
    }

    /** Of the record that is read next. */
    long offset() {
        return offset;
    }

    void seek(long to) {
        if (to != offset) {
            offset = to;
            leaveFile();
        }
    }

    /**
     * Reads on.
     *
     * @return how many records were added
     * @throws OffsetOutOfRangeException if the offset is not there
     * @throws daybook.log.LogException of kind CORRUPT if stored bytes are damaged
     */
    int read(int max, List<StoredRecord> to) {
        try {
            long end = readableEnd();
            int count = 0;
            while (count < max && offset < end) {
                if (!inBatch) {
                    enterBatch(end);
                }
                to.add(new StoredRecord(partition.place(), offset, batch.next()));
                count++;
                step();
            }
            return count;
        } catch (DiskException e) {
            throw unreadable(e);
        }
    }

    /** Moves to the first record at or after a time; to the end if there is none. */
    void seekTime(long timeMs) {
        try {
            long end = readableEnd();
            while (offset < end) {
                if (!inBatch) {
                    enterBatch(end);
                }
                if (batch.nextTimeMs() >= timeMs) {
                    return;
                }
                batch.skip();
                step();
            }
        } catch (DiskException e) {
            throw unreadable(e);
        }
    }

    @Override
    public void close() {
        leaveFile();
    }

    private long readableEnd() {
        long end = partition.end();
        if (offset < partition.start() || offset > end) {
            leaveFile();
            throw new OffsetOutOfRangeException(partition.place(), offset, partition.start(), end);
        }
        return end;
    }

    private void step() {
        offset++;
        if (!batch.hasNext()) {
            inBatch = false;
            position = reader().after(position);
        }
    }

    /** Finds the batch that holds the offset, which is below the end. */
    private void enterBatch(long end) {
        if (offset >= knownEnd) {
            knownEnd = end;
            reader().forget();
        }
        if (findBatch()) {
            return;
        }
        // The hint may be wrong, or, in another process, a recovery may have replaced the file.
        leaveFile();
        reader();
        position = 0;
        if (!findBatch()) {
            throw partition.files().damaged(partition.files().segment(base), position, offset, "no good frame here");
        }
    }

    private boolean findBatch() {
        while (true) {
            FrameReader frames = reader();
            while (frames.at(position)) {
                boolean isBatch = frames.kind() == LogFormat.BATCH;
                if (isBatch && frames.number() > offset) {
                    return false;
                }
                if (isBatch && enter(frames)) {
                    return true;
                }
                position = frames.after(position);
            }
            if (partition.baseOf(offset) == base) {
                return false;
            }
            leaveFile();
        }
    }

    private boolean enter(FrameReader frames) {
        long first = frames.number();
        batch.wrap(frames.buffer(), frames.payloadAt());
        if (first + batch.count() <= offset) {
            return false;
        }
        for (long skipped = first; skipped < offset; skipped++) {
            batch.skip();
        }
        inBatch = true;
        return true;
    }

    private FrameReader reader() {
        FrameReader open = reader;
        if (open == null) {
            base = partition.baseOf(offset);
            DiskFile opened = openSegment();
            file = opened;
            open = new FrameReader(opened);
            reader = open;
            position = partition.positionOf(base, offset);
            checkHead(open);
        }
        return open;
    }

    private DiskFile openSegment() {
        try {
            return partition.files().disk().openReadOnly(partition.files().segment(base));
        } catch (DiskException e) {
            if (e.kind() != DiskException.Kind.NOT_FOUND) {
                throw e;
            }
            if (offset < partition.start()) {
                throw new OffsetOutOfRangeException(partition.place(), offset, partition.start(), partition.end());
            }
            throw partition.files().damaged(partition.files().segment(base), 0, offset, "the file is not there");
        }
    }

    private void checkHead(FrameReader frames) {
        boolean ours = frames.at(0)
                && frames.kind() == LogFormat.FILE
                && frames.number() == base
                && partition.files().identity().isAt(frames.buffer(), frames.payloadAt());
        if (!ours) {
            throw partition.files().damaged(partition.files().segment(base), 0, base, "no good FILE frame here");
        }
    }

    private LogException unreadable(DiskException e) {
        leaveFile();
        return new LogException(
                LogException.Kind.FAILED, partition.place() + ": offset " + offset + ": " + e.getMessage(), e);
    }

    private void leaveFile() {
        if (file != null) {
            file.close();
        }
        file = null;
        reader = null;
        inBatch = false;
    }
}
