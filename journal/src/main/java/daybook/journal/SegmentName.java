package daybook.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Names in a journal directory. A segment is named by the number of its first batch. */
final class SegmentName {
    static final String LOCK = "lock";
    static final String ARCHIVE_LOCK = "archive.lock";
    static final String TEMPORARY = ".tmp";
    static final String PRUNED = "pruned";

    private static final String PLAIN = ".journal";
    private static final String ARCHIVED = PLAIN + ".gz";
    private static final Pattern SEGMENT = Pattern.compile("[0-9]{20}(\\.journal|-[0-9]{20}\\.journal\\.gz)");

    private SegmentName() {}

    static String of(long baseBatch) {
        return digits(baseBatch) + PLAIN;
    }

    /** An archived segment also names its last batch, so that a missing one is noticed without unpacking any. */
    static String archived(long baseBatch, long lastBatch) {
        return digits(baseBatch) + "-" + digits(lastBatch) + ARCHIVED;
    }

    /** The second number in an archived segment's name. */
    static long lastBatch(Path archived) {
        return Long.parseLong(of(archived).substring(21, 41));
    }

    static boolean isArchived(String name) {
        return name.endsWith(ARCHIVED);
    }

    /** The number in a segment's name. */
    static long baseBatch(Path segment) {
        return baseBatch(of(segment));
    }

    static String of(Path file) {
        return Objects.requireNonNull(file.getFileName()).toString();
    }

    private static String digits(long batch) {
        return String.format(Locale.ROOT, "%020d", batch);
    }

    private static long baseBatch(String name) {
        return Long.parseLong(name.substring(0, 20));
    }

    /**
     * The segment files in the order of their base batch. Where an archive run was interrupted and a segment lies there both plain and archived, the
     * plain one counts.
     *
     * @throws JournalException if a name ends like a segment's but is none
     */
    static List<Path> segments(Disk disk, Path directory) {
        SortedMap<Long, Path> segments = new TreeMap<>();
        for (String name : disk.list(directory)) {
            if (!name.endsWith(PLAIN) && !name.endsWith(ARCHIVED)) {
                continue;
            }
            if (!SEGMENT.matcher(name).matches() || name.compareTo(of(Long.MAX_VALUE)) > 0) {
                throw new JournalException(
                        JournalException.Kind.BROKEN_CHAIN,
                        directory.resolve(name) + ": not a segment's name (expected: 20 digits and " + PLAIN + ")");
            }
            if (name.endsWith(PLAIN)) {
                segments.put(baseBatch(name), directory.resolve(name));
            } else {
                segments.putIfAbsent(baseBatch(name), directory.resolve(name));
            }
        }
        return List.copyOf(segments.values());
    }

    /** Left-overs of a crash: never part of the journal. */
    static List<Path> temporary(Disk disk, Path directory) {
        List<Path> files = new ArrayList<>();
        for (String name : disk.list(directory)) {
            if (name.endsWith(TEMPORARY)) {
                files.add(directory.resolve(name));
            }
        }
        return files;
    }
}
