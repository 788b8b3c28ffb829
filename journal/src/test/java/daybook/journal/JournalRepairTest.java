package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JournalRepairTest {
    private static final Path DIRECTORY = Path.of("/journal");
    private static final JournalSettings SETTINGS = Entries.SMALL.withSegmentBytes(4096);

    private final SimDisk disk = new SimDisk();

    @BeforeEach
    void writeEightyCommands() {
        try (Journal journal = Journal.open(disk, DIRECTORY, SETTINGS)) {
            Entries.batches(journal.writer(), 80);
        }
    }

    @Test
    void anUndamagedJournalIsLeftAlone() {
        var before = disk.list(DIRECTORY);

        assertThat(new JournalRepair(disk, DIRECTORY).cutBeforeDamage()).isEmpty();
        assertThat(disk.list(DIRECTORY)).isEqualTo(before);
    }

    @Test
    void theJournalEndsBeforeTheDamageAndWhatIsRemovedIsKept() {
        Path damaged = damage("c30");
        byte[] bytes = disk.bytes(damaged);
        assertThatThrownBy(() -> Journal.open(disk, DIRECTORY, SETTINGS)).isInstanceOf(JournalException.class);

        JournalRepair.Removed removed =
                new JournalRepair(disk, DIRECTORY).cutBeforeDamage().orElseThrow();

        assertThat(removed.lastSeq()).isEqualTo(Entries.eventsIn(29));
        assertThat(removed.files()).first().isEqualTo(SegmentName.of(damaged));
        assertThat(disk.bytes(removed.keptIn().resolve(SegmentName.of(damaged))))
                .isEqualTo(bytes);
        try (Journal journal = Journal.open(disk, DIRECTORY, SETTINGS)) {
            assertThat(journal.recovery().lastCommandSeq()).isEqualTo(29);
            Entries.batches(journal.writer(), 3);
        }
        assertThat(Entries.all(disk, DIRECTORY, 32)).isEqualTo(Entries.expected(32));
    }

    @Test
    void damageInAnArchivedSegment() {
        new JournalArchive(disk, DIRECTORY).archive(40);
        Path first = SegmentName.segments(disk, DIRECTORY).get(0);
        disk.flipBit(first, disk.bytes(first).length / 2, 1);
        assertThat(JournalReport.of(disk, DIRECTORY).damage()).isPresent();

        assertThat(new JournalRepair(disk, DIRECTORY).cutBeforeDamage()).isPresent();

        assertThat(JournalReport.of(disk, DIRECTORY).isClean()).isTrue();
        Journal.open(disk, DIRECTORY, SETTINGS).close();
    }

    @Test
    void aSegmentThatIsMissingEndsTheJournalBeforeIt() {
        Path gone = SegmentName.segments(disk, DIRECTORY).get(2);
        disk.delete(gone);

        assertThat(new JournalRepair(disk, DIRECTORY).cutBeforeDamage()).isPresent();

        assertThat(JournalReport.of(disk, DIRECTORY).isClean()).isTrue();
        assertThat(SegmentName.segments(disk, DIRECTORY)).hasSize(2);
        Journal.open(disk, DIRECTORY, SETTINGS).close();
    }

    @Test
    void anOpenJournalIsNotRepaired() {
        try (Journal journal = Journal.open(disk, DIRECTORY, SETTINGS)) {
            assertThatThrownBy(() -> new JournalRepair(disk, DIRECTORY).cutBeforeDamage())
                    .hasMessageContaining("locked");
        }
    }

    private Path damage(String text) {
        for (Path segment : SegmentName.segments(disk, DIRECTORY)) {
            int at = new String(disk.bytes(segment), StandardCharsets.ISO_8859_1).indexOf(text);
            if (at > 0) {
                disk.flipBit(segment, at, 0);
                return segment;
            }
        }
        throw new AssertionError(text);
    }
}
