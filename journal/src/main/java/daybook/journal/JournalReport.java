package daybook.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a look at every byte of a journal found: frames and their checksums, numbers, groups, batches, and whether the segments
 * follow each other. Whether the events are the right ones only a replay can tell. Changes nothing; may run beside the exchange.
 *
 * @param segments in order
 * @param damage the first place that is not as it must be, if any; nothing behind it was looked at
 * @param tornTail what a crash left behind the last whole group, if anything; the next start cuts it. Also what a running
 *     exchange is just writing
 * @param readableSeq highest event that may be shown: the durable line stated in the files, or what lies before the damage
 * @param readableCommandSeq highest command that may be shown
 */
public record JournalReport(
        List<Segment> segments,
        Optional<JournalPlace> damage,
        Optional<JournalPlace> tornTail,
        long readableSeq,
        long readableCommandSeq) {

    /**
     * One segment.
     *
     * @param dataBytes bytes that carry something, unpacked
     * @param ended whether it has its end mark
     */
    public record Segment(
            SegmentInfo info,
            boolean archived,
            long dataBytes,
            long batches,
            long commands,
            long events,
            boolean ended) {}

    /** Looks at all of it. */
    public static JournalReport of(Disk disk, Path directory) {
        return new Look(disk, directory).report();
    }

    public boolean isClean() {
        return damage.isEmpty();
    }

    public long batches() {
        return segments.stream().mapToLong(Segment::batches).sum();
    }

    public long commands() {
        return segments.stream().mapToLong(Segment::commands).sum();
    }

    public long events() {
        return segments.stream().mapToLong(Segment::events).sum();
    }

    /** Commands kept, up to {@link #readableCommandSeq}: a running exchange has written more by now. */
    public long readableCommands() {
        return segments.isEmpty()
                ? 0
                : Math.max(0, readableCommandSeq - segments.get(0).info().baseCommandSeq() + 1);
    }

    /** Events kept, up to {@link #readableSeq}. */
    public long readableEvents() {
        return segments.isEmpty() ? 0 : Math.max(0, readableSeq - firstSeq() + 1);
    }

    public long dataBytes() {
        return segments.stream().mapToLong(Segment::dataBytes).sum();
    }

    /** Seq of the first event kept; also the next one of a journal without events. */
    public long firstSeq() {
        return segments.isEmpty() ? 1 : segments.get(0).info().baseSeq();
    }

    private static final class Look {
        /** A running exchange may overtake the scan; then what looked torn is whole at the next look. */
        private static final int LOOKS = 3;

        private static final long UNREAD = -1;

        private final Disk disk;
        private final Path directory;
        private final FrameWindow window = SegmentScan.newWindow();
        private final List<Segment> segments = new ArrayList<>();
        private long statedSeq = UNREAD;
        private long statedCommandSeq;

        Look(Disk disk, Path directory) {
            this.disk = disk;
            this.directory = directory;
        }

        JournalReport report() {
            try {
                readLine();
            } catch (JournalException damaged) {
                statedSeq = UNREAD; // the look at every byte says better what it is
            }
            List<Path> files = SegmentName.segments(disk, directory);
            SegmentScan previous = null;
            for (Path file : files) {
                try {
                    SegmentScan scan = scan(file);
                    if (previous == null) {
                        Retained.read(disk, directory).requireFirst(file, scan.header());
                    } else {
                        JournalOpening.requireChain(previous, scan.header(), file);
                        JournalOpening.requireVenue(
                                file, scan.header(), previous.header().venueId());
                    }
                    segments.add(summary(scan));
                    previous = scan;
                } catch (JournalException e) {
                    long seq = previous == null ? 1 : previous.whole().nextSeq();
                    JournalPlace unnamed =
                            new JournalPlace(SegmentName.of(file), 0, seq, String.valueOf(e.getMessage()));
                    return damaged(previous, e.place().orElse(unnamed));
                }
            }
            if (previous == null || previous.damage().isEmpty()) {
                return sound(Optional.empty());
            }
            SegmentScan.Damage found = previous.damage().get();
            JournalPlace place =
                    new JournalPlace(SegmentName.of(previous.file()), found.offset(), found.seq(), found.what());
            return found.provenBy() >= 0 ? damaged(previous, place) : sound(Optional.of(place));
        }

        private SegmentScan scan(Path file) {
            SegmentScan scan = scanOnce(file);
            for (int look = 1; look < LOOKS && scan.damage().isPresent(); look++) {
                scan = scanOnce(file);
            }
            return scan;
        }

        /** Between the look at the directory and now it may have been archived, under another name. */
        private SegmentScan scanOnce(Path file) {
            Path found = file;
            if (!disk.exists(file)) {
                long base = SegmentName.baseBatch(file);
                for (Path segment : SegmentName.segments(disk, directory)) {
                    found = SegmentName.baseBatch(segment) == base ? segment : found;
                }
            }
            return SegmentScan.of(disk, found, window);
        }

        private JournalReport sound(Optional<JournalPlace> tornTail) {
            if (statedSeq == UNREAD) {
                readLine();
            }
            return new JournalReport(List.copyOf(segments), Optional.empty(), tornTail, statedSeq, statedCommandSeq);
        }

        /** Before the scan: then all that is stated is in what the scan finds, and every figure is of one moment. */
        private void readLine() {
            try (StatedLine line = new StatedLine(disk, directory)) {
                line.refresh();
                statedSeq = line.seq();
                statedCommandSeq = line.commandSeq();
            }
        }

        /** All that is whole before the damage had been durable, or what is damaged could not have been. */
        private JournalReport damaged(@Nullable SegmentScan last, JournalPlace place) {
            long seq = last == null ? 0 : last.whole().nextSeq() - 1;
            long commandSeq = last == null ? 0 : last.whole().nextCommandSeq() - 1;
            return new JournalReport(List.copyOf(segments), Optional.of(place), Optional.empty(), seq, commandSeq);
        }

        private static Segment summary(SegmentScan scan) {
            SegmentHeader header = scan.header();
            SegmentScan.Whole end = scan.whole();
            return new Segment(
                    header.info(scan.file()),
                    SegmentName.isArchived(SegmentName.of(scan.file())),
                    scan.dataBytes(),
                    end.nextBatch() - header.baseBatch(),
                    end.nextCommandSeq() - header.baseCommandSeq(),
                    end.nextSeq() - header.baseSeq(),
                    scan.ended());
        }
    }
}
