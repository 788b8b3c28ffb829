package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Writes the golden files of the present format version; run by hand when there is a new one. */
final class Golden {
    static final JournalSettings SETTINGS = Entries.SMALL.withSegmentBytes(4096);
    static final int COMMANDS = 40;
    static final int KILLED_COMMANDS = 10;

    private static final Disk DISK = new FileDisk();

    private Golden() {}

    public static void main(String[] arguments) {
        write(Path.of(arguments[0]));
    }

    /** Writes {@code v1-closed} and {@code v1-killed} into a directory. */
    static void write(Path into) {
        closed(into.resolve("v1-closed"));
        killed(into.resolve("v1-killed"));
    }

    /** Two engine versions, several segments, the first archived, idle batches, an end mark. */
    private static void closed(Path directory) {
        try (Journal journal = Journal.open(DISK, directory, SETTINGS)) {
            Entries.batches(journal.writer(), 20);
            journal.writer().idle();
            Entries.batches(journal.writer(), 10);
        }
        JournalSettings next = new JournalSettings(Entries.VENUE, 2, 4096, SETTINGS.maxPendingBytes());
        try (Journal journal = Journal.open(DISK, directory, next)) {
            for (int i = 0; i < 10; i++) {
                Entries.group(journal.writer(), (int) (journal.writer().nextCommandSeq() % 4));
            }
            journal.writer().write();
            journal.writer().force();
        }
        new JournalArchive(DISK, directory).archive(40);
    }

    /** Not closed; of the last batch one group and a half are there. */
    private static void killed(Path directory) {
        Journal journal = Journal.open(DISK, directory, SETTINGS);
        Entries.batches(journal.writer(), 8);
        for (int i = 0; i < 3; i++) {
            Entries.group(journal.writer(), (int) (journal.writer().nextCommandSeq() % 4));
        }
        journal.writer().write();
        Path segment = SegmentName.segments(DISK, directory).get(0);
        byte[] copy;
        try (DiskFile file = DISK.openReadOnly(segment)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) file.sizeBytes());
            file.read(bytes, 0);
            copy = bytes.array();
        }
        journal.close();
        tear(directory, segment, copy);
    }

    private static void tear(Path directory, Path segment, byte[] bytes) {
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
            end--;
        }
        for (int i = end - 30; i < end; i++) {
            bytes[i] = 0;
        }
        DISK.delete(segment);
        try (DiskFile file = DISK.create(segment)) {
            file.write(ByteBuffer.wrap(bytes), 0);
        }
        for (String name : DISK.list(directory)) {
            if (name.endsWith(".journal") && !name.equals(SegmentName.of(segment))) {
                DISK.delete(directory.resolve(name));
            }
        }
    }
}
