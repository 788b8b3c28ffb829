package daybook.log.embedded;

import daybook.journal.DiskFile;
import daybook.log.Producer;
import java.nio.file.Path;

/**
 * Reads a whole segment at opening and decides where it ends.
 *
 * <p>The records end at the first frame that is not good or not the next one. That is the torn end of an append nobody was told
 * about, unless something says that more had been durable: a line stated by a frame further on, or the proof the caller has.
 * A good frame further on proves nothing by itself, because the frames of one append reach the disk in any order.
 */
final class SegmentScan {
    private final PartitionFiles files;
    private final Path path;
    private final FrameReader reader;
    private final BatchView batch = new BatchView();
    private final Segment segment;
    private boolean closed;
    private boolean torn;

    private SegmentScan(PartitionFiles files, DiskFile file, long base) {
        this.files = files;
        this.path = files.segment(base);
        this.reader = new FrameReader(file);
        this.segment = new Segment(base);
    }

    /**
     * Scans a file.
     *
     * @param provenEnd offset below which every record is known to have been durable
     * @throws daybook.log.LogException of kind CORRUPT if something durable is damaged or gone
     */
    static SegmentScan of(PartitionFiles files, DiskFile file, long base, long provenEnd) {
        SegmentScan scan = new SegmentScan(files, file, base);
        long position = scan.walk(scan.head());
        scan.judge(position, file.sizeBytes(), provenEnd);
        scan.segment.reaches(scan.segment.end(), position);
        return scan;
    }

    /** What was found. */
    Segment segment() {
        return segment;
    }

    /** The last frame says that the log was closed in order, and nothing follows it. */
    boolean closed() {
        return closed && !torn;
    }

    /** Not even the file's first frame became durable. */
    boolean isEmpty() {
        return segment.usedBytes() == 0;
    }

    /** Something behind the last record has to be cut off. */
    boolean torn() {
        return torn;
    }

    private long head() {
        if (!reader.at(0)) {
            return 0;
        }
        boolean ours = reader.kind() == LogFormat.FILE
                && reader.number() == segment.base()
                && reader.payloadBytes() == Identity.BYTES
                && files.identity().isAt(reader.buffer(), reader.payloadAt());
        if (!ours) {
            throw files.damaged(path, 0, segment.base(), "belongs to another topic, partition, place or format");
        }
        return reader.after(0);
    }

    private long walk(long from) {
        long position = from;
        while (position > 0 && reader.at(position)) {
            if (reader.kind() == LogFormat.BATCH && reader.number() == segment.end()) {
                take(position);
                closed = false;
            } else if (reader.kind() == LogFormat.CLOSED && reader.number() == segment.end()) {
                closed = true;
            } else {
                break;
            }
            position = reader.after(position);
        }
        return position;
    }

    private void take(long position) {
        batch.wrap(reader.buffer(), reader.payloadAt());
        segment.mark(segment.end(), position);
        segment.sawTime(batch.maxTimeMs());
        String producer = batch.producer();
        int count = batch.count();
        while (batch.hasNext()) {
            long seq = batch.nextSeq();
            if (seq != Producer.NO_SEQ) {
                segment.seqsOf(producer).add(seq);
            }
            batch.skip();
        }
        segment.reaches(segment.end() + count, reader.after(position));
    }

    private void judge(long position, long sizeBytes, long provenEnd) {
        long end = segment.end();
        if (end < provenEnd) {
            throw files.damaged(path, position, end, "records up to offset " + provenEnd + " were durable");
        }
        torn = reader.firstNonZero(position) >= 0;
        if (torn) {
            refuseIfALineIsStatedBehind(position, sizeBytes);
        }
    }

    private void refuseIfALineIsStatedBehind(long position, long sizeBytes) {
        long at = position + Long.BYTES;
        while (at < sizeBytes) {
            if (!reader.at(at)) {
                at += Long.BYTES;
                continue;
            }
            long line = statedLine();
            if (line > segment.end()) {
                throw files.damaged(
                        path,
                        position,
                        segment.end(),
                        "damaged, and a frame at byte " + at + " says that records up to offset " + line
                                + " were durable");
            }
            at = reader.after(at);
        }
    }

    private long statedLine() {
        if (reader.kind() == LogFormat.CLOSED) {
            return reader.number();
        }
        if (reader.kind() != LogFormat.BATCH) {
            return -1;
        }
        batch.wrap(reader.buffer(), reader.payloadAt());
        return batch.line();
    }
}
