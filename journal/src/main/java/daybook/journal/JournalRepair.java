package daybook.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The explicit, last resort for a journal that is refused: ends it before the damage. What is taken away, the damaged segment
 * and all behind it, is kept in a new directory {@code removed-NNNN}. Events that others have seen are lost by this, so whoever
 * holds a line above the new end (snapshot, checkpoint) will still refuse.
 */
public final class JournalRepair {
    private final Disk disk;
    private final Path directory;
    private final FrameWindow window = SegmentScan.newWindow();

    public JournalRepair(Disk disk, Path directory) {
        this.disk = disk;
        this.directory = directory;
    }

    /**
     * What was done.
     *
     * @param keptIn where the removed segments are now
     * @param files their names
     * @param lastSeq the event the journal ends with now
     */
    public record Removed(Path keptIn, List<String> files, long lastSeq) {}

    /**
     * Ends the journal before its first damage.
     *
     * @return empty if there is no damage; nothing is changed then
     * @throws DiskException of kind LOCKED if it is open
     * @throws JournalException if even the header of the first segment is damaged
     */
    public Optional<Removed> cutBeforeDamage() {
        try (DiskLock lock = disk.lock(directory.resolve(SegmentName.LOCK));
                DiskLock noArchiving = disk.lock(directory.resolve(SegmentName.ARCHIVE_LOCK))) {
            List<Path> segments = SegmentName.segments(disk, directory);
            List<SegmentScan> good = new ArrayList<>();
            int wrong = firstWrong(segments, good);
            if (wrong < 0) {
                return Optional.empty();
            }
            if (good.isEmpty()) {
                throw new JournalException(
                        JournalException.Kind.DAMAGED, segments.get(wrong) + ": nothing before the damage can be kept");
            }
            return Optional.of(cut(segments.subList(wrong, segments.size()), good.get(good.size() - 1)));
        }
    }

    /** Index of the first segment to take away whole or in part; {@code good} ends with the scan where the journal will end. */
    private int firstWrong(List<Path> segments, List<SegmentScan> good) {
        for (int i = 0; i < segments.size(); i++) {
            SegmentScan scan;
            try {
                scan = SegmentScan.of(disk, segments.get(i), window);
                if (!good.isEmpty()) {
                    JournalOpening.requireChain(good.get(good.size() - 1), scan.header(), segments.get(i));
                }
            } catch (JournalException e) {
                boolean inPrevious = i > 0 && good.get(i - 1).damage().isPresent();
                return inPrevious ? i - 1 : i;
            }
            good.add(scan);
            if (i == segments.size() - 1
                    && scan.damage().isPresent()
                    && scan.damage().get().provenBy() >= 0) {
                return i;
            }
        }
        return -1;
    }

    private Removed cut(List<Path> removed, SegmentScan last) {
        Path keptIn = Aside.newDirectory(disk, directory, "removed");
        List<String> names = new ArrayList<>();
        for (Path segment : removed) {
            Aside.copy(disk, segment, keptIn.resolve(SegmentName.of(segment)));
            names.add(SegmentName.of(segment));
        }
        disk.forceDirectory(keptIn);
        disk.forceDirectory(directory);
        // From behind, so that an interruption leaves a journal that is still refused at the same place.
        for (int i = removed.size() - 1; i >= 0; i--) {
            if (!removed.get(i).equals(last.file())) {
                disk.delete(removed.get(i));
                disk.forceDirectory(directory);
            }
        }
        if (removed.contains(last.file())) {
            new WholeCopy(disk, directory).replace(last);
        }
        return new Removed(keptIn, names, last.whole().nextSeq() - 1);
    }
}
