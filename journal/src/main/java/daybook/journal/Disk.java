package daybook.journal;

import java.nio.file.Path;
import java.util.List;

/**
 * The file system as this project uses it. Everything that stores bytes itself (journal, log, snapshots, checkpoints) goes
 * through it, so that tests can lose, tear, reorder and rot what was written.
 *
 * <p>Names are durable only after {@link #forceDirectory} of their parent; bytes and size of a file only after
 * {@link DiskFile#force}. All methods throw {@link DiskException} when the disk refuses. Safe for many threads.
 */
public interface Disk {

    /** Creates a new, empty file for reading and writing; fails if the name exists. */
    DiskFile create(Path file);

    /** Opens an existing file for reading and writing. */
    DiskFile open(Path file);

    /** Opens an existing file for reading only; needs no write permission. */
    DiskFile openReadOnly(Path file);

    /** Creates a directory and its missing parents, and forces each parent. Does nothing if it exists. */
    void createDirectories(Path directory);

    /** File and directory names (not paths) in a directory, sorted; empty if the directory does not exist. */
    List<String> list(Path directory);

    boolean exists(Path file);

    /** Renames atomically, replacing {@code to} if it exists. */
    void rename(Path from, Path to);

    /** Deletes a file; does nothing if it does not exist. */
    void delete(Path file);

    /** Makes the names in a directory durable. */
    void forceDirectory(Path directory);

    /**
     * Takes the exclusive lock that is the file {@code file}, creating it if needed. Held until closed or the process ends.
     *
     * @throws DiskException of kind {@link DiskException.Kind#LOCKED} if another process or this one holds it
     */
    DiskLock lock(Path file);
}
