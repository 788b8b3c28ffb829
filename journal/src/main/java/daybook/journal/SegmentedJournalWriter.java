package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Writes batches into segment files. A segment is written by one run of one process: a restart goes on in a new one. */
final class SegmentedJournalWriter implements JournalWriter {
    private final Disk disk;
    private final Path directory;
    private final JournalSettings settings;
    private final DiskLock lock;
    private final SpareSegment spare;
    private final GroupBuffer groups;
    private final Stamp stamp = new Stamp();
    private final BatchUnderWay underWay = new BatchUnderWay();
    private final LaneWork writing;
    private final LaneWork preparing;

    private long nextSeq;
    private long nextCommandSeq;
    /** Last numbers in ended groups. */
    private long endedSeq;

    private long endedCommandSeq;
    /** Last numbers in the file. */
    private long writtenSeq;

    private long writtenCommandSeq;
    private long writtenBatch;
    /** Whether groups were written since the last force. */
    private boolean unforced;
    /** Whether the file says, to readers elsewhere, that its last group is durable. */
    private boolean stated = true;

    private long durableBatch;
    private volatile long durableSeq;
    private volatile long durableCommandSeq;

    private @Nullable ActiveSegment segment;
    private long preparedAt;
    private boolean stopped;
    private boolean closed;

    /** Goes on behind {@code end}, which is durable. */
    SegmentedJournalWriter(
            JournalPorts ports, Path directory, JournalSettings settings, DiskLock lock, SegmentScan.Whole end) {
        this.disk = ports.disk();
        this.writing = new LaneWork(ports.lanes().batches(), underWay);
        this.preparing = new LaneWork(ports.lanes().preparation(), this::prepareSegment);
        this.directory = directory;
        this.settings = settings;
        this.lock = lock;
        spare = new SpareSegment(disk, directory, settings.segmentBytes());
        groups = new GroupBuffer(settings.maxPendingBytes());
        nextSeq = end.nextSeq();
        nextCommandSeq = end.nextCommandSeq();
        endedSeq = nextSeq - 1;
        endedCommandSeq = nextCommandSeq - 1;
        writtenSeq = endedSeq;
        writtenCommandSeq = endedCommandSeq;
        writtenBatch = end.nextBatch() - 1;
        durableBatch = writtenBatch;
        durableSeq = endedSeq;
        durableCommandSeq = endedCommandSeq;
    }

    @Override
    public ByteBuffer begin(int maxPayloadBytes) {
        requireUsable();
        return groups.begin(maxPayloadBytes);
    }

    @Override
    public long endCommand() {
        if (groups.inGroup()) {
            throw new IllegalStateException("endCommand: inside a group (expected: first of its group)");
        }
        groups.endEntry(EntryKind.COMMAND, nextCommandSeq);
        return nextCommandSeq++;
    }

    @Override
    public long endEvent() {
        if (!groups.inGroup()) {
            throw new IllegalStateException("endEvent: outside a group (expected: after its command)");
        }
        groups.endEntry(EntryKind.EVENT, nextSeq);
        return nextSeq++;
    }

    @Override
    public void endGroup() {
        groups.endGroup();
        endedSeq = nextSeq - 1;
        endedCommandSeq = nextCommandSeq - 1;
    }

    @Override
    public long nextSeq() {
        return nextSeq;
    }

    @Override
    public long nextCommandSeq() {
        return nextCommandSeq;
    }

    @Override
    public int pendingBytes() {
        return groups.endedBytes();
    }

    @Override
    public void reserve(int bytes) {
        requireUsable();
        int batchBytes = Math.addExact(Stamp.FRAME_BYTES + groups.endedBytes(), bytes);
        if (segment == null || !segment.hasRoomFor(batchBytes)) {
            roll(batchBytes);
        }
    }

    @Override
    public void write() {
        requireUsable();
        endBatch();
        if (groups.endedBytes() == 0) {
            return;
        }
        appendBatch(groups.endedBytes());
        groups.taken();
        noteWritten();
        unforced = true;
    }

    private void noteWritten() {
        writtenBatch++;
        writtenSeq = endedSeq;
        writtenCommandSeq = endedCommandSeq;
        stated = false;
    }

    @Override
    public void force() {
        requireUsable();
        endBatch();
        if (unforced) {
            forceWritten();
            prepareNextSegment();
        }
    }

    @Override
    public void startBatch() {
        requireUsable();
        endBatch();
        int groupBytes = groups.endedBytes();
        if (groupBytes == 0) {
            return;
        }
        groups.requireEnded(); // before room is taken in the file
        int bytes = Stamp.FRAME_BYTES + groupBytes;
        ActiveSegment target = withRoomFor(bytes);
        underWay.at = target.claim(bytes);
        fillStamp(EntryKind.BATCH, groupBytes, underWay.at);
        underWay.segment = target;
        underWay.bytes = groups.handOver(stamp);
        noteWritten();
        unforced = false;
        boolean started = false;
        try {
            writing.start();
            started = true;
        } finally {
            stopped |= !started; // the groups are in nobody's hands
        }
    }

    @Override
    public boolean settle() {
        requireUsable();
        if (writing.isRunning()) {
            return false;
        }
        endBatch();
        prepareNextSegment();
        return true;
    }

    /** Waits for the batch under way, if any, and moves the line. */
    private void endBatch() {
        if (writing.isStarted()) {
            writing.await();
            finish(null);
        }
    }

    @Override
    public void idle() {
        requireUsable();
        ActiveSegment current = segment;
        if (!settle() || unforced || groups.endedBytes() > 0 || groups.inGroup()) {
            return;
        }
        try {
            if (current != null && !stated && current.hasRoomFor(Stamp.FRAME_BYTES)) {
                appendBatch(0);
                writtenBatch++;
                stated = true;
            }
            prepareMore();
        } catch (DiskException e) {
            if (e.kind() != DiskException.Kind.FULL) {
                throw stop(e);
            }
            // Nothing is owed: the next batch states the line, and room is made when it is needed.
        }
    }

    @Override
    public long durableSeq() {
        return durableSeq;
    }

    @Override
    public long durableCommandSeq() {
        return durableCommandSeq;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        try {
            if (!stopped) {
                write();
                closeInOrder();
            }
        } finally {
            closed = true;
            closeFiles();
        }
    }

    private void closeFiles() {
        writing.await();
        preparing.await();
        try {
            spare.close();
            if (segment != null) {
                segment.close();
            }
        } finally {
            lock.close();
        }
    }

    private void closeInOrder() {
        try {
            forceWritten();
            endPreparing();
            spare.discard();
            ActiveSegment last = segment;
            if (last == null) {
                return;
            }
            if (last.isEmpty()) {
                // Only after a full disk. The next run wants this name.
                disk.delete(last.path());
                disk.forceDirectory(directory);
            } else if (last.hasRoomFor(0)) {
                // Two forces: when the mark can be read, everything below it is surely on the disk.
                appendEndMark(last);
                last.trim();
                last.force();
            }
        } catch (DiskException e) {
            throw stop(e);
        }
    }

    /** One batch of the ended groups, or of none. */
    private void appendBatch(int groupBytes) {
        int bytes = Stamp.FRAME_BYTES + groupBytes;
        ActiveSegment current = withRoomFor(bytes);
        fillStamp(EntryKind.BATCH, groupBytes, current.position());
        try {
            current.append(groups.batch(stamp));
        } catch (DiskException e) {
            throw e.kind() == DiskException.Kind.FULL ? e : stop(e);
        }
    }

    private ActiveSegment withRoomFor(int bytes) {
        ActiveSegment current = segment;
        return current == null || !current.hasRoomFor(bytes) ? roll(bytes) : current;
    }

    private void fillStamp(byte kind, int groupBytes, long position) {
        stamp.kind = kind;
        stamp.batch = writtenBatch + 1;
        stamp.nextCommandSeq = writtenCommandSeq + 1;
        stamp.nextSeq = writtenSeq + 1;
        stamp.durableBatch = durableBatch;
        stamp.durableCommandSeq = durableCommandSeq;
        stamp.durableSeq = durableSeq;
        stamp.offset = position;
        stamp.groupBytes = groupBytes;
    }

    /** Forces all that is in the file, empty batches too, and only then moves the line. */
    private void forceWritten() {
        endBatch();
        ActiveSegment current = segment;
        if (current != null && durableBatch != writtenBatch) {
            finish(current);
            unforced = false;
        }
    }

    /**
     * Does the last step of what is written and moves the line. A failure, whatever it is, is final: never tried again.
     *
     * @param toForce what to force; null takes the end of the batch that was under way
     */
    private void finish(@Nullable ActiveSegment toForce) {
        boolean done = false;
        try {
            if (toForce == null) {
                writing.takeEnd();
            } else {
                toForce.force();
            }
            done = true;
        } catch (DiskException e) {
            throw stop(e);
        } finally {
            stopped |= !done;
        }
        durableBatch = writtenBatch;
        durableCommandSeq = writtenCommandSeq;
        durableSeq = writtenSeq;
    }

    /**
     * Goes on in a new segment. Room for it is made first, so that a full disk changes nothing. The old one is forced before the
     * new one gets its name: damage in a segment that has a successor is never a torn tail.
     */
    private ActiveSegment roll(int batchBytes) {
        long neededBytes = (long) SegmentHeader.BYTES + batchBytes + Stamp.FRAME_BYTES;
        try {
            endPreparing();
            spare.reserve(neededBytes);
        } catch (DiskException e) {
            throw e.kind() == DiskException.Kind.FULL ? e : stop(e);
        }
        try {
            ActiveSegment old = segment;
            if (old != null) {
                forceWritten();
                if (!old.isEmpty() && old.hasRoomFor(0)) {
                    appendEndMark(old);
                }
                old.close();
                segment = null;
            }
            ActiveSegment opened = spare.become(directory.resolve(SegmentName.of(writtenBatch + 1)), nextHeader());
            segment = opened;
            preparedAt = opened.position();
            return opened;
        } catch (DiskException e) {
            throw stop(e);
        }
    }

    private SegmentHeader nextHeader() {
        return new SegmentHeader(
                settings.venueId(), settings.engineVersion(), writtenBatch + 1, writtenCommandSeq + 1, writtenSeq + 1);
    }

    private void appendEndMark(ActiveSegment ending) {
        fillStamp(EntryKind.CLEAN_CLOSE, 0, ending.position());
        ByteBuffer mark = Frame.newBuffer(Stamp.FRAME_BYTES);
        stamp.put(mark, 0, new CRC32C());
        ending.append(mark);
    }

    /**
     * Spreads the work over what is left of the current segment, so that rolling does not stall. Not from its beginning: a burst
     * then pays nothing for the segment after it, and {@link #idle} prepares it in the pause.
     */
    private void prepareNextSegment() {
        ActiveSegment current = segment;
        if (current == null
                || current.position() < current.sizeBytes() / 8 * 3
                || current.position() - preparedAt < current.sizeBytes() / 128) {
            return;
        }
        preparedAt = current.position();
        try {
            prepareMore();
        } catch (DiskException e) {
            throw stop(e);
        }
    }

    private void prepareMore() {
        if (preparing.isRunning()) {
            return;
        }
        endPreparing();
        if (spare.isUnfinished()) {
            preparing.start();
        }
        if (!preparing.isRunning()) {
            endPreparing();
        }
    }

    /** In the lane. */
    private void prepareSegment() {
        spare.step();
    }

    /** Waits for the preparation under way, if any: then the spare segment is the writer's again. */
    private void endPreparing() {
        if (preparing.isStarted()) {
            preparing.await();
            preparing.takeEnd();
        }
    }

    /** From here on nothing is accepted: what the disk holds is not known any more. */
    private DiskException stop(DiskException e) {
        stopped = true;
        // FULL would tell the caller that it may go on.
        return e.kind() == DiskException.Kind.FULL
                ? new DiskException(DiskException.Kind.FAILED, directory, String.valueOf(e.getMessage()), e)
                : e;
    }

    private void requireUsable() {
        if (stopped || closed) {
            throw new JournalException(
                    JournalException.Kind.STOPPED,
                    directory + ": the journal " + (closed ? "is closed" : "stopped after a disk failure"));
        }
    }
}
