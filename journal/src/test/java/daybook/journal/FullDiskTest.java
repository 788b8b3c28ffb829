package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** J-05: a full disk refuses, changes nothing, and is left behind as soon as there is room. */
class FullDiskTest {
    private static final Path DIRECTORY = Path.of("/journal");
    private static final JournalSettings SETTINGS = Entries.SMALL.withSegmentBytes(16 << 10);

    private final SimDisk disk = new SimDisk();

    @ParameterizedTest
    @ValueSource(longs = {0, 100, 1_000, 4_096, 20_000})
    void theGroupsStayPendingAndAreWrittenWhenThereIsRoom(long roomBytes) {
        Journal journal = Journal.open(disk, DIRECTORY, SETTINGS);
        JournalWriter writer = journal.writer();
        Entries.batches(writer, 10);
        disk.limitBytes(disk.usedBytes() + roomBytes);

        long refusedAt = writeUntilFull(writer);
        long durable = writer.durableCommandSeq();
        assertThat(durable).isEqualTo(refusedAt - 1);
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(writer::write).satisfies(FullDiskTest::isFull);
        }
        assertThat(writer.pendingBytes()).isPositive();
        assertThat(JournalReport.of(disk, DIRECTORY).isClean()).isTrue();

        disk.limitBytes(Long.MAX_VALUE);
        writer.write();
        writer.force();
        assertThat(writer.durableCommandSeq()).isEqualTo(refusedAt);
        Entries.batches(writer, 100);

        disk.crash(i -> false);
        try (Journal again = Journal.open(disk, DIRECTORY, SETTINGS)) {
            assertThat(again.recovery().lastCommandSeq()).isEqualTo(refusedAt + 100);
        }
        assertThat(Entries.all(disk, DIRECTORY, refusedAt + 100)).isEqualTo(Entries.expected(refusedAt + 100));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aBatchUnderWayEndsAsEverWhenTheNextOneFindsTheDiskFull(long seed) {
        Journal journal = Journal.open(new JournalPorts(disk, SimLane.two(seed)), DIRECTORY, SETTINGS, List.of());
        JournalWriter writer = new OverlappingWriter(journal.writer());
        disk.limitBytes(20_000 + 500 * seed);

        long refusedAt = writeUntilFull(writer);
        assertThatThrownBy(writer::startBatch).satisfies(FullDiskTest::isFull);
        assertThat(writer.settle()).isTrue();
        assertThat(writer.durableCommandSeq()).isEqualTo(refusedAt - 1);
        assertThat(writer.pendingBytes()).isPositive();

        disk.limitBytes(Long.MAX_VALUE);
        writer.startBatch();
        journal.close();
        assertThat(Entries.all(disk, DIRECTORY, refusedAt)).isEqualTo(Entries.expected(refusedAt));
    }

    @Test
    void aCrashWhileFullLosesOnlyWhatWasRefusedAndTheNextStartNeedsRoom() {
        Journal journal = Journal.open(disk, DIRECTORY, SETTINGS);
        disk.limitBytes(20_000);
        long refusedAt = writeUntilFull(journal.writer());
        disk.crash(i -> true);
        var before = disk.list(DIRECTORY);

        assertThatThrownBy(() -> Journal.open(disk, DIRECTORY, SETTINGS)).satisfies(FullDiskTest::isFull);
        assertThat(disk.list(DIRECTORY)).isEqualTo(before);

        disk.limitBytes(Long.MAX_VALUE);
        try (Journal again = Journal.open(disk, DIRECTORY, SETTINGS)) {
            assertThat(again.recovery().lastCommandSeq()).isEqualTo(refusedAt - 1);
        }
    }

    @Test
    void roomIsMadeBeforeADecisionAndAFullDiskIsMetThere() {
        Journal journal = Journal.open(disk, DIRECTORY, SETTINGS);
        journal.writer().reserve(1_000);
        disk.limitBytes(disk.usedBytes());

        assertThatThrownBy(() -> journal.writer().reserve(100_000)).satisfies(FullDiskTest::isFull);

        // What was reserved is there although the disk is full.
        Entries.group(journal.writer(), 3);
        journal.writer().write();
        journal.writer().force();
        assertThat(journal.writer().durableCommandSeq()).isEqualTo(1);
        disk.limitBytes(Long.MAX_VALUE);
        journal.writer().reserve(100_000);
    }

    @Test
    void aDiskSmallerThanASegmentIsUsedInSmallerPieces() {
        disk.limitBytes(8 << 20);
        try (Journal journal = Journal.open(disk, DIRECTORY, JournalSettings.of(Entries.VENUE, 1))) {
            Entries.batches(journal.writer(), 5);
            assertThat(disk.usedBytes()).isBetween(1L << 20, 8L << 20);
        }
    }

    @Test
    void aFullDiskAtIdleTimeIsNoError() {
        Journal journal = Journal.open(disk, DIRECTORY, SETTINGS);
        Entries.batches(journal.writer(), 1);
        disk.limitBytes(disk.usedBytes());

        for (int i = 0; i < 10; i++) {
            journal.writer().idle();
        }

        Entries.batches(journal.writer(), 1);
        assertThat(journal.writer().durableCommandSeq()).isEqualTo(2);
    }

    /** Returns the command that found the disk full; it stays pending. */
    private static long writeUntilFull(JournalWriter writer) {
        for (int i = 0; i < 10_000; i++) {
            Entries.group(writer, (int) (writer.nextCommandSeq() % 4));
            try {
                writer.write();
            } catch (DiskException e) {
                isFull(e);
                return writer.nextCommandSeq() - 1;
            }
            writer.force();
        }
        throw new AssertionError("never full");
    }

    private static void isFull(Throwable e) {
        assertThat(e)
                .isInstanceOfSatisfying(
                        DiskException.class, d -> assertThat(d.kind()).isEqualTo(DiskException.Kind.FULL));
    }
}
