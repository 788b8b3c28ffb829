package daybook.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Packs segments that nobody will write again, and deletes packed ones that nobody wants to keep. May run beside the exchange
 * and beside readers; one at a time, and not while a journal is being opened for writing.
 */
public final class JournalArchive {
    private static final int COPY_BYTES = 64 << 10;

    private final Disk disk;
    private final Path directory;
    private final FrameWindow window = SegmentScan.newWindow();

    public JournalArchive(Disk disk, Path directory) {
        this.disk = disk;
        this.directory = directory;
    }

    /**
     * Packs, with gzip, each segment all of whose events are at or below a line. The newest segment is never packed. A segment
     * is deleted only after its packed form is durable and was read back.
     *
     * @param upToSeq everything at or below it is published and in two snapshots
     * @return names of the new files
     * @throws JournalException if a segment is damaged; it is left as it is
     */
    public List<String> archive(long upToSeq) {
        List<String> packed = new ArrayList<>();
        try (DiskLock lock = disk.lock(directory.resolve(SegmentName.ARCHIVE_LOCK))) {
            List<Path> segments = SegmentName.segments(disk, directory);
            for (int i = 0; i + 1 < segments.size(); i++) {
                Path segment = segments.get(i);
                if (header(segments.get(i + 1)).baseSeq() - 1 > upToSeq) {
                    break;
                }
                if (!SegmentName.isArchived(SegmentName.of(segment))) {
                    packed.add(pack(segment, segments.get(i + 1)));
                }
            }
        }
        return packed;
    }

    /**
     * Deletes the packed segments all of whose events are at or below a line, the oldest first. Where the journal begins then is
     * recorded before.
     *
     * @return names of the deleted files
     */
    public List<String> prune(long upToSeq) {
        List<String> deleted = new ArrayList<>();
        try (DiskLock lock = disk.lock(directory.resolve(SegmentName.ARCHIVE_LOCK))) {
            List<Path> segments = SegmentName.segments(disk, directory);
            int count = 0;
            while (count + 1 < segments.size()
                    && SegmentName.isArchived(SegmentName.of(segments.get(count)))
                    && header(segments.get(count + 1)).baseSeq() - 1 <= upToSeq) {
                count++;
            }
            if (count == 0) {
                return deleted;
            }
            SegmentHeader first = header(segments.get(count));
            new Retained(first.baseBatch(), first.baseCommandSeq(), first.baseSeq()).write(disk, directory);
            for (Path segment : segments.subList(0, count)) {
                disk.delete(segment);
                deleted.add(SegmentName.of(segment));
            }
            disk.forceDirectory(directory);
        }
        return deleted;
    }

    private SegmentHeader header(Path segment) {
        try (SegmentSource source = SegmentSource.open(disk, segment)) {
            return SegmentHeader.read(segment, source);
        }
    }

    private String pack(Path segment, Path next) {
        SegmentScan scan = SegmentScan.of(disk, segment, window);
        SegmentHeader following = header(next);
        JournalOpening.requireChain(scan, following, next);
        Path packed = directory.resolve(
                SegmentName.archived(scan.header().baseBatch(), scan.whole().nextBatch() - 1));
        Path copy = directory.resolve(SegmentName.of(packed) + SegmentName.TEMPORARY);
        disk.delete(copy);
        try (DiskFile target = disk.create(copy)) {
            try (SegmentSource source = SegmentSource.open(disk, segment)) {
                zip(source, scan.dataBytes(), target);
            }
            target.force();
        }
        disk.rename(copy, packed);
        disk.forceDirectory(directory);
        JournalOpening.requireChain(SegmentScan.of(disk, packed, window), following, next);
        disk.delete(segment);
        disk.forceDirectory(directory);
        return SegmentName.of(packed);
    }

    private static void zip(SegmentSource source, long bytes, DiskFile target) {
        ByteBuffer chunk = ByteBuffer.allocate(COPY_BYTES);
        try (OutputStream out = new GZIPOutputStream(new DiskFileOutput(target), COPY_BYTES)) {
            for (long at = 0; at < bytes; at += COPY_BYTES) {
                chunk.clear().limit((int) Math.min(COPY_BYTES, bytes - at));
                source.read(chunk, at);
                out.write(chunk.array(), 0, chunk.position());
            }
        } catch (IOException e) {
            // The stream below throws DiskException; gzip itself has no reason to fail.
            throw new IllegalStateException(e);
        }
    }
}
