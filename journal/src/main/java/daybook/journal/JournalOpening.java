package daybook.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Opens a journal directory for writing: looks first and changes nothing while there is a reason to refuse; then cuts and
 * re-persists the tail if the last run did not end in order.
 */
final class JournalOpening {
    private final Disk disk;
    private final Path directory;
    private final JournalSettings settings;
    private final List<ProvenLine> proven;
    private final FrameWindow window = SegmentScan.newWindow();
    private final List<SegmentInfo> infos = new ArrayList<>();

    JournalOpening(Disk disk, Path directory, JournalSettings settings, List<ProvenLine> proven) {
        this.disk = disk;
        this.directory = directory;
        this.settings = settings;
        this.proven = List.copyOf(proven);
    }

    /** What was found, and where to go on. */
    record Opened(Recovery recovery, SegmentScan.Whole end) {}

    /** To be called with the lock held. */
    Opened open() {
        SegmentScan last = examine(SegmentName.segments(disk, directory));
        SegmentScan.Whole end = last == null ? new SegmentScan.Whole(0, 1, 1, 1) : last.whole();
        requireProven(end, last);

        for (Path leftOver : SegmentName.temporary(disk, directory)) {
            disk.delete(leftOver);
        }
        disk.forceDirectory(directory);
        boolean clean = last == null || last.ended();
        Optional<Recovery.Cut> cut = Optional.empty();
        if (last != null && !clean) {
            cut = cutOf(last);
            new WholeCopy(disk, directory).replace(last);
            if (last.isEmpty()) {
                infos.remove(infos.size() - 1);
            }
        }
        Recovery recovery = new Recovery(end.nextSeq() - 1, end.nextCommandSeq() - 1, clean, cut, List.copyOf(infos));
        return new Opened(recovery, end);
    }

    /** Reads every segment that is not archived, and the last one in any case. Returns the last. */
    private @Nullable SegmentScan examine(List<Path> segments) {
        SegmentScan previous = null;
        for (Path file : segments) {
            SegmentScan scan = look(file, file.equals(segments.get(segments.size() - 1)));
            requireVenue(file, scan.header(), settings.venueId());
            if (previous == null) {
                Retained.read(disk, directory).requireFirst(file, scan.header());
            } else {
                requireChain(previous, scan.header(), file);
            }
            infos.add(scan.header().info(file));
            previous = scan;
        }
        if (previous != null && previous.damage().isPresent()) {
            refuseIfProven(previous.file(), previous.damage().get());
        }
        return previous;
    }

    /** An archived segment was scanned when it was packed; {@code verify} reads it again. Here its header is enough. */
    private SegmentScan look(Path file, boolean isLast) {
        if (isLast || !SegmentName.isArchived(SegmentName.of(file))) {
            return SegmentScan.of(disk, file, window);
        }
        try (SegmentSource source = SegmentSource.open(disk, file)) {
            return SegmentScan.byName(file, SegmentHeader.read(file, source));
        }
    }

    static void requireVenue(Path file, SegmentHeader header, UUID venueId) {
        if (!header.venueId().equals(venueId)) {
            throw JournalException.at(
                    JournalException.Kind.FOREIGN,
                    file,
                    0,
                    header.baseSeq(),
                    "venue: " + header.venueId() + " (expected: " + venueId + ")");
        }
    }

    /**
     * Refuses if the second does not begin where the first ends. Bytes behind the last batch of the first do not matter: an end
     * mark whose force failed may be there in part.
     */
    static void requireChain(SegmentScan previous, SegmentHeader next, Path nextFile) {
        SegmentScan.Whole end = previous.whole();
        boolean follows = previous.isFollowedBy(next);
        Optional<SegmentScan.Damage> damage = previous.damage();
        if (damage.isPresent() && (!follows || damage.get().offset() != end.end())) {
            throw JournalException.at(
                    JournalException.Kind.DAMAGED,
                    previous.file(),
                    damage.get().offset(),
                    damage.get().seq(),
                    damage.get().what() + "; segment " + SegmentName.of(nextFile)
                            + " follows, so this had been durable");
        }
        if (!follows) {
            throw JournalException.at(
                    JournalException.Kind.BROKEN_CHAIN,
                    nextFile,
                    0,
                    next.baseSeq(),
                    "starts at batch " + next.baseBatch() + ", commandSeq " + next.baseCommandSeq() + ", seq "
                            + next.baseSeq() + " (expected: " + end.nextBatch() + ", " + end.nextCommandSeq() + ", "
                            + end.nextSeq() + ", where " + SegmentName.of(previous.file()) + " ends)");
        }
    }

    private static void refuseIfProven(Path file, SegmentScan.Damage damage) {
        if (damage.provenBy() >= 0) {
            throw JournalException.at(
                    JournalException.Kind.DAMAGED,
                    file,
                    damage.offset(),
                    damage.seq(),
                    damage.what() + "; what lies at offset " + damage.provenBy() + " says that this had been durable");
        }
    }

    private void requireProven(SegmentScan.Whole end, @Nullable SegmentScan last) {
        Path file = last == null ? directory : last.file();
        for (ProvenLine line : proven) {
            long seq = end.nextSeq() - 1;
            long commandSeq = end.nextCommandSeq() - 1;
            if (seq >= line.seq() && commandSeq >= line.commandSeq()) {
                continue;
            }
            String behind = "the journal is behind the " + line.source() + ": it ends at seq " + seq + ", commandSeq "
                    + commandSeq + " (expected: at least " + line.seq() + ", " + line.commandSeq() + ")";
            if (last != null && last.damage().isPresent()) {
                SegmentScan.Damage damage = last.damage().get();
                throw JournalException.at(
                        JournalException.Kind.DAMAGED,
                        file,
                        damage.offset(),
                        damage.seq(),
                        damage.what() + "; " + behind);
            }
            throw new JournalException(JournalException.Kind.BEHIND, file + ": " + behind);
        }
    }

    private static Optional<Recovery.Cut> cutOf(SegmentScan scan) {
        return scan.damage()
                .map(damage -> new Recovery.Cut(
                        scan.file().toString(),
                        scan.whole().end(),
                        Math.max(0, damage.lastNonZero() + 1 - scan.whole().end())));
    }
}
