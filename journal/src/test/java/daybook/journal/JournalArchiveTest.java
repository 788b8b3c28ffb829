package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JournalArchiveTest {
    private static final Path DIRECTORY = Path.of("/journal");
    private static final JournalSettings SETTINGS = Entries.SMALL.withSegmentBytes(4096);

    private final SimDisk disk = new SimDisk();
    private final JournalArchive archive = new JournalArchive(disk, DIRECTORY);

    @BeforeEach
    void writeEightyCommands() {
        try (Journal journal = Journal.open(disk, DIRECTORY, SETTINGS)) {
            Entries.batches(journal.writer(), 80);
        }
    }

    @Test
    void packsWhatIsBelowTheLineAndNotTheNewest() {
        List<String> packed = archive.archive(Long.MAX_VALUE);

        List<Path> segments = SegmentName.segments(disk, DIRECTORY);
        assertThat(packed).hasSize(segments.size() - 1).allMatch(name -> name.endsWith(".journal.gz"));
        assertThat(SegmentName.of(segments.get(segments.size() - 1))).endsWith(".journal");
        assertThat(Entries.all(disk, DIRECTORY, 80)).isEqualTo(Entries.expected(80));
        assertThat(JournalReport.of(disk, DIRECTORY).isClean()).isTrue();
        assertThat(archive.archive(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void aSegmentWithOneEventAboveTheLineStays() {
        long lastOfFirst =
                JournalReport.of(disk, DIRECTORY).segments().get(1).info().baseSeq() - 1;

        assertThat(archive.archive(lastOfFirst - 1)).isEmpty();
        assertThat(archive.archive(lastOfFirst)).hasSize(1);
    }

    @Test
    void aDamagedSegmentIsNotPackedAndStaysAsItIs() {
        Path first = SegmentName.segments(disk, DIRECTORY).get(0);
        disk.flipBit(first, 1_000, 1);
        byte[] before = disk.bytes(first);

        assertThatThrownBy(() -> archive.archive(Long.MAX_VALUE)).isInstanceOf(JournalException.class);
        assertThat(disk.bytes(first)).isEqualTo(before);
    }

    @Test
    void aPowerCutAnywhereInArchivingOrPruningLosesNothing() {
        SimDisk written = disk.copy();
        int done = 0;
        for (int k = 1; done < 2; k++) {
            SimDisk cut = written.copy();
            cut.failAt(cut.operations() + k, SimDisk.Fault.POWER_CUT);
            JournalArchive archiving = new JournalArchive(cut, DIRECTORY);
            try {
                archiving.archive(60);
                archiving.prune(30);
                done++;
            } catch (SimDisk.PowerCut expected) {
                // At operation k.
            }
            for (long seed = 0; seed < 8; seed++) {
                SimDisk after = cut.copy();
                after.crash(seed);
                try (Journal journal = Journal.open(after, DIRECTORY, SETTINGS)) {
                    assertThat(journal.recovery().lastCommandSeq())
                            .as("operation " + k)
                            .isEqualTo(80);
                }
                JournalReport report = JournalReport.of(after, DIRECTORY);
                assertThat(report.damage()).as("operation " + k).isEmpty();
                assertThat(report.firstSeq()).isLessThanOrEqualTo(31);
                new JournalArchive(after, DIRECTORY).archive(60);
                new JournalArchive(after, DIRECTORY).prune(30);
                assertThat(JournalReport.of(after, DIRECTORY).isClean()).isTrue();
            }
        }
    }

    @Test
    void aMissingArchiveIsNoticedAtOpen() {
        archive.archive(Long.MAX_VALUE);
        disk.delete(SegmentName.segments(disk, DIRECTORY).get(1));

        assertThatThrownBy(() -> Journal.open(disk, DIRECTORY, SETTINGS))
                .isInstanceOfSatisfying(
                        JournalException.class,
                        e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.BROKEN_CHAIN));
    }

    @Test
    void pruningDeletesOnlyWhatIsArchived() {
        assertThat(archive.prune(Long.MAX_VALUE)).isEmpty();

        archive.archive(40);
        long packed = SegmentName.segments(disk, DIRECTORY).stream()
                .filter(file -> SegmentName.isArchived(SegmentName.of(file)))
                .count();
        assertThat(archive.prune(Long.MAX_VALUE)).hasSize((int) packed);
        assertThat(JournalReport.of(disk, DIRECTORY).isClean()).isTrue();
    }

    @Test
    void aDamagedArchiveIsFoundByTheReport() {
        archive.archive(Long.MAX_VALUE);
        Path first = SegmentName.segments(disk, DIRECTORY).get(0);
        disk.flipBit(first, disk.bytes(first).length / 2, 3);

        JournalReport report = JournalReport.of(disk, DIRECTORY);

        assertThat(report.damage().orElseThrow().file()).isEqualTo(SegmentName.of(first));
    }
}
