package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** T-13: a rotten range is healed from a copy of the directory, to the byte, or nothing is changed. */
class RepairFromCopyTest {
    private static final Path DIRECTORY = Path.of("/journal");
    private static final Path COPY = Path.of("/copy");
    private static final JournalSettings SETTINGS = Entries.SMALL.withSegmentBytes(4096);
    private static final int RANGES = Boolean.getBoolean("daybook.long") ? 1_000 : 100;
    private static final int LONGEST = 700;

    private SimDisk disk = new SimDisk();

    @BeforeEach
    void writeEightyCommands() {
        try (Journal journal = Journal.open(disk, DIRECTORY, SETTINGS)) {
            Entries.batches(journal.writer(), 80);
        }
    }

    @Test
    void anySpoiltRangeIsHealedToTheByte() {
        for (int seed = 0; seed < RANGES; seed++) {
            disk = new SimDisk();
            writeEightyCommands();
            copy(DIRECTORY, COPY);
            Map<String, ByteBuffer> before = contents();
            spoil(new Random(seed));
            boolean noticed = !contents().equals(before);

            assertThat(heal().isPresent()).as("seed " + seed).isEqualTo(noticed);

            assertThat(contents()).as("seed " + seed).isEqualTo(before);
        }
    }

    @Test
    void whatIsDamagedIsKeptAside() {
        copy(DIRECTORY, COPY);
        Path first = segment(0);
        disk.flipBit(first, 2_000, 1);
        byte[] damaged = disk.bytes(first);

        assertThat(heal().orElseThrow().segments()).containsExactly(SegmentName.of(first));

        assertThat(disk.bytes(DIRECTORY.resolve("damaged-0001").resolve(SegmentName.of(first))))
                .isEqualTo(damaged);
        assertThat(heal()).isEmpty();
    }

    @Test
    void aCopyThatIsBehindHealsWhatItHasAndNothingNewerIsLost() {
        disk = new SimDisk();
        try (Journal journal = Journal.open(disk, DIRECTORY, SETTINGS)) {
            Entries.batches(journal.writer(), 3);
            copy(DIRECTORY, COPY);
            Entries.batches(journal.writer(), 2);
        }
        Map<String, ByteBuffer> before = contents();
        disk.flipBit(segment(0), SegmentHeader.BYTES + Stamp.FRAME_BYTES + 40, 1);

        assertThat(heal()).isPresent();

        assertThat(contents()).isEqualTo(before);
        assertThat(Entries.all(disk, DIRECTORY, 5)).isEqualTo(Entries.expected(5));
    }

    @Test
    void damageThatTheCopyDoesNotCoverIsRefusedAndNothingIsChanged() {
        disk = new SimDisk();
        try (Journal journal = Journal.open(disk, DIRECTORY, SETTINGS)) {
            Entries.batches(journal.writer(), 20);
            copy(DIRECTORY, COPY);
            Entries.batches(journal.writer(), 60);
        }
        refusedWithout(
                "damage behind the copy's end",
                () -> disk.flipBit(segment(SegmentName.segments(disk, DIRECTORY).size() - 2), 1_000, 1));
    }

    @Test
    void aCopyThatIsRottenAtTheSamePlaceIsRefusedAndOneThatIsRottenElsewhereHelps() {
        copy(DIRECTORY, COPY);
        Map<String, ByteBuffer> before = contents();
        Path copied = COPY.resolve(SegmentName.of(segment(1)));
        disk.flipBit(copied, 3_000, 3);
        disk.flipBit(segment(1), 600, 1);
        assertThat(heal()).isPresent();
        assertThat(contents()).isEqualTo(before);

        refusedWithout("both rotten", () -> disk.flipBit(segment(1), 3_000, 1));
    }

    @Test
    void aCopyOfAnotherHistoryIsRefused() {
        SimDisk other = new SimDisk();
        try (Journal journal = Journal.open(other, DIRECTORY, SETTINGS)) {
            JournalWriter writer = journal.writer();
            for (int i = 0; i < 80; i++) { // as two machines that went on from one backup would have it
                otherWords(writer, (int) (writer.nextCommandSeq() % 4));
                writer.write();
                writer.force();
            }
        }
        for (Path file : SegmentName.segments(disk, DIRECTORY)) {
            disk.put(COPY.resolve(SegmentName.of(file)), other.bytes(file));
        }
        refusedWithout(
                "another history", () -> disk.flipBit(segment(0), SegmentHeader.BYTES + Stamp.FRAME_BYTES + 40, 1));
    }

    @Test
    void aSegmentThatIsMissingIsTakenFromTheCopyAndSoIsAPackedOne() {
        new JournalArchive(disk, DIRECTORY).archive(40);
        copy(DIRECTORY, COPY);
        Map<String, ByteBuffer> before = contents();
        disk.delete(segment(2));
        Path packed = segment(0);
        disk.flipBit(packed, disk.bytes(packed).length / 2, 1);

        assertThat(heal().orElseThrow().segments()).hasSize(2);

        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void whatWouldBeDoneIsSaidAndAnOpenJournalIsLeftAlone() {
        copy(DIRECTORY, COPY);
        disk.flipBit(segment(0), 2_000, 1);
        Map<String, ByteBuffer> before = contents();

        assertThat(new RepairFromCopy(disk, DIRECTORY, COPY).heal(true)).isPresent();
        assertThat(contents()).isEqualTo(before);

        try (DiskLock held = disk.lock(DIRECTORY.resolve(SegmentName.LOCK))) {
            assertThatThrownBy(this::heal).isInstanceOf(DiskException.class);
        }
        assertThat(contents()).isEqualTo(before);
    }

    private void refusedWithout(String why, Runnable damage) {
        damage.run();
        Map<String, ByteBuffer> before = contents();
        assertThatThrownBy(this::heal).as(why).isInstanceOf(JournalException.class);
        assertThat(contents()).as(why).isEqualTo(before);
    }

    private Optional<RepairFromCopy.Healed> heal() {
        return new RepairFromCopy(disk, DIRECTORY, COPY).heal(false);
    }

    private Path segment(int index) {
        return SegmentName.segments(disk, DIRECTORY).get(index);
    }

    /** Every file of the journal, but what was put aside. */
    private Map<String, ByteBuffer> contents() {
        Map<String, ByteBuffer> contents = new TreeMap<>();
        for (Path file : SegmentName.segments(disk, DIRECTORY)) {
            contents.put(SegmentName.of(file), ByteBuffer.wrap(disk.bytes(file)));
        }
        return contents;
    }

    private void spoil(Random random) {
        List<Path> files = SegmentName.segments(disk, DIRECTORY);
        Path file = files.get(random.nextInt(files.size()));
        byte[] bytes = disk.bytes(file);
        int from = random.nextInt(bytes.length);
        byte[] noise = new byte[Math.min(1 + random.nextInt(LONGEST), bytes.length - from)];
        random.nextBytes(noise);
        System.arraycopy(noise, 0, bytes, from, noise.length);
        disk.put(file, bytes);
    }

    /** As {@link Entries#group}, byte for byte as long, but it says something else. */
    private static void otherWords(JournalWriter writer, int events) {
        String command = "d" + writer.nextCommandSeq();
        writer.begin(200).put(Entries.bytes(command));
        writer.endCommand();
        for (int i = 0; i < events; i++) {
            writer.begin(200).put(Entries.bytes("f" + writer.nextSeq() + " of " + command));
            writer.endEvent();
        }
        writer.endGroup();
    }

    private void copy(Path from, Path to) {
        for (Path file : SegmentName.segments(disk, from)) {
            disk.put(to.resolve(SegmentName.of(file)), disk.bytes(file));
        }
    }
}
