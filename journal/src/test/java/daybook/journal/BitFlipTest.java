package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Goal: no single flipped bit and no lost end of a file leads to a wrong state: it is refused, or cut as a torn tail, and a cut
 * loses nothing that the file itself says had been durable. Method: all 524,288 bits and all 65,536 lengths of a 64 KiB journal
 * of a killed process go through the scan that decides it (every 7th in the ordinary run; 7 has no factor in common with 8, so
 * that each bit position of each field is met); a sample also goes through a whole start.
 */
class BitFlipTest {
    private static final Path DIRECTORY = Path.of("/journal");
    private static final Path SEGMENT = DIRECTORY.resolve(SegmentName.of(1));
    private static final JournalSettings SETTINGS = Entries.SMALL.withSegmentBytes(64 << 10);
    private static final int STRIDE = Boolean.getBoolean("daybook.long") ? 1 : 7;
    private static final int SAMPLE = Boolean.getBoolean("daybook.long") ? 101 : 2_003;

    private static byte[] journal = new byte[0];
    private static SegmentScan intact = new SegmentScan(
            SEGMENT,
            new SegmentHeader(Entries.VENUE, 1, 1, 1, 1),
            new SegmentScan.Whole(0, 0, 0, 0),
            0,
            false,
            Optional.empty());
    private static long provenCommandSeq;
    private static final TreeSet<Integer> groupEnds = new TreeSet<>();

    private final SimDisk disk = new SimDisk();
    private final FrameWindow window = new FrameWindow(80 << 10);

    @BeforeAll
    static void writeAJournalOf64KiB() {
        SimDisk disk = new SimDisk();
        JournalWriter writer = Journal.open(disk, DIRECTORY, SETTINGS).writer();
        while (SegmentName.segments(disk, DIRECTORY).size() < 2) {
            Entries.batches(writer, 1);
        }
        journal = disk.bytes(SEGMENT);
        assertThat(journal).hasSize(64 << 10);
        // As it was before its end mark: the last batch is not stated to be durable.
        intact = scan(journal, new FrameWindow(80 << 10));
        int mark = (int) intact.whole().end();
        Arrays.fill(journal, mark, mark + Stamp.FRAME_BYTES, (byte) 0);
        intact = scan(journal, new FrameWindow(80 << 10));
        assertThat(intact.damage()).isEmpty();
        noteGroupEnds();
        provenCommandSeq = intact.whole().nextCommandSeq() - 2;
    }

    @Test
    void everyFlippedBitIsRefusedOrCut() {
        byte[] bytes = journal.clone();
        int refused = 0;
        int cut = 0;
        for (int bit = 0; bit < bytes.length * 8; bit += STRIDE) {
            flip(bytes, bit);
            if (isRefused(bytes, bit / 8)) {
                refused++;
            } else {
                cut++;
            }
            flip(bytes, bit);
        }
        System.out.println("bit flips: " + refused + " refused, " + cut + " cut");
        assertThat(refused + cut).isEqualTo((bytes.length * 8 + STRIDE - 1) / STRIDE);
        assertThat(cut).isLessThan(refused / 100);
    }

    @Test
    void everyLengthIsCutAfterTheLastWholeGroup() {
        for (int length = 0; length <= journal.length; length += STRIDE) {
            byte[] bytes = Arrays.copyOf(journal, length);
            if (length < SegmentHeader.BYTES) {
                assertThat(isRefused(bytes, length)).as("length " + length).isTrue();
                continue;
            }
            SegmentScan scan = scan(bytes, window);
            assertThat(scan.whole().end()).as("length " + length).isLessThanOrEqualTo(length);
            assertThat(scan.damage().map(SegmentScan.Damage::provenBy).orElse(-1L))
                    .isEqualTo(-1);
            assertThat(scan.whole().nextCommandSeq() - 1).as("length " + length).isEqualTo(groupsEndingWithin(length));
        }
    }

    @Test
    void aSampleOfFlippedBitsThroughAWholeStart() {
        for (int bit = 0; bit < journal.length * 8; bit += SAMPLE) {
            byte[] bytes = journal.clone();
            flip(bytes, bit);
            startsRightOrNotAtAll(bytes, "bit " + bit);
        }
    }

    @Test
    void aSampleOfLengthsThroughAWholeStart() {
        for (int length = SegmentHeader.BYTES; length <= journal.length; length += SAMPLE / 5) {
            startsRightOrNotAtAll(Arrays.copyOf(journal, length), "length " + length);
        }
    }

    /** A mistake that repairs the header's checksum too: numbers and lengths have a second guard. */
    @Test
    void numbersAndLengthsAreCheckedEvenIfTheHeaderChecksumIsRight() {
        CRC32C crc = new CRC32C();
        for (int frame = SegmentHeader.BYTES; frame < intact.whole().end(); ) {
            ByteBuffer whole = ByteBuffer.wrap(journal).order(ByteOrder.LITTLE_ENDIAN);
            int size = Frame.sizeOf(Frame.payloadBytes(whole, frame));
            for (int bit = (frame + 4) * 8; bit < (frame + 16) * 8; bit += 11) {
                byte[] bytes = journal.clone();
                flip(bytes, bit);
                crc.reset();
                crc.update(bytes, frame, 20);
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(frame + 20, (int) crc.getValue());
                isRefused(bytes, frame);
            }
            frame += size;
        }
    }

    /** False if it is cut; fails if what is kept has the damage in it, or if what the file proves is lost. */
    private boolean isRefused(byte[] bytes, int damagedAt) {
        SegmentScan scan;
        try {
            scan = scan(bytes, window);
        } catch (JournalException e) {
            return true;
        }
        SegmentScan.Damage damage = scan.damage().orElseThrow(() -> new AssertionError("not seen: byte " + damagedAt));
        if (damage.provenBy() >= 0) {
            return true;
        }
        if (scan.whole().end() > damagedAt || scan.whole().nextCommandSeq() - 1 < provenCommandSeq) {
            throw new AssertionError(
                    "byte " + damagedAt + ": cut at " + scan.whole().end() + ", after command "
                            + (scan.whole().nextCommandSeq() - 1) + " (expected: at least " + provenCommandSeq + ")");
        }
        return false;
    }

    private void startsRightOrNotAtAll(byte[] bytes, String what) {
        disk.restart();
        for (Path segment : SegmentName.segments(disk, DIRECTORY)) {
            disk.delete(segment);
        }
        disk.put(SEGMENT, bytes);
        try (Journal opened = Journal.open(disk, DIRECTORY, SETTINGS)) {
            long last = opened.recovery().lastCommandSeq();
            List<String> entries = Entries.all(disk, DIRECTORY, last);
            assertThat(entries).as(what).isEqualTo(Entries.expected(last));
        } catch (JournalException e) {
            assertThat(disk.bytes(SEGMENT)).as(what).isEqualTo(bytes);
        }
    }

    private static SegmentScan scan(byte[] bytes, FrameWindow window) {
        window.forget();
        SegmentSource source = new InMemory(bytes);
        return SegmentScan.of(SEGMENT, SegmentHeader.read(SEGMENT, source), source, window);
    }

    private static long groupsEndingWithin(int length) {
        return groupEnds.headSet(length + 1).size();
    }

    private static void noteGroupEnds() {
        ByteBuffer whole = ByteBuffer.wrap(journal).order(ByteOrder.LITTLE_ENDIAN);
        int frame = SegmentHeader.BYTES;
        while (frame < intact.whole().end()) {
            int end = frame + Frame.sizeOf(Frame.payloadBytes(whole, frame));
            if (Frame.flags(whole, frame) == FrameGrammar.LAST_OF_GROUP) {
                groupEnds.add(end);
            }
            frame = end;
        }
    }

    private static void flip(byte[] bytes, int bit) {
        bytes[bit / 8] ^= (byte) (1 << (bit % 8));
    }

    private record InMemory(byte[] bytes) implements SegmentSource {
        @Override
        public int read(ByteBuffer target, long position) {
            int count = (int) Math.max(0, Math.min(target.remaining(), bytes.length - position));
            target.put(bytes, (int) Math.min(position, bytes.length), count);
            return count;
        }

        @Override
        public void close() {}
    }
}
