package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader in another process: it knows only the files. */
class StatedLineTest {
    private static final Path DIRECTORY = Path.of("/journal");
    private static final JournalSettings SETTINGS = Entries.SMALL.withSegmentBytes(4096);

    private final SimDisk disk = new SimDisk();
    private final StatedLine line = new StatedLine(disk, DIRECTORY);

    @Test
    void aMissingJournalStatesNothing() {
        line.refresh();

        assertThat(line.seq()).isZero();
        assertThat(line.commandSeq()).isZero();
    }

    @Test
    void theLastBatchIsHiddenUntilALaterOneStatesIt() {
        try (Journal journal = Journal.open(disk, DIRECTORY, SETTINGS)) {
            Entries.batches(journal.writer(), 3);
            line.refresh();
            assertThat(line.commandSeq()).isEqualTo(2);
            assertThat(line.seq()).isEqualTo(3);

            journal.writer().idle();
            line.refresh();
            assertThat(line.commandSeq()).isEqualTo(3);
            assertThat(line.seq()).isEqualTo(6);
        }
    }

    @Test
    void theLineIsStatedOnceAndNotAgain() {
        try (Journal journal = Journal.open(disk, DIRECTORY, SETTINGS)) {
            Entries.batches(journal.writer(), 1);
            for (int i = 0; i < 10; i++) {
                journal.writer().idle();
            }
            int operations = disk.operations();
            journal.writer().idle();
            assertThat(disk.operations()).isEqualTo(operations);
            assertThat(JournalReport.of(disk, DIRECTORY).batches()).isEqualTo(2);
        }
    }

    @Test
    void anUnforcedBatchIsNeverStated() {
        try (Journal journal = Journal.open(disk, DIRECTORY, SETTINGS)) {
            Entries.batches(journal.writer(), 1);
            Entries.group(journal.writer(), 1);
            journal.writer().write();
            journal.writer().idle();
            Entries.group(journal.writer(), 1);
            journal.writer().write();

            line.refresh();
            assertThat(line.commandSeq()).isEqualTo(1);
        }
    }

    @Test
    void aCleanEndStatesAll() {
        try (Journal journal = Journal.open(disk, DIRECTORY, SETTINGS)) {
            Entries.batches(journal.writer(), 20);
        }

        line.refresh();

        assertThat(line.commandSeq()).isEqualTo(20);
    }

    @Test
    void afterACrashTheLastBatchStaysHiddenUntilTheNextStart() {
        Journal killed = Journal.open(disk, DIRECTORY, SETTINGS);
        Entries.batches(killed.writer(), 5);
        line.refresh();
        disk.restart();
        line.close();

        StatedLine after = new StatedLine(disk, DIRECTORY);
        after.refresh();
        assertThat(after.commandSeq()).isEqualTo(4);

        Journal.open(disk, DIRECTORY, SETTINGS).close();
        after.refresh();
        assertThat(after.commandSeq()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void neverPassesWhatIsDurableAndReadsItAllThroughRunsRollsAndRepairs(long seed) {
        Random random = new Random(seed);
        List<String> seen = new ArrayList<>();
        JournalTailer tailer = JournalTailer.entries(disk, DIRECTORY, 1);
        Journal journal = Journal.open(disk, DIRECTORY, SETTINGS);
        for (int step = 0; step < 800; step++) {
            JournalWriter writer = journal.writer();
            switch (random.nextInt(12)) {
                case 0 -> writer.idle();
                case 1 -> {
                    Entries.group(writer, (int) (writer.nextCommandSeq() % 4));
                    writer.write();
                }
                case 2 -> {
                    if (random.nextInt(20) == 0) {
                        journal.close();
                        journal = Journal.open(disk, DIRECTORY, SETTINGS);
                    }
                }
                case 3 -> {
                    if (random.nextInt(20) == 0) {
                        // Left without close: as a killed process leaves it.
                        disk.releaseLocks();
                        journal = Journal.open(disk, DIRECTORY, SETTINGS);
                    }
                }
                default -> Entries.batches(writer, 1);
            }
            line.refresh();
            assertThat(line.commandSeq())
                    .as("seed " + seed)
                    .isLessThanOrEqualTo(journal.writer().durableCommandSeq());
            tailer.poll(line.commandSeq(), 100, Entries.into(seen));
        }
        journal.close();
        line.refresh();
        tailer.poll(line.commandSeq(), 1_000, Entries.into(seen));
        assertThat(seen).isEqualTo(Entries.expected(line.commandSeq()));
        assertThat(line.commandSeq()).isEqualTo(journal.writer().durableCommandSeq());
    }
}
