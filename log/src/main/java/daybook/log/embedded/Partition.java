package daybook.log.embedded;

import daybook.journal.DiskException;
import daybook.journal.DiskFile;
import daybook.journal.Frame;
import daybook.log.Producer;
import daybook.log.Retention;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * A partition that this process writes. Appends hold its lock, from the look for duplicates to the force; readers do not, they
 * go by {@link #end}.
 */
final class Partition implements PartitionView, AutoCloseable {
    private final PartitionFiles files;
    private final EmbeddedLogSettings.SegmentSize size;
    private final StopFlag stop;
    private final Arrivals arrivals;
    private final ConcurrentNavigableMap<Long, Segment> segments = new ConcurrentSkipListMap<>();
    private final ByteBuffer lineContent;
    private volatile long start;
    private volatile long end;
    private @Nullable ActiveSegment active;
    private @Nullable DiskFile line;
    private boolean dirty;

    /** What an opening found. */
    record Found(
            long start,
            NavigableMap<Long, Segment> segments,
            @Nullable ActiveSegment active,
            boolean closed) {}

    Partition(PartitionFiles files, Found found, EmbeddedLogSettings.SegmentSize size, Topics.Shared shared) {
        this.files = files;
        this.size = size;
        this.stop = shared.stop();
        this.arrivals = shared.arrivals();
        this.segments.putAll(found.segments());
        this.start = found.start();
        this.end = segments.isEmpty() ? 0 : segments.lastEntry().getValue().end();
        this.active = found.active();
        this.dirty = !found.closed();
        this.lineContent = OffsetFile.content(LogFormat.LINE, files.identity(), end);
        if (!segments.isEmpty()) {
            writeFirstLine();
        }
    }

    private void writeFirstLine() {
        try {
            writeLine();
        } catch (DiskException refused) {
            abandon();
            throw refused;
        }
    }

    @Override
    public PartitionFiles files() {
        return files;
    }

    @Override
    public long start() {
        return start;
    }

    @Override
    public long end() {
        return end;
    }

    @Override
    public long baseOf(long offset) {
        Map.Entry<Long, Segment> found = segments.floorEntry(offset);
        return found == null ? start : found.getKey();
    }

    @Override
    public long positionOf(long base, long offset) {
        Segment segment = segments.get(base);
        return segment == null ? 0 : segment.positionOf(offset);
    }

    @Override
    public synchronized long notAfter(long timeMs) {
        for (Segment segment : segments.values()) {
            if (segment.maxTimeMs() >= timeMs) {
                return Math.max(start, segment.base());
            }
        }
        return end;
    }

    /**
     * Stores what was sent, except duplicates, and makes it durable; each file touched is written and forced once.
     *
     * @throws daybook.log.LogException if the disk refuses: then the records without an answer are not surely stored
     */
    synchronized void append(SentRecords sent, FrameBuffer frames) {
        stop.check();
        long highest = highestSeq(sent.producer());
        sent.markDuplicates(seq -> seq <= highest && holds(sent.producer(), seq));
        int from = nextNew(sent, 0);
        try {
            while (from < sent.count()) {
                from = nextNew(sent, appendToOneFile(sent, from, frames));
            }
        } catch (DiskException e) {
            throw stop.refused(files.place().toString(), e);
        }
    }

    /** Drops whole segments that the retention does not keep; the last one always stays. Returns how many. */
    synchronized int enforce(Retention retention, long nowMs) {
        long keepFrom = start;
        long bytes = segments.values().stream().mapToLong(Segment::usedBytes).sum();
        Iterator<Segment> oldestFirst = segments.values().iterator();
        while (oldestFirst.hasNext()) {
            Segment segment = oldestFirst.next();
            boolean tooOld = isOlder(segment.maxTimeMs(), nowMs, retention);
            if (!oldestFirst.hasNext() || !tooOld && bytes <= retention.bytes()) {
                break;
            }
            bytes -= segment.usedBytes();
            keepFrom = Math.max(keepFrom, segment.end());
        }
        return dropBelow(keepFrom);
    }

    /**
     * Records below an offset are gone at once; files that hold nothing else are deleted. Returns how many files.
     *
     * @param offset at most the end
     */
    synchronized int dropBelow(long offset) {
        if (offset <= start) {
            return 0;
        }
        if (offset > end) {
            throw new IllegalArgumentException("offset: " + offset + " (expected: at most the end, " + end + ")");
        }
        stop.check();
        try {
            // Durable first: files that come back after a crash are then known to be leftovers.
            WholeFile.replace(
                    files.disk(), files.start(), OffsetFile.content(LogFormat.START, files.identity(), offset));
            start = offset;
            return deleteBelow(offset);
        } catch (DiskException e) {
            throw stop.refused(files.place().toString(), e);
        }
    }

    /** Says in the file that the log was closed in order, and leaves the hint that makes the next opening short. */
    @Override
    public synchronized void close() {
        ActiveSegment last = active;
        active = null;
        try {
            if (last != null && dirty) {
                SegmentIndex.store(files, last.segment());
                last.writeClosed();
            }
        } finally {
            release(last);
        }
    }

    /** Lets go of the files as a crash would: nothing is written. */
    synchronized void abandon() {
        release(active);
        active = null;
    }

    private void release(@Nullable ActiveSegment last) {
        if (last != null) {
            last.close();
        }
        if (line != null) {
            line.close();
            line = null;
        }
    }

    private boolean holds(String producer, long seq) {
        for (Segment segment : segments.descendingMap().values()) {
            if (segment.holds(producer, seq)) {
                return true;
            }
        }
        return false;
    }

    /** Above it a seq is new; at or below it, it has to be looked for. */
    private long highestSeq(String producer) {
        long highest = -1;
        for (Segment segment : segments.values()) {
            highest = Math.max(highest, segment.highestSeq(producer));
        }
        return highest;
    }

    private static int nextNew(SentRecords sent, int from) {
        int i = from;
        while (i < sent.count() && sent.isDuplicate(i)) {
            i++;
        }
        return i;
    }

    private int appendToOneFile(SentRecords sent, int from, FrameBuffer frames) {
        ActiveSegment to = fileFor(sent.sizeBytes(from));
        long first = end;
        FrameBuffer.Limits limits = new FrameBuffer.Limits(
                first, size.records() - (first - to.segment().base()), size.bytes() - to.usedBytes());
        int next = frames.fill(sent, from, first, limits);
        ByteBuffer bytes = frames.bytes();
        long position = to.usedBytes();
        to.write(bytes.duplicate().order(bytes.order()));
        dirty = true;
        to.force(files);
        remember(to.segment(), sent, from, next);
        mark(to.segment(), bytes, position);
        publish(to);
        return next;
    }

    private ActiveSegment fileFor(int recordBytes) {
        ActiveSegment last = active;
        if (last != null && isFull(last, recordBytes)) {
            active = null;
            last.seal();
            SegmentIndex.store(files, last.segment());
            last = null;
        }
        if (last == null) {
            last = ActiveSegment.create(files, end, size.growBytes());
            active = last;
        }
        return last;
    }

    private boolean isFull(ActiveSegment last, int recordBytes) {
        long records = last.segment().end() - last.segment().base();
        return records >= size.records()
                || last.hasRecords() && last.usedBytes() + recordBytes + Frame.HEADER_BYTES + 256 > size.bytes();
    }

    private void remember(Segment segment, SentRecords sent, int from, int to) {
        long offset = end;
        SeqSet seqs = null;
        for (int i = from; i < to; i++) {
            if (sent.isDuplicate(i)) {
                continue;
            }
            segment.sawTime(sent.timeMs(i));
            if (sent.seq(i) != Producer.NO_SEQ) {
                seqs = seqs == null ? segment.seqsOf(sent.producer()) : seqs;
                seqs.add(sent.seq(i));
            }
            sent.stored(i, offset++);
        }
        segment.reaches(offset, segment.usedBytes());
    }

    private static void mark(Segment segment, ByteBuffer frames, long position) {
        int at = 0;
        while (at < frames.limit()) {
            segment.mark(Frame.number(frames, at), position + at);
            at += Frame.sizeOf(Frame.payloadBytes(frames, at));
        }
    }

    private void publish(ActiveSegment to) {
        Segment segment = to.segment();
        segment.reaches(segment.end(), to.usedBytes());
        segments.put(segment.base(), segment);
        end = segment.end();
        writeLine();
        arrivals.announce();
    }

    /** For readers in other processes. Not forced: it only says what is durable already. */
    private void writeLine() {
        OffsetFile.put(lineContent, LogFormat.LINE, files.identity(), end);
        if (line == null) {
            line = OffsetFile.openLine(files.disk(), files.line());
        }
        line.write(lineContent, 0);
    }

    private int deleteBelow(long offset) {
        int deleted = 0;
        while (segments.size() > 1 && segments.firstEntry().getValue().end() <= offset) {
            long base = segments.firstKey();
            segments.remove(base);
            files.disk().delete(files.segment(base));
            files.disk().delete(files.index(base));
            deleted++;
        }
        if (deleted > 0) {
            files.disk().forceDirectory(files.directory());
        }
        return deleted;
    }

    private static boolean isOlder(long timeMs, long nowMs, Retention retention) {
        return retention.age().toSeconds() < Long.MAX_VALUE / 1_000
                && timeMs < nowMs - retention.age().toMillis();
    }
}
