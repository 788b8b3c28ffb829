package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Locale;

/** Where a repair keeps what it takes away: nothing is deleted that a human may want to look at. */
final class Aside {
    private static final int COPY_BYTES = 1 << 20;

    private Aside() {}

    /** Makes a directory {@code WHAT-NNNN} in a journal's, with the first number that is free. */
    static Path newDirectory(Disk disk, Path journal, String what) {
        int n = 1;
        while (disk.exists(journal.resolve(name(what, n)))) {
            n++;
        }
        Path made = journal.resolve(name(what, n));
        disk.createDirectories(made);
        return made;
    }

    /** Copies a file as it is, and forces the copy. */
    static void copy(Disk disk, Path from, Path to) {
        try (DiskFile source = disk.openReadOnly(from)) {
            write(disk, source::read, to);
        }
    }

    /** Something that can be read from a position on. */
    interface Bytes {
        /** As {@link DiskFile#read}. */
        int read(ByteBuffer target, long position);
    }

    /** Writes a new file, and forces it. */
    static void write(Disk disk, Bytes source, Path to) {
        try (DiskFile target = disk.create(to)) {
            ByteBuffer chunk = Frame.newBuffer(COPY_BYTES);
            long at = 0;
            while (source.read(chunk.clear(), at) > 0) {
                chunk.flip();
                int bytes = chunk.remaining();
                target.write(chunk, at);
                at += bytes;
            }
            target.force();
        }
    }

    private static String name(String what, int n) {
        return String.format(Locale.ROOT, "%s-%04d", what, n);
    }
}
