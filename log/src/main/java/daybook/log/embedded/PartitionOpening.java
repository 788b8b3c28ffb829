package daybook.log.embedded;

import daybook.journal.Disk;
import daybook.journal.DiskFile;
import daybook.journal.Frame;
import daybook.log.LogException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Opens the files of one partition for writing: what lies there is checked, cut or refused, and made durable before anything is
 * served. The rules stand in {@code docs/formats/log.md}.
 */
final class PartitionOpening {
    private static final int COPY_BYTES = 1 << 20;

    private final PartitionFiles files;
    private final int growBytes;
    private final Consumer<String> notices;
    private final NavigableMap<Long, Segment> segments = new TreeMap<>();
    private boolean closed = true;

    PartitionOpening(PartitionFiles files, int growBytes, Consumer<String> notices) {
        this.files = files;
        this.growBytes = growBytes;
        this.notices = notices;
    }

    Partition.Found open() {
        Disk disk = files.disk();
        long provenEnd = OffsetFile.read(disk, files.line(), LogFormat.LINE, files.identity())
                .orElse(0);
        long start = OffsetFile.read(disk, files.start(), LogFormat.START, files.identity())
                .orElse(0);
        List<Long> bases = basesOnDisk();
        deleteLeftovers(bases, start);
        for (int i = 0; i < bases.size() - 1; i++) {
            openClosed(bases.get(i), bases.get(i + 1));
        }
        if (!bases.isEmpty()) {
            openLast(bases.get(bases.size() - 1), provenEnd);
        }
        long end = segments.isEmpty() ? 0 : segments.lastEntry().getValue().end();
        if (end < provenEnd || end < start) {
            throw damaged(end, "records up to offset " + Math.max(provenEnd, start) + " were durable and are gone");
        }
        ActiveSegment active = segments.isEmpty()
                ? null
                : ActiveSegment.open(files, segments.lastEntry().getValue(), growBytes);
        return new Partition.Found(
                segments.isEmpty() ? 0 : Math.max(start, segments.firstKey()), segments, active, closed);
    }

    private List<Long> basesOnDisk() {
        List<Long> bases = new ArrayList<>();
        for (String entry : files.disk().list(files.directory())) {
            if (entry.endsWith(LogPaths.UNFINISHED)) {
                files.disk().delete(files.directory().resolve(entry));
            } else if (LogPaths.baseOf(entry) >= 0) {
                bases.add(LogPaths.baseOf(entry));
            }
        }
        return bases;
    }

    private void deleteLeftovers(List<Long> bases, long start) {
        boolean deleted = false;
        while (bases.size() > 1 && bases.get(1) <= start) {
            if (!deleted) {
                // The file may be seen and yet not be durable; it has to be before what it speaks of goes.
                WholeFile.replace(
                        files.disk(), files.start(), OffsetFile.content(LogFormat.START, files.identity(), start));
            }
            files.disk().delete(files.segment(bases.get(0)));
            files.disk().delete(files.index(bases.get(0)));
            bases.remove(0);
            deleted = true;
        }
        if (deleted) {
            files.disk().forceDirectory(files.directory());
        }
    }

    /** A segment that another one follows. The index is believed if it fits; the segment's bytes are checked when read. */
    private void openClosed(long base, long nextBase) {
        Optional<Segment> index = SegmentIndex.load(files, base).filter(s -> s.end() == nextBase && isThere(s));
        if (index.isPresent()) {
            segments.put(base, index.get());
            return;
        }
        try (DiskFile file = files.disk().openReadOnly(files.segment(base))) {
            SegmentScan scan = SegmentScan.of(files, file, base, nextBase);
            if (scan.segment().end() != nextBase) {
                throw damaged(scan.segment().end(), "the next segment begins at " + nextBase);
            }
            rebuildIndex(scan.segment(), scan.segment().usedBytes());
        }
    }

    private boolean isThere(Segment segment) {
        try (DiskFile file = files.disk().openReadOnly(files.segment(segment.base()))) {
            return file.sizeBytes() >= segment.usedBytes();
        }
    }

    private void openLast(long base, long provenEnd) {
        Optional<Segment> index = SegmentIndex.load(files, base);
        try (DiskFile file = files.disk().openReadOnly(files.segment(base))) {
            if (index.isPresent() && wasClosedWhereItSays(file, index.get(), provenEnd)) {
                segments.put(base, index.get());
                return;
            }
            SegmentScan scan = SegmentScan.of(files, file, base, provenEnd);
            if (scan.isEmpty()) {
                dropUnbornSegment(base);
            } else if (scan.closed()) {
                rebuildIndex(scan.segment(), scan.segment().usedBytes() - Frame.HEADER_BYTES);
            } else {
                rewrite(file, scan);
            }
        }
    }

    /** Spares reading the segment: the frame where the index ends is the mark of a close in order, with nothing behind it. */
    private static boolean wasClosedWhereItSays(DiskFile file, Segment index, long provenEnd) {
        FrameReader reader = new FrameReader(file);
        long position = index.usedBytes();
        boolean closed = index.end() >= provenEnd
                && reader.at(position)
                && reader.kind() == LogFormat.CLOSED
                && reader.number() == index.end();
        if (!closed) {
            return false;
        }
        long used = reader.after(position);
        index.reaches(index.end(), used);
        return reader.firstNonZero(used) < 0;
    }

    /** A segment whose creation a crash cut short; what it would follow is the last one then, and never said so. */
    private void dropUnbornSegment(long base) {
        files.disk().delete(files.segment(base));
        files.disk().forceDirectory(files.directory());
        notices.accept(files.place() + ": removed segment " + base + ", which had not become durable");
        if (segments.isEmpty()) {
            return;
        }
        long before = segments.lastKey();
        segments.remove(before);
        openLast(before, base);
    }

    /** What the page cache shows may never have reached the disk: the good frames go into a new file. */
    private void rewrite(DiskFile from, SegmentScan scan) {
        Segment segment = scan.segment();
        Path target = files.segment(segment.base());
        try (DiskFile copy = files.disk().create(LogPaths.unfinished(target))) {
            ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(COPY_BYTES, segment.usedBytes()));
            for (long at = 0; at < segment.usedBytes(); at += buffer.limit()) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), segment.usedBytes() - at));
                from.read(buffer, at);
                copy.write(buffer.flip(), at);
            }
            copy.force();
        }
        files.disk().rename(LogPaths.unfinished(target), target);
        files.disk().forceDirectory(files.directory());
        segments.put(segment.base(), segment);
        closed = false;
        notices.accept(files.place() + ": was not closed in order; wrote segment " + segment.base()
                + " anew up to offset " + segment.end() + (scan.torn() ? ", a torn append behind it was cut off" : ""));
    }

    /** An index ends before the mark of a close in order, so that the next opening looks for that mark. */
    private void rebuildIndex(Segment segment, long indexedBytes) {
        long usedBytes = segment.usedBytes();
        segment.reaches(segment.end(), indexedBytes);
        SegmentIndex.store(files, segment);
        segment.reaches(segment.end(), usedBytes);
        segments.put(segment.base(), segment);
        notices.accept(files.place() + ": index of segment " + segment.base() + " was made anew");
    }

    private LogException damaged(long offset, String what) {
        return new LogException(
                LogException.Kind.CORRUPT,
                files.place() + ": " + files.directory() + ", offset " + offset + ": " + what);
    }
}
