package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.TreeMap;

/** The bytes of a damaged segment with some batches out of a copy. Confined to one thread. */
final class PatchedSource implements SegmentSource {
    private final SegmentSource own;
    private final SegmentSource copy;
    private final Path copied;
    private final boolean whole;
    /** From where to where the copy's bytes count. */
    private final TreeMap<Long, Long> patches = new TreeMap<>();

    private PatchedSource(SegmentSource own, SegmentSource copy, Path copied, boolean whole) {
        this.own = own;
        this.copy = copy;
        this.copied = copied;
        this.whole = whole;
    }

    /** The segment's own bytes, as long as nothing is patched. */
    static PatchedSource of(Disk disk, Path own, Path copied) {
        SegmentSource mine = SegmentSource.open(disk, own);
        try {
            return new PatchedSource(mine, SegmentSource.open(disk, copied), copied, false);
        } catch (DiskException away) {
            mine.close();
            throw away;
        }
    }

    /** The copy's as they are. */
    static PatchedSource allOf(Disk disk, Path copied) {
        SegmentSource source = SegmentSource.open(disk, copied);
        return new PatchedSource(source, source, copied, true);
    }

    /** Bytes that are the copy's, where it is not all of them. */
    long patched() {
        return patches.entrySet().stream()
                .mapToLong(patch -> patch.getValue() - patch.getKey())
                .sum();
    }

    /** Takes the batch around the damage from the copy. False if the copy has none there. */
    boolean patch(SegmentScan scan, FrameWindow window) {
        SegmentScan.Damage damage = scan.damage().orElseThrow();
        long from = damagedBatch(scan, window);
        long end = batchEnd(copy, from, window);
        if (end < 0) {
            return false;
        }
        boolean inside = damage.offset() < end;
        patches.put(inside ? from : damage.offset(), inside ? end : damage.lastNonZero() + 1);
        return true;
    }

    /** Where the batch begins that is not whole. */
    private long damagedBatch(SegmentScan scan, FrameWindow window) {
        if (scan.isEmpty()) {
            return SegmentHeader.BYTES;
        }
        return batchEnd(this, scan.lastBatchAt(), window) > scan.whole().end()
                ? scan.lastBatchAt()
                : scan.whole().end();
    }

    /** Where the batch ends whose head lies at a place; -1 if there is no head. */
    private static long batchEnd(SegmentSource source, long at, FrameWindow window) {
        Stamp stamp = new Stamp();
        window.forget();
        boolean there = window.load(source, at) && stamp.read(window.buffer(), window.at(at));
        window.forget();
        return there ? at + Stamp.FRAME_BYTES + stamp.groupBytes : -1;
    }

    /** Refuses a copy whose segment is of another venue, or begins with other numbers. */
    void requireHeader(Path file) {
        SegmentHeader mine = SegmentHeader.read(file, own);
        if (!mine.equals(SegmentHeader.read(copied, copy))) {
            throw otherHistory(0, mine.baseSeq());
        }
    }

    /** Refuses a copy in which a batch is whole and other than here: it is of another history, and so is what was taken. */
    void requireHistory(SegmentScan scan, FrameWindow window) {
        long at = SegmentHeader.BYTES;
        while (at < scan.whole().end()) {
            long end = batchEnd(this, at, window);
            if (!equal(at, end) && isWhole(at, end, window)) {
                throw otherHistory(at, scan.header().baseSeq());
            }
            at = end;
        }
    }

    private JournalException otherHistory(long at, long seq) {
        return JournalException.at(
                JournalException.Kind.FOREIGN,
                copied,
                at,
                seq,
                "the copy is not of this journal, its bytes are others");
    }

    private boolean equal(long from, long end) {
        ByteBuffer here = Frame.newBuffer((int) (end - from));
        ByteBuffer there = Frame.newBuffer((int) (end - from));
        read(here, from);
        copy.read(there, from);
        return here.clear().equals(there.clear());
    }

    private boolean isWhole(long from, long end, FrameWindow window) {
        long at = from;
        window.forget();
        while (at < end && window.load(copy, at)) {
            at += Frame.sizeOf(Frame.payloadBytes(window.buffer(), window.at(at)));
        }
        window.forget();
        return at >= end;
    }

    @Override
    public int read(ByteBuffer target, long position) {
        int start = target.position();
        int read = own.read(target, position);
        patches.forEach((from, to) -> overlay(target, start, position, Math.max(from, position), to));
        return Math.max(read, target.position() - start);
    }

    /** Lays the copy's bytes over a part of what was read; what the copy does not have there is zero. */
    private void overlay(ByteBuffer target, int start, long position, long from, long to) {
        long end = Math.min(to, position + target.limit() - start);
        if (from >= end) {
            return;
        }
        ByteBuffer part = Frame.newBuffer((int) (end - from));
        copy.read(part, from);
        part.clear();
        int at = (int) (start + from - position);
        target.put(at, part, 0, part.capacity());
        target.position(Math.max(target.position(), at + part.capacity()));
    }

    /** Writes a new file, and forces it. A packed segment that is taken whole stays packed. */
    void writeTo(Disk disk, Path file) {
        if (whole) {
            Aside.copy(disk, copied, file);
        } else {
            Aside.write(disk, this::read, file);
        }
    }

    @Override
    public void close() {
        own.close();
        if (!whole) {
            copy.close();
        }
    }
}
