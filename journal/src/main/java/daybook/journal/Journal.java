package daybook.journal;

import java.nio.file.Path;
import java.util.List;

/**
 * A journal opened for writing, by one process at a time. Everything that {@link #recovery} reports is durable.
 *
 * <p>For reading alone, also while another process writes, use {@link JournalTailer} with {@link StatedLine}.
 */
public final class Journal implements AutoCloseable {
    private final Disk disk;
    private final Path directory;
    private final JournalWriter writer;
    private final Recovery recovery;

    private Journal(Disk disk, Path directory, JournalWriter writer, Recovery recovery) {
        this.disk = disk;
        this.directory = directory;
        this.writer = writer;
        this.recovery = recovery;
    }

    /** Opens with no line known from elsewhere. */
    public static Journal open(Disk disk, Path directory, JournalSettings settings) {
        return open(JournalPorts.of(disk), directory, settings, List.of());
    }

    /**
     * Locks, examines and if needed repairs the journal in a directory, which is created if missing.
     *
     * @param ports its lanes are used from now on by this journal alone
     * @param proven lines that others saw as durable
     * @throws DiskException of kind LOCKED if somebody has it open, or if the disk refuses
     * @throws JournalException if it cannot be trusted; its bytes are then as they were
     */
    public static Journal open(JournalPorts ports, Path directory, JournalSettings settings, List<ProvenLine> proven) {
        Disk disk = ports.disk();
        disk.createDirectories(directory);
        DiskLock lock = disk.lock(directory.resolve(SegmentName.LOCK));
        boolean opened = false;
        try {
            forceNames(disk, directory);
            JournalOpening.Opened found;
            try (DiskLock noArchiving = disk.lock(directory.resolve(SegmentName.ARCHIVE_LOCK))) {
                found = new JournalOpening(disk, directory, settings, proven).open();
            }
            JournalWriter writer = new SegmentedJournalWriter(ports, directory, settings, lock, found.end());
            opened = true;
            return new Journal(disk, directory, writer, found.recovery());
        } finally {
            if (!opened) {
                lock.close();
            }
        }
    }

    /** A run that was killed may have made the directory and not forced its name. */
    private static void forceNames(Disk disk, Path directory) {
        disk.forceDirectory(directory);
        Path parent = directory.toAbsolutePath().normalize().getParent();
        if (parent != null) {
            disk.forceDirectory(parent);
        }
    }

    public JournalWriter writer() {
        return writer;
    }

    public Recovery recovery() {
        return recovery;
    }

    /** Follows the events from one on; poll it up to {@link JournalWriter#durableSeq}. */
    public JournalTailer events(long fromSeq) {
        return JournalTailer.events(disk, directory, fromSeq);
    }

    /** Reads commands and events from a command on; poll it up to {@link JournalWriter#durableCommandSeq}. */
    public JournalTailer entries(long fromCommandSeq) {
        return JournalTailer.entries(disk, directory, fromCommandSeq);
    }

    /** Closes the writer. */
    @Override
    public void close() {
        writer.close();
    }
}
