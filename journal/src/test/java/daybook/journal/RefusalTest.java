package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What cannot be a crash is refused: by a message with file, offset and seq, and without a byte changed. */
class RefusalTest {
    private static final Path DIRECTORY = Path.of("/journal");
    private static final JournalSettings SETTINGS = Entries.SMALL.withSegmentBytes(1 << 20);

    private final SimDisk disk = new SimDisk();

    enum Damage {
        PAYLOAD,
        LONGER,
        CHECKSUM,
        TO_THE_END_OF_THE_FILE,
        NUMBER,
        ALL_ZEROS
    }

    /** J-03: 1000 commands, one record in the middle. */
    @ParameterizedTest
    @EnumSource(Damage.class)
    void aDamagedRecordInTheMiddle(Damage damage) {
        killedAfter(1000, SETTINGS);
        Path segment = segment(0);
        int frame = find(segment, "c500") - Frame.HEADER_BYTES;
        long seq = Entries.eventsIn(499) + 1;
        apply(damage, segment, frame);

        JournalException refused = refused(List.of());

        assertThat(refused.kind()).isEqualTo(JournalException.Kind.DAMAGED);
        assertThat(refused).hasMessageContaining(segment + ": offset " + frame + ", seq " + seq + ":");
        JournalReport report = JournalReport.of(disk, DIRECTORY);
        assertThat(report.damage().orElseThrow().offset()).isEqualTo(frame);
        assertThat(report.readableCommandSeq()).isEqualTo(499);
        assertThat(Entries.all(disk, DIRECTORY, report.readableCommandSeq())).isEqualTo(Entries.expected(499));
    }

    @Test
    void aDamagedBatchHeadInTheMiddle() {
        killedAfter(100, SETTINGS);
        int head = find(segment(0), "c50") - Frame.HEADER_BYTES - Stamp.FRAME_BYTES;
        disk.flipBit(segment(0), head + 9, 0);

        assertThat(refused(List.of())).hasMessageContaining("offset " + head);
        assertThat(JournalReport.of(disk, DIRECTORY).readableCommandSeq()).isEqualTo(49);
    }

    @Test
    void damageInAnEarlierSegment() {
        killedAfter(100, SETTINGS.withSegmentBytes(4096));
        disk.flipBit(segment(2), find(segment(2), " of c") + 1, 1);

        assertThat(refused(List.of()))
                .hasMessageContaining(SegmentName.of(segment(2)))
                .hasMessageContaining("follows, so this had been durable");
    }

    @Test
    void damageInTheLastBatchOfACleanlyClosedJournal() {
        closedAfter(20, SETTINGS);
        disk.flipBit(segment(0), find(segment(0), "c20"), 0);

        assertThat(refused(List.of())).hasMessageContaining("says that this had been durable");
    }

    @Test
    void damageInTheLastBatchAtOrBelowALineProvenElsewhere() {
        killedAfter(19, SETTINGS);
        disk.flipBit(segment(0), find(segment(0), "e" + Entries.eventsIn(19) + " "), 0);

        assertThat(refused(List.of(new ProvenLine("publisher checkpoint", Entries.eventsIn(19), 0))))
                .hasMessageContaining("the journal is behind the publisher checkpoint")
                .hasMessageContaining("offset");
        assertThat(refused(List.of(new ProvenLine("snapshot", 0, 19)))).hasMessageContaining("snapshot");

        try (Journal journal = open(List.of(new ProvenLine("snapshot", Entries.eventsIn(18), 18)))) {
            assertThat(journal.recovery().lastCommandSeq()).isEqualTo(18);
        }
    }

    /** J-12. */
    @Test
    void anEmptyDirectoryBelowACheckpoint() {
        disk.createDirectories(DIRECTORY);

        JournalException refused = refused(List.of(new ProvenLine("publisher checkpoint", 50, 0)));

        assertThat(refused.kind()).isEqualTo(JournalException.Kind.BEHIND);
        assertThat(refused).hasMessageContaining("the journal is behind the publisher checkpoint");
    }

    /** J-12. */
    @Test
    void anotherVenuesJournal() {
        closedAfter(5, SETTINGS);
        JournalSettings other = JournalSettings.of(UUID.fromString("00000000-0000-4000-8000-000000000001"), 1);

        JournalException refused = refused(List.of(), other);

        assertThat(refused.kind()).isEqualTo(JournalException.Kind.FOREIGN);
        assertThat(refused).hasMessageContaining(Entries.VENUE.toString());
    }

    /** J-12. */
    @Test
    void anUnknownFormatVersion() {
        closedAfter(5, SETTINGS);
        edit(segment(0), bytes -> {
            littleEndian(bytes).putInt(8, 2);
            littleEndian(bytes).putInt(124, crc(bytes, 124));
        });

        JournalException refused = refused(List.of());

        assertThat(refused.kind()).isEqualTo(JournalException.Kind.FOREIGN);
        assertThat(refused).hasMessageContaining("format version: 2 (expected: 1)");
    }

    @Test
    void aMissingSegmentFirstOrInTheMiddle() {
        closedAfter(100, SETTINGS.withSegmentBytes(4096));
        SimDisk whole = disk.copy();

        for (int missing = 0; missing < SegmentName.segments(whole, DIRECTORY).size() - 1; missing++) {
            Path gone = segment(missing);
            byte[] bytes = disk.bytes(gone);
            disk.delete(gone);
            assertThat(refused(List.of()).kind()).isEqualTo(JournalException.Kind.BROKEN_CHAIN);
            disk.put(gone, bytes);
        }
    }

    @Test
    void twoSegmentsWithTheSameBase() {
        closedAfter(100, SETTINGS.withSegmentBytes(4096));
        disk.put(DIRECTORY.resolve(SegmentName.of(3)), disk.bytes(segment(0)));

        assertThat(refused(List.of())).hasMessageContaining("as the name says");
    }

    @Test
    void aFileThatIsNamedAlmostLikeASegment() {
        closedAfter(5, SETTINGS);
        disk.put(DIRECTORY.resolve("1.journal"), disk.bytes(segment(0)));

        assertThat(refused(List.of())).hasMessageContaining("1.journal: not a segment's name");
    }

    @Test
    void somethingBehindTheEndMark() {
        closedAfter(5, SETTINGS);
        byte[] bytes = disk.bytes(segment(0));
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 40);
        longer[bytes.length + 30] = 1;
        disk.put(segment(0), longer);

        assertThat(refused(List.of()).kind()).isEqualTo(JournalException.Kind.DAMAGED);
    }

    /** J-13: both frames are whole and their checksums good. */
    @Test
    void twoRecordsThatWereSwapped() {
        closedAfter(30, SETTINGS);
        edit(segment(0), all -> {
            int first = find(segment(0), "e10 of c7") - Frame.HEADER_BYTES;
            int size = Frame.sizeOf("e10 of c7".length());
            byte[] frame = Arrays.copyOfRange(all, first, first + size);
            System.arraycopy(all, first + size, all, first, size);
            System.arraycopy(frame, 0, all, first + size, size);
        });

        assertThat(refused(List.of())).hasMessageContaining("seq: 11 (expected: 10)");
        assertThat(JournalReport.of(disk, DIRECTORY).damage().orElseThrow().seq())
                .isEqualTo(10);
    }

    /** J-13: the file is shortened by the frame, the one before it flagged as the last of its group. */
    @Test
    void aLastEventThatWasTakenOut() {
        closedAfter(30, SETTINGS);
        Path segment = segment(0);
        byte[] all = disk.bytes(segment);
        int taken = find(segment, "e12 of c7") - Frame.HEADER_BYTES;
        int size = Frame.sizeOf("e12 of c7".length());
        byte[] shorter = new byte[all.length - size];
        System.arraycopy(all, 0, shorter, 0, taken);
        System.arraycopy(all, taken + size, shorter, taken, all.length - taken - size);
        disk.put(segment, shorter);

        assertThat(refused(List.of()).place().orElseThrow().seq()).isEqualTo(12);
    }

    private void apply(Damage damage, Path segment, int frame) {
        edit(segment, all -> {
            ByteBuffer bytes = littleEndian(all);
            switch (damage) {
                case PAYLOAD -> bytes.put(frame + 24, (byte) (bytes.get(frame + 24) ^ 16));
                case LONGER -> bytes.putInt(frame + 4, bytes.getInt(frame + 4) | 1 << 10);
                case CHECKSUM -> bytes.put(frame + 17, (byte) (bytes.get(frame + 17) ^ 1));
                case TO_THE_END_OF_THE_FILE -> bytes.putInt(frame + 4, bytes.limit() - frame - 24);
                case NUMBER -> bytes.put(frame + 8, (byte) (bytes.get(frame + 8) ^ 4));
                case ALL_ZEROS -> Arrays.fill(all, frame, frame + 32, (byte) 0);
            }
        });
    }

    private JournalException refused(List<ProvenLine> proven) {
        return refused(proven, SETTINGS);
    }

    private JournalException refused(List<ProvenLine> proven, JournalSettings settings) {
        Map<String, ByteBuffer> before = contents();
        try (Journal opened = Journal.open(JournalPorts.of(disk), DIRECTORY, settings, proven)) {
            throw new AssertionError(
                    "opened, up to command " + opened.recovery().lastCommandSeq());
        } catch (JournalException e) {
            assertThat(contents()).isEqualTo(before);
            return e;
        }
    }

    private Map<String, ByteBuffer> contents() {
        Map<String, ByteBuffer> contents = new TreeMap<>();
        for (String name : disk.list(DIRECTORY)) {
            if (!name.endsWith("lock")) {
                contents.put(name, ByteBuffer.wrap(disk.bytes(DIRECTORY.resolve(name))));
            }
        }
        return contents;
    }

    private Journal open(List<ProvenLine> proven) {
        return Journal.open(JournalPorts.of(disk), DIRECTORY, SETTINGS, proven);
    }

    private void killedAfter(int commands, JournalSettings settings) {
        Journal killed = Journal.open(disk, DIRECTORY, settings);
        Entries.batches(killed.writer(), commands);
        disk.crash(i -> true);
    }

    private void closedAfter(int commands, JournalSettings settings) {
        try (Journal journal = Journal.open(disk, DIRECTORY, settings)) {
            Entries.batches(journal.writer(), commands);
        }
        disk.crash(i -> true);
    }

    private Path segment(int index) {
        return SegmentName.segments(disk, DIRECTORY).get(index);
    }

    private int find(Path segment, String text) {
        int at = new String(disk.bytes(segment), StandardCharsets.ISO_8859_1).indexOf(text);
        assertThat(at).isPositive();
        return at;
    }

    private void edit(Path file, Consumer<byte[]> change) {
        byte[] bytes = disk.bytes(file);
        change.accept(bytes);
        disk.put(file, bytes);
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
