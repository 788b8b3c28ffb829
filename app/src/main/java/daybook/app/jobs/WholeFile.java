package daybook.app.jobs;

import daybook.delivery.jobs.JobContext;
import daybook.journal.Disk;
import daybook.journal.DiskFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes files that are there whole or not at all, whenever the process or the machine dies: under a name of their own first, forced, then
 * renamed. Safe for many threads; of two that write the same file the last one's is there.
 */
final class WholeFile {
    private static final String PART = ".part";
    private static final int PIECE_BYTES = 1 << 20;

    /** The name of an unfinished file ends with when its writer began, milliseconds since the epoch: a disk's own times are not asked for. */
    private static final Pattern UNFINISHED = Pattern.compile("\\..+\\.([0-9]{13})\\.part");

    /** No job takes as long as that: the longest lease. Who left one so long ago is gone. */
    private static final Duration ABANDONED = Duration.ofDays(1);

    private final Disk disk;
    private final Path directory;
    private final String writer;

    /**
     * Makes the directory and takes away what writers left unfinished a day ago or earlier. Those of others who may be at work stay.
     *
     * @param writer told apart from all others, such as a job's id and token
     * @param now the machine's time
     */
    WholeFile(Disk disk, Path directory, String writer, Instant now) {
        this.disk = disk;
        this.directory = directory;
        this.writer = writer + "." + now.toEpochMilli();
        disk.createDirectories(directory);
        long before = now.minus(ABANDONED).toEpochMilli();
        disk.list(directory).stream()
                .filter(name -> wasBegunBefore(name, before))
                .forEach(name -> disk.delete(directory.resolve(name)));
    }

    /** For the files of one attempt at a job. */
    static WholeFile of(Disk disk, Path directory, JobContext context, InstantSource machine) {
        String writer = context.job().id() + "." + context.token();
        return new WholeFile(disk, directory, writer, machine.instant());
    }

    private static boolean wasBegunBefore(String name, long ms) {
        Matcher unfinished = UNFINISHED.matcher(name);
        return unfinished.matches() && Long.parseLong(unfinished.group(1)) < ms;
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

    /** Whether there is a file of this name with the same bytes. */
    boolean has(String name, DiskFile source) {
        Path there = directory.resolve(name);
        if (!disk.exists(there)) {
            return false;
        }
        try (DiskFile copy = disk.openReadOnly(there)) {
            return copy.sizeBytes() == source.sizeBytes() && isSame(copy, source);
        }
    }

    private static boolean isSame(DiskFile copy, DiskFile source) {
        ByteBuffer one = ByteBuffer.allocate(PIECE_BYTES);
        ByteBuffer other = ByteBuffer.allocate(PIECE_BYTES);
        long size = source.sizeBytes();
        for (long at = 0; at < size; at += PIECE_BYTES) {
            fill(copy, one, at, size);
            fill(source, other, at, size);
            if (!one.equals(other)) {
                return false;
            }
        }
        return true;
    }

    /** A read may bring less than was asked for. */
    private static void fill(DiskFile file, ByteBuffer piece, long at, long size) {
        piece.clear().limit((int) Math.min(piece.capacity(), size - at));
        int read = 1;
        while (piece.hasRemaining() && read > 0) {
            read = file.read(piece, at + piece.position());
        }
        piece.flip();
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
