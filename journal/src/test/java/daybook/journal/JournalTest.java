package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    private final Disk disk = new FileDisk();

    @TempDir
    Path directory;

    @Test
    void anEmptyDirectoryIsANewJournal() {
        try (Journal journal = Journal.open(disk, directory.resolve("a/b"), Entries.SMALL)) {
            assertThat(journal.recovery().lastSeq()).isZero();
            assertThat(journal.writer().nextSeq()).isEqualTo(1);
            assertThat(journal.writer().nextCommandSeq()).isEqualTo(1);
        }
    }

    @Test
    void whatWasForcedIsThereAfterAReopening() {
        try (Journal journal = Journal.open(disk, directory, Entries.SMALL)) {
            Entries.batches(journal.writer(), 500);
            assertThat(journal.writer().durableCommandSeq()).isEqualTo(500);
        }

        try (Journal journal = Journal.open(disk, directory, Entries.SMALL)) {
            assertThat(journal.recovery().cleanlyClosed()).isTrue();
            assertThat(journal.recovery().lastCommandSeq()).isEqualTo(500);
            assertThat(journal.recovery().lastSeq()).isEqualTo(Entries.eventsIn(500));
            assertThat(journal.recovery().segments()).hasSizeGreaterThan(3);
            assertThat(Entries.all(disk, directory, 500)).isEqualTo(Entries.expected(500));
            Entries.batches(journal.writer(), 10);
        }
        assertThat(Entries.all(disk, directory, 510)).isEqualTo(Entries.expected(510));
    }

    @Test
    void theLineMovesWithTheForceAndNotBefore() {
        try (Journal journal = Journal.open(disk, directory, Entries.SMALL)) {
            JournalWriter writer = journal.writer();

            Entries.group(writer, 2);
            writer.write();
            assertThat(writer.durableSeq()).isZero();
            assertThat(writer.durableCommandSeq()).isZero();

            writer.force();
            assertThat(writer.durableSeq()).isEqualTo(2);
            assertThat(writer.durableCommandSeq()).isEqualTo(1);
        }
    }

    @Test
    void aBatchThatIsStartedInsideAGroupIsRefusedAndLeavesNoHole() {
        try (Journal journal = Journal.open(disk, directory, Entries.SMALL)) {
            JournalWriter writer = journal.writer();
            Entries.group(writer, 1);
            writer.begin(8).putLong(7);
            writer.endCommand();

            assertThatThrownBy(writer::startBatch).isInstanceOf(IllegalStateException.class);

            writer.endGroup();
            writer.startBatch();
            assertThat(writer.settle()).isTrue();
            assertThat(writer.durableCommandSeq()).isEqualTo(2);
        }
        assertThat(JournalReport.of(disk, directory).commands()).isEqualTo(2);
    }

    @Test
    void aBurstPaysNothingForTheNextSegmentWhichAPausePrepares() {
        JournalSettings settings = Entries.SMALL.withSegmentBytes(64 << 10);
        Path spare = directory.resolve("next.tmp");
        try (Journal journal = Journal.open(disk, directory, settings)) {
            JournalWriter writer = journal.writer();
            Entries.batches(writer, 50);
            assertThat(spare).doesNotExist();

            writer.idle();
            assertThat(spare).hasSize(64 << 10);
        }
    }

    @Test
    void underSteadyLoadTheNextSegmentIsReadyBeforeItIsNeeded() {
        JournalSettings settings = Entries.SMALL.withSegmentBytes(64 << 10);
        try (Journal journal = Journal.open(disk, directory, settings)) {
            Entries.batches(journal.writer(), 160);
            assertThat(directory.resolve("next.tmp")).hasSize(64 << 10);
        }
    }

    @Test
    void aGroupLargerThanTheBufferAndTheSegmentIsOneBatch() {
        try (Journal journal = Journal.open(disk, directory, Entries.SMALL)) {
            Entries.group(journal.writer(), 50_000);
            Entries.group(journal.writer(), 1);
            journal.writer().write();
            journal.writer().force();
            assertThat(journal.writer().durableSeq()).isEqualTo(50_001);
        }
        List<String> seen = new ArrayList<>();
        try (JournalTailer tailer = JournalTailer.events(disk, directory, 49_999)) {
            tailer.poll(50_001, 10, Entries.into(seen));
        }
        assertThat(seen).containsExactly("e49999 of c1", "e50000 of c1|", "e50001 of c2|");
    }

    @Test
    void aSecondOpeningIsRefusedWhileTheFirstHoldsTheLock() {
        try (Journal journal = Journal.open(disk, directory, Entries.SMALL)) {
            Entries.batches(journal.writer(), 1);

            assertThatThrownBy(() -> Journal.open(disk, directory, Entries.SMALL))
                    .isInstanceOf(DiskException.class)
                    .hasMessageContaining("locked: in use");
        }
        Journal.open(disk, directory, Entries.SMALL).close();
    }
}
