package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Puts in the place of a segment a new file that has only what is whole in it.
 *
 * <p>The tail is copied to a new file instead of being repaired in place. After a failed write the kernel may go on showing bytes
 * that are not on the disk and call them clean; to build on them would lose, at the next power cut, what was acknowledged since.
 */
final class WholeCopy {
    private static final int COPY_BYTES = 1 << 20;

    private final Disk disk;
    private final Path directory;

    WholeCopy(Disk disk, Path directory) {
        this.disk = disk;
        this.directory = directory;
    }

    /** New file, force, rename, force the directory; only then the end mark, which says that all of it is durable. */
    void replace(SegmentScan scan) {
        Path file = scan.file();
        if (scan.isEmpty()) {
            disk.delete(file);
            disk.forceDirectory(directory);
            return;
        }
        Path plain = directory.resolve(SegmentName.of(scan.header().baseBatch()));
        Path copy = directory.resolve(SegmentName.of(plain) + SegmentName.TEMPORARY);
        disk.delete(copy);
        try (DiskFile target = disk.create(copy)) {
            try (SegmentSource source = SegmentSource.open(disk, file)) {
                copyWhole(source, target, scan);
            } catch (DiskException e) {
                // A full disk, most likely: the copy must not make it fuller.
                disk.delete(copy);
                throw e;
            }
            target.force();
            disk.rename(copy, plain);
            disk.forceDirectory(directory);
            writeEndMark(target, scan.whole());
            target.force();
        }
        if (!plain.equals(file)) {
            disk.delete(file);
            disk.forceDirectory(directory);
        }
    }

    private static void copyWhole(SegmentSource source, DiskFile target, SegmentScan scan) {
        long end = scan.whole().end();
        ByteBuffer buffer = Frame.newBuffer((int) Math.min(COPY_BYTES, end));
        for (long at = 0; at < end; at += buffer.capacity()) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), end - at));
            int expected = buffer.remaining();
            if (source.read(buffer, at) != expected) {
                throw new JournalException(JournalException.Kind.DAMAGED, "the segment changed while it was copied");
            }
            target.write(buffer.flip(), at);
        }
        shortenLastBatch(source, target, scan);
    }

    /** If some groups of the last batch were cut, its head must say so. */
    private static void shortenLastBatch(SegmentSource source, DiskFile target, SegmentScan scan) {
        FrameWindow window = new FrameWindow(Stamp.FRAME_BYTES);
        Stamp stamp = new Stamp();
        long at = scan.lastBatchAt();
        if (!window.load(source, at) || !stamp.read(window.buffer(), window.at(at))) {
            throw new JournalException(JournalException.Kind.DAMAGED, "the segment changed while it was copied");
        }
        int kept = (int) (scan.whole().end() - at - Stamp.FRAME_BYTES);
        if (stamp.groupBytes != kept) {
            stamp.groupBytes = kept;
            writeStamp(target, stamp);
        }
    }

    private static void writeEndMark(DiskFile target, SegmentScan.Whole end) {
        Stamp stamp = new Stamp();
        stamp.kind = EntryKind.CLEAN_CLOSE;
        stamp.batch = end.nextBatch();
        stamp.nextCommandSeq = end.nextCommandSeq();
        stamp.nextSeq = end.nextSeq();
        stamp.durableBatch = end.nextBatch() - 1;
        stamp.durableCommandSeq = end.nextCommandSeq() - 1;
        stamp.durableSeq = end.nextSeq() - 1;
        stamp.offset = end.end();
        writeStamp(target, stamp);
    }

    private static void writeStamp(DiskFile target, Stamp stamp) {
        ByteBuffer frame = Frame.newBuffer(Stamp.FRAME_BYTES);
        stamp.put(frame, 0, new CRC32C());
        target.write(frame.clear(), stamp.offset);
    }
}
