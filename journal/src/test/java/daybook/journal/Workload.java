package daybook.journal;

import java.nio.file.Path;

/**
 * A scripted day of a journal: three runs, with batches of one and of many groups, two batches under one force, idle times,
 * rolled segments, clean ends and one end without close. Remembers what was acknowledged, so that a crash anywhere in it can be
 * judged.
 */
final class Workload {
    static final Path DIRECTORY = Path.of("/venue/journal");
    static final JournalSettings SETTINGS = Entries.SMALL.withSegmentBytes(4096);

    private final Disk disk;
    private long acknowledged;
    private long stated;
    private long attempted;

    Workload(Disk disk) {
        this.disk = disk;
    }

    /** Highest command whose durability was told to somebody. */
    long acknowledged() {
        return acknowledged;
    }

    /** Highest command that a reader in another process was shown. */
    long stated() {
        return stated;
    }

    /** Highest command handed to the journal. */
    long attempted() {
        return attempted;
    }

    /** Plays all of it; an exception of the disk ends it early. */
    void play() {
        try (Journal journal = open()) {
            batches(journal.writer(), 6);
            journal.writer().idle();
            lookFromOutside();
            twoBatchesOneForce(journal.writer());
            batches(journal.writer(), 8);
        }
        open().close();
        Journal killed = open();
        batches(killed.writer(), 3);
        killed.writer().idle();
        twoBatchesOneForce(killed.writer());
        lookFromOutside();
        killed.writer().close();
        try (Journal journal = open()) {
            batches(journal.writer(), 12);
            bigGroup(journal.writer());
        }
    }

    private Journal open() {
        Journal journal = Journal.open(disk, DIRECTORY, SETTINGS);
        attempted = Math.max(attempted, journal.recovery().lastCommandSeq());
        return journal;
    }

    private void batches(JournalWriter writer, int count) {
        for (int i = 0; i < count; i++) {
            group(writer);
            if (i % 3 == 2) {
                group(writer);
            }
            writer.write();
            force(writer);
        }
    }

    private void twoBatchesOneForce(JournalWriter writer) {
        group(writer);
        writer.write();
        group(writer);
        group(writer);
        writer.write();
        force(writer);
    }

    /** Larger than a segment. */
    private void bigGroup(JournalWriter writer) {
        while (writer.nextCommandSeq() % 4 != 3) {
            group(writer);
        }
        for (int i = 0; i < 20; i++) {
            group(writer);
        }
        writer.write();
        force(writer);
    }

    private void group(JournalWriter writer) {
        attempted = writer.nextCommandSeq();
        Entries.group(writer, (int) (writer.nextCommandSeq() % 4));
    }

    private void force(JournalWriter writer) {
        writer.force();
        acknowledged = writer.durableCommandSeq();
    }

    private void lookFromOutside() {
        try (StatedLine line = new StatedLine(disk, DIRECTORY)) {
            line.refresh();
            stated = Math.max(stated, line.commandSeq());
        }
    }
}
