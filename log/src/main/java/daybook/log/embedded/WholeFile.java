package daybook.log.embedded;

import daybook.journal.Disk;
import daybook.journal.DiskException;
import daybook.journal.DiskFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;

/** Small files that are read and replaced as a whole. */
final class WholeFile {
    private WholeFile() {}

    /** Replaces a file durably: at any moment, and after any crash, it is the old one or the new one. */
    static void replace(Disk disk, Path file, ByteBuffer content) {
        write(disk, LogPaths.unfinished(file), content, true);
        disk.rename(LogPaths.unfinished(file), file);
        disk.forceDirectory(parent(file));
    }

    /** Replaces a file that is only a hint: a crash may leave anything. */
    static void replaceHint(Disk disk, Path file, ByteBuffer content) {
        write(disk, LogPaths.unfinished(file), content, false);
        disk.rename(LogPaths.unfinished(file), file);
    }

    /** The file's bytes, little endian; empty if there is none or it is larger than {@code maxBytes}. */
    static Optional<ByteBuffer> read(Disk disk, Path file, int maxBytes) {
        try (DiskFile opened = disk.openReadOnly(file)) {
            long size = opened.sizeBytes();
            if (size > maxBytes) {
                return Optional.empty();
            }
            ByteBuffer content = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
            opened.read(content, 0);
            return Optional.of(content.flip());
        } catch (DiskException e) {
            if (e.kind() == DiskException.Kind.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    static Path parent(Path file) {
        Path parent = file.getParent();
        if (parent == null) {
            throw new IllegalArgumentException("file: " + file + " (expected: a file in a directory)");
        }
        return parent;
    }

    private static void write(Disk disk, Path file, ByteBuffer content, boolean force) {
        disk.delete(file);
        try (DiskFile created = disk.create(file)) {
            created.write(content, 0);
            if (force) {
                created.force();
            }
        }
    }
}
