package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a crash can leave is cut, physically, with one warning; what comes after survives further restarts. */
class TornTailTest {
    private static final Path DIRECTORY = Path.of("/journal");
    private static final JournalSettings SETTINGS = Entries.SMALL.withSegmentBytes(64 << 10);

    private final SimDisk killed = killedAfterTwentyCommands();

    /** J-01. */
    @Test
    void theLastRecordCutAtEveryByteAndASecondRestart() {
        Path segment = SegmentName.segments(killed, DIRECTORY).get(0);
        byte[] whole = withoutZeros(killed.bytes(segment));
        int lastRecord = Frame.sizeOf("c20".length());
        for (int k = 1; k <= lastRecord; k++) {
            SimDisk disk = killed.copy();
            disk.put(segment, Arrays.copyOf(whole, whole.length - k));

            Recovery recovery = addThreeAndKill(disk);
            assertThat(recovery.lastCommandSeq()).isEqualTo(19);
            Recovery.Cut cut = recovery.cut().orElseThrow();
            assertThat(cut.warning()).contains(segment.toString()).contains("offset " + cut.offset());

            assertThat(addThreeAndKill(disk).lastCommandSeq()).isEqualTo(22);
            assertThat(Entries.all(disk, DIRECTORY, 25)).isEqualTo(Entries.expected(25));
        }
    }

    /** J-02. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4096, 4194304})
    void zerosBehindTheLastRecordAreNotWrittenYet(int zeros) {
        Path segment = SegmentName.segments(killed, DIRECTORY).get(0);
        byte[] whole = killed.bytes(segment);
        SimDisk disk = killed.copy();
        disk.put(segment, Arrays.copyOf(whole, whole.length + zeros));

        Recovery recovery = addThreeAndKill(disk);

        assertThat(recovery.lastCommandSeq()).isEqualTo(20);
        assertThat(recovery.cut()).isEmpty();
        assertThat(addThreeAndKill(disk).lastCommandSeq()).isEqualTo(23);
        assertThat(Entries.all(disk, DIRECTORY, 26)).isEqualTo(Entries.expected(26));
        assertThat(disk.bytes(segment).length).isLessThan(whole.length);
    }

    /** J-02: the last half record is zeros. */
    @Test
    void aLastRecordHalfOfZeros() {
        Path segment = SegmentName.segments(killed, DIRECTORY).get(0);
        byte[] bytes = killed.bytes(segment);
        int end = withoutZeros(bytes).length;
        SimDisk disk = killed.copy();
        Arrays.fill(bytes, end - 16, end, (byte) 0);
        disk.put(segment, bytes);

        assertThat(addThreeAndKill(disk).lastCommandSeq()).isEqualTo(19);
        assertThat(addThreeAndKill(disk).lastCommandSeq()).isEqualTo(22);
        assertThat(Entries.all(disk, DIRECTORY, 25)).isEqualTo(Entries.expected(25));
    }

    @Test
    void ofABatchThatIsTornTheWholeGroupsAreKept() {
        SimDisk disk = new SimDisk();
        Journal journal = Journal.open(disk, DIRECTORY, SETTINGS);
        for (int i = 0; i < 10; i++) {
            Entries.group(journal.writer(), (int) (journal.writer().nextCommandSeq() % 4));
        }
        journal.writer().write();
        disk.crash(i -> true);
        Path segment = SegmentName.segments(disk, DIRECTORY).get(0);
        int fifth = new String(disk.bytes(segment), java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("c5");
        disk.flipBit(segment, fifth, 0);

        try (Journal again = Journal.open(disk, DIRECTORY, SETTINGS)) {
            assertThat(again.recovery().lastCommandSeq()).isEqualTo(4);
            Entries.batches(again.writer(), 4);
        }
        assertThat(Entries.all(disk, DIRECTORY, 8)).isEqualTo(Entries.expected(8));
        JournalReport report = JournalReport.of(disk, DIRECTORY);
        assertThat(report.damage()).isEmpty();
        assertThat(report.tornTail()).isEmpty();
    }

    @Test
    void twoUnforcedBatchesOfWhichOnlyTheSecondSurvivedAreATornTailAndNotDamage() {
        SimDisk disk = new SimDisk();
        Journal journal = Journal.open(disk, DIRECTORY, SETTINGS);
        Entries.batches(journal.writer(), 3);
        Entries.group(journal.writer(), 3);
        journal.writer().write();
        int first = disk.pendingChanges();
        Entries.group(journal.writer(), 3);
        journal.writer().write();
        assertThat(first).isPositive();

        disk.crash(i -> i >= first);

        try (Journal again = Journal.open(disk, DIRECTORY, SETTINGS)) {
            assertThat(again.recovery().lastCommandSeq()).isBetween(3L, 4L);
        }
    }

    /** A client chooses its own texts: one that contains a batch head must not stop the exchange after a crash. */
    @Test
    void aPayloadThatLooksLikeALaterBatchIsNotTakenForOne() {
        SimDisk disk = new SimDisk();
        Journal journal = Journal.open(disk, DIRECTORY, SETTINGS);
        Entries.batches(journal.writer(), 3);
        byte[] head = new byte[Stamp.FRAME_BYTES];
        System.arraycopy(disk.bytes(SegmentName.segments(disk, DIRECTORY).get(0)), 128, head, 0, head.length);
        java.nio.ByteBuffer forged = java.nio.ByteBuffer.wrap(head).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        forged.putLong(Frame.HEADER_BYTES + 16, 1_000);
        Frame.seal(forged, 0, EntryKind.BATCH, (byte) 0, 1_001, Stamp.PAYLOAD_BYTES, new java.util.zip.CRC32C());
        Entries.group(journal.writer(), 0);
        journal.writer().begin(head.length).put(head);
        journal.writer().endCommand();
        journal.writer().endGroup();
        journal.writer().write();
        disk.crash(i -> true);
        Path segment = SegmentName.segments(disk, DIRECTORY).get(0);
        disk.flipBit(segment, withoutZeros(disk.bytes(segment)).length - 200, 0);

        try (Journal again = Journal.open(disk, DIRECTORY, SETTINGS)) {
            assertThat(again.recovery().lastCommandSeq()).isEqualTo(3);
        }
    }

    /** J-12. */
    @Test
    void fiveStartsWithoutLoadChangeNothing() {
        addThreeAndKill(killed);
        Journal.open(killed, DIRECTORY, SETTINGS).close();
        var before = killed.list(DIRECTORY);
        for (int i = 0; i < 5; i++) {
            try (Journal journal = Journal.open(killed, DIRECTORY, SETTINGS)) {
                assertThat(journal.recovery().lastCommandSeq()).isEqualTo(23);
                assertThat(journal.recovery().cleanlyClosed()).isTrue();
                journal.writer().idle();
            }
        }
        assertThat(killed.list(DIRECTORY)).isEqualTo(before);
    }

    private static SimDisk killedAfterTwentyCommands() {
        SimDisk disk = new SimDisk();
        Entries.batches(Journal.open(disk, DIRECTORY, SETTINGS).writer(), 20);
        disk.crash(i -> true);
        return disk;
    }

    private static Recovery addThreeAndKill(SimDisk disk) {
        Journal journal = Journal.open(disk, DIRECTORY, SETTINGS);
        Entries.batches(journal.writer(), 3);
        disk.crash(i -> true);
        return journal.recovery();
    }

    private static byte[] withoutZeros(byte[] bytes) {
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
            end--;
        }
        return Arrays.copyOf(bytes, (end + 7) & ~7);
    }
}
