package daybook.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Heals a damaged journal with a copy of its directory, as {@code cp -a} or a mirror makes it, at any time and also of a running
 * exchange. Only what is damaged is taken from the copy, batch by batch, so that one that is behind, or rotten elsewhere, helps
 * too. Nothing is changed unless the whole journal is sound with it; the damaged files are then kept in a new directory {@code
 * damaged-NNNN}.
 *
 * <p>A torn tail, which the next start cuts anyhow, is healed too where the copy has it whole.
 */
public final class RepairFromCopy {
    private final Disk disk;
    private final Path directory;
    private final Path copy;
    private final FrameWindow window = SegmentScan.newWindow();

    public RepairFromCopy(Disk disk, Path directory, Path copy) {
        this.disk = disk;
        this.directory = directory;
        this.copy = copy;
    }

    /**
     * What was done, or would be.
     *
     * @param segments the files that are new, by name
     * @param bytes taken from the copy
     */
    public record Healed(List<String> segments, long bytes) {}

    /** A segment that is to be put in the place of a damaged one, or of none. */
    private record Healing(Path place, Optional<Path> damaged, PatchedSource source, SegmentScan scan) {}

    /**
     * Repairs it.
     *
     * @param dryRun only says what would be done
     * @return empty if there is nothing to heal
     * @throws DiskException of kind LOCKED if it is open
     * @throws JournalException naming the first place that the copy cannot heal; nothing is changed then
     */
    public Optional<Healed> heal(boolean dryRun) {
        try (DiskLock lock = disk.lock(directory.resolve(SegmentName.LOCK));
                DiskLock noArchiving = disk.lock(directory.resolve(SegmentName.ARCHIVE_LOCK))) {
            List<Healing> healings = new ArrayList<>();
            try {
                plan(healings);
                if (healings.isEmpty()) {
                    return Optional.empty();
                }
                if (!dryRun) {
                    carryOut(healings);
                }
                return Optional.of(new Healed(
                        healings.stream().map(h -> SegmentName.of(h.place())).toList(),
                        healings.stream().mapToLong(h -> h.source().patched()).sum()));
            } finally {
                healings.forEach(healing -> healing.source().close());
            }
        }
    }

    /** Goes through the segments as they will be, and refuses if they do not follow each other. */
    private void plan(List<Healing> healings) {
        NavigableMap<Long, Path> own = byBatch(directory);
        NavigableMap<Long, Path> copied = byBatch(copy);
        TreeMap<Long, Path> all = new TreeMap<>(own);
        if (!own.isEmpty()) { // one that is missing between two others; what lies before the first has been pruned
            copied.subMap(own.firstKey(), own.lastKey()).forEach(all::putIfAbsent);
        }
        SegmentScan previous = null;
        for (long batch : all.keySet()) {
            SegmentScan scan = scan(own.get(batch), copied.get(batch), healings);
            if (previous != null) {
                JournalOpening.requireVenue(
                        scan.file(), scan.header(), previous.header().venueId());
                JournalOpening.requireChain(previous, scan.header(), scan.file());
            }
            previous = scan;
        }
        if (previous != null
                && previous.damage().isPresent()
                && previous.damage().get().provenBy() >= 0) {
            throw notInTheCopy(previous.file(), previous.damage().get());
        }
    }

    private SegmentScan scan(@Nullable Path own, @Nullable Path copied, List<Healing> healings) {
        if (own == null || copied == null) {
            return own == null
                    ? taken(requireThere(copied), Optional.empty(), healings)
                    : SegmentScan.of(disk, own, window);
        }
        Optional<SegmentScan> readable = readable(own);
        if (readable.isEmpty()) {
            return taken(copied, Optional.of(own), healings);
        }
        SegmentScan found = readable.get();
        return found.damage().isEmpty() ? found : patched(found, copied, healings);
    }

    /** Empty if its header is damaged, or a packed one anywhere: damage there looks like an early end. */
    private Optional<SegmentScan> readable(Path own) {
        try {
            SegmentScan scan = SegmentScan.of(disk, own, window);
            return SegmentName.isArchived(SegmentName.of(own)) && !scan.ended() ? Optional.empty() : Optional.of(scan);
        } catch (JournalException header) {
            return Optional.empty();
        }
    }

    private static Path requireThere(@Nullable Path copied) {
        if (copied == null) {
            throw new IllegalStateException("a segment is neither here nor there");
        }
        return copied;
    }

    /** The copy's as it is. */
    private SegmentScan taken(Path copied, Optional<Path> damaged, List<Healing> healings) {
        PatchedSource source = PatchedSource.allOf(disk, copied);
        Path place = directory.resolve(SegmentName.of(copied));
        window.forget();
        SegmentScan scan;
        try {
            scan = SegmentScan.of(place, SegmentHeader.read(place, source), source, window);
        } catch (JournalException rotten) {
            source.close();
            throw rotten;
        }
        healings.add(new Healing(place, damaged, source, scan));
        return scan;
    }

    /** Takes batch after batch from the copy where one is damaged, as long as that helps. */
    private SegmentScan patched(SegmentScan found, Path copied, List<Healing> healings) {
        PatchedSource source = PatchedSource.of(disk, found.file(), copied);
        source.requireHeader(found.file());
        SegmentScan scan = found;
        while (scan.damage().isPresent()) {
            SegmentScan better = source.patch(scan, window) ? rescan(scan, source) : scan;
            if (better.damage().isPresent()
                    && better.damage().get().offset() <= scan.damage().get().offset()) {
                break;
            }
            scan = better;
        }
        if (source.patched() == 0
                || scan.whole().end() <= found.whole().end() && scan.damage().isPresent()) {
            source.close();
            return found;
        }
        healings.add(new Healing(found.file(), Optional.of(found.file()), source, scan));
        source.requireHistory(scan, window);
        return scan;
    }

    private SegmentScan rescan(SegmentScan scan, PatchedSource source) {
        window.forget();
        return SegmentScan.of(scan.file(), scan.header(), source, window);
    }

    /** New files first, all of them forced; copies of the damaged ones go aside before the new ones take their names. */
    private void carryOut(List<Healing> healings) {
        Path aside = Aside.newDirectory(disk, directory, "damaged");
        for (Healing healing : healings) {
            healing.damaged().ifPresent(file -> Aside.copy(disk, file, aside.resolve(SegmentName.of(file))));
            disk.delete(temporary(healing));
            healing.source().writeTo(disk, temporary(healing));
        }
        disk.forceDirectory(aside);
        disk.forceDirectory(directory);
        for (Healing healing : healings) {
            disk.rename(temporary(healing), healing.place());
            healing.damaged().filter(file -> !file.equals(healing.place())).ifPresent(disk::delete);
        }
        disk.forceDirectory(directory);
    }

    private static Path temporary(Healing healing) {
        return healing.place().resolveSibling(SegmentName.of(healing.place()) + SegmentName.TEMPORARY);
    }

    private NavigableMap<Long, Path> byBatch(Path in) {
        TreeMap<Long, Path> segments = new TreeMap<>();
        SegmentName.segments(disk, in).forEach(file -> segments.put(SegmentName.baseBatch(file), file));
        return segments;
    }

    private static JournalException notInTheCopy(Path file, SegmentScan.Damage damage) {
        return JournalException.at(
                JournalException.Kind.DAMAGED,
                file,
                damage.offset(),
                damage.seq(),
                damage.what() + "; the copy does not have it whole either");
    }
}
