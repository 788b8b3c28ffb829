package daybook.journal;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A scripted day of a journal: three runs, with batches of one and of many groups, two batches under one force, idle times,
 * rolled segments, clean ends and one end without close. Remembers what was acknowledged, so that a crash anywhere in it can be
 * judged.
 */
final class Workload {
    static final Path DIRECTORY = Path.of("/venue/journal");
    static final JournalSettings SETTINGS = Entries.SMALL.withSegmentBytes(4096);

    private final Disk disk;
    private final UnaryOperator<JournalWriter> used;
    private final Supplier<DiskLanes> lanes;
    private long acknowledged;
    private long stated;
    private long attempted;

    Workload(Disk disk) {
        this(disk, UnaryOperator.identity(), () -> DiskLanes.INLINE);
    }

    /** With a writer that is used in place of the journal's own, and lanes of each run. */
    Workload(Disk disk, UnaryOperator<JournalWriter> used, Supplier<DiskLanes> lanes) {
        this.disk = disk;
        this.used = used;
        this.lanes = lanes;
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
        Journal first = open();
        JournalWriter writer = used.apply(first.writer());
        batches(writer, 6);
        writer.idle();
        lookFromOutside();
        for (int i = 0; i < 6; i++) {
            twoBatchesOneForce(writer);
        }
        batches(writer, 4);
        writer.close();
        open().close();

        JournalWriter second = used.apply(open().writer());
        batches(second, 3);
        second.idle();
        twoBatchesOneForce(second);
        lookFromOutside();
        second.close();

        JournalWriter third = used.apply(open().writer());
        batches(third, 8);
        batchLargerThanASegment(third);
        third.close();
    }

    private Journal open() {
        Journal journal = Journal.open(new JournalPorts(disk, lanes.get()), DIRECTORY, SETTINGS, List.of());
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

    private void batchLargerThanASegment(JournalWriter writer) {
        for (int i = 0; i < 40; i++) {
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
