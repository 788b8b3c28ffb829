package daybook.app.jobs;

import daybook.journal.Disk;
import daybook.journal.DiskFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Writes files that are there whole or not at all, whenever the process or the machine dies: under a name of their own first, forced, then
 * renamed. Safe for many threads; of two that write the same file the last one's is there.
 */
final class WholeFile {
    private static final String PART = ".part";
    private static final int PIECE_BYTES = 1 << 20;

    private final Disk disk;
    private final Path directory;
    private final String writer;

    /**
     * Makes the directory and takes away what earlier writers left unfinished.
     *
     * @param writer told apart from all others, such as a job's id and token
     */
    WholeFile(Disk disk, Path directory, String writer) {
        this.disk = disk;
        this.directory = directory;
        this.writer = writer;
        disk.createDirectories(directory);
        disk.list(directory).stream()
                .filter(name -> name.endsWith(PART))
                .forEach(name -> disk.delete(directory.resolve(name)));
    }

    /** Its name is durable only after {@link #force}. */
    void write(String name, byte[] content) {
        Path part = part(name);
        try (DiskFile file = disk.create(part)) {
            file.write(ByteBuffer.wrap(content), 0);
            file.force();
        }
        disk.rename(part, directory.resolve(name));
    }

    /** The same from another file, a piece at a time. */
    void copy(String name, DiskFile source) {
        Path part = part(name);
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        try (DiskFile file = disk.create(part)) {
            long at = 0;
            while (source.read(piece.clear(), at) > 0) {
                int read = piece.flip().remaining();
                file.write(piece, at);
                at += read;
            }
            file.force();
        }
        disk.rename(part, directory.resolve(name));
    }

    private Path part(String name) {
        Path part = directory.resolve("." + name + "." + writer + PART);
        disk.delete(part);
        return part;
    }

    /** Makes the names durable. */
    void force() {
        disk.forceDirectory(directory);
    }
}
