package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** SECURITY 33: a hand that changes history and makes the checksums anew is found by a digest that was noted before. */
class JournalDigestTest {
    private static final Path DIRECTORY = Path.of("/journal");

    private final SimDisk disk = new SimDisk();

    @Test
    void anEntryThatWasChangedWithItsChecksumsIsFound() {
        write(300);
        JournalDigest noted = JournalDigest.of(disk, DIRECTORY);

        forge(SegmentName.segments(disk, DIRECTORY).get(1));

        assertThat(JournalReport.of(disk, DIRECTORY).isClean())
                .as("checksums alone do not see it")
                .isTrue();
        assertThat(JournalDigest.of(disk, DIRECTORY))
                .isNotEqualTo(noted)
                .extracting(JournalDigest::lastBatch)
                .isEqualTo(noted.lastBatch());
    }

    @Test
    void whatWasNotedHoldsWhileTheJournalGrowsAndIsArchived() {
        write(200);
        JournalDigest noted = JournalDigest.of(disk, DIRECTORY);

        write(200);
        long line = JournalReport.of(disk, DIRECTORY).readableSeq();
        assertThat(new JournalArchive(disk, DIRECTORY).archive(line)).isNotEmpty();

        assertThat(JournalDigest.upTo(disk, DIRECTORY, noted.lastBatch())).isEqualTo(noted);
        assertThat(JournalDigest.of(disk, DIRECTORY).lastBatch()).isGreaterThan(noted.lastBatch());
    }

    /** A killed process leaves a segment without its end mark; the next start writes it anew. */
    @Test
    void whatWasNotedBesideARunningExchangeHoldsAfterItsDeathAndRepair() {
        JournalDigest noted;
        Journal killed = Journal.open(disk, DIRECTORY, Entries.SMALL);
        Entries.batches(killed.writer(), 250);
        noted = JournalDigest.of(disk, DIRECTORY);
        assertThat(noted.lastBatch()).isGreaterThan(200);
        SimDisk afterwards = disk.copy();

        try (Journal repaired = Journal.open(afterwards, DIRECTORY, Entries.SMALL)) {
            Entries.batches(repaired.writer(), 10);
        }

        assertThat(JournalDigest.upTo(afterwards, DIRECTORY, noted.lastBatch())).isEqualTo(noted);
    }

    @Test
    void itSaysFromWhereItCounts() {
        write(300);
        long line = JournalReport.of(disk, DIRECTORY).readableSeq();
        JournalArchive archive = new JournalArchive(disk, DIRECTORY);
        archive.archive(line);
        archive.prune(line);

        JournalDigest pruned = JournalDigest.of(disk, DIRECTORY);

        assertThat(pruned.firstBatch()).isGreaterThan(1);
        assertThat(JournalDigest.parse(pruned.text())).isEqualTo(pruned);
    }

    @Test
    void anotherTextIsNoDigest() {
        for (String text : List.of("", "1-2", "1-2:abc", "0-2:" + "a".repeat(64), "1-2:" + "A".repeat(64))) {
            assertThatThrownBy(() -> JournalDigest.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("FIRST-LAST");
        }
    }

    private void write(int groups) {
        try (Journal journal = Journal.open(disk, DIRECTORY, Entries.SMALL)) {
            Entries.batches(journal.writer(), groups);
        }
    }

    /** Changes one letter of the first event in a segment, and both checksums of its frame. */
    private void forge(Path segment) {
        byte[] bytes = disk.bytes(segment);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int at = SegmentHeader.BYTES;
        while (Frame.kind(buffer, at) != EntryKind.EVENT) {
            at += Frame.sizeOf(Frame.payloadBytes(buffer, at));
        }
        buffer.put(at + Frame.HEADER_BYTES, (byte) 'x');
        Frame.sum(buffer, at, new CRC32C());
        disk.put(segment, bytes);
    }
}
