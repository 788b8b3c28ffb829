package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files of each released format version, committed; every build opens them, and writes the newest version as it was written
 * then. They were made by {@link Golden#main}; a new version gets new files, the old ones stay.
 */
class GoldenFilesTest {
    private static final Disk DISK = new FileDisk();

    @TempDir
    Path temporary;

    @Test
    void aClosedJournalOfVersion1IsOpened() throws IOException {
        Path directory = golden("v1-closed");

        assertThat(JournalReport.of(DISK, directory).isClean()).isTrue();
        try (Journal journal = Journal.open(DISK, directory, Golden.SETTINGS)) {
            assertThat(journal.recovery().cleanlyClosed()).isTrue();
            assertThat(journal.recovery().lastCommandSeq()).isEqualTo(Golden.COMMANDS);
            assertThat(journal.recovery().segments())
                    .extracting(SegmentInfo::engineVersion)
                    .contains(1, 2);
            Entries.batches(journal.writer(), 3);
        }
        assertThat(Entries.all(DISK, directory, Golden.COMMANDS + 3)).isEqualTo(Entries.expected(Golden.COMMANDS + 3));
    }

    @Test
    void aKilledJournalOfVersion1IsRecovered() throws IOException {
        Path directory = golden("v1-killed");

        try (Journal journal = Journal.open(DISK, directory, Golden.SETTINGS)) {
            assertThat(journal.recovery().cleanlyClosed()).isFalse();
            assertThat(journal.recovery().cut()).isPresent();
            assertThat(journal.recovery().lastCommandSeq()).isEqualTo(Golden.KILLED_COMMANDS);
        }
        assertThat(Entries.all(DISK, directory, Golden.KILLED_COMMANDS))
                .isEqualTo(Entries.expected(Golden.KILLED_COMMANDS));
    }

    @Test
    void thisBuildWritesTheSameBytes() throws IOException {
        Golden.write(temporary);

        for (String kind : List.of("v1-closed", "v1-killed")) {
            Path kept = resources().resolve(kind);
            for (String name : DISK.list(kept)) {
                if (name.endsWith(".journal")) {
                    assertThat(temporary.resolve(kind).resolve(name)).hasSameBinaryContentAs(kept.resolve(name));
                }
            }
        }
    }

    /** An independent reader, written from the page about the format, finds the same. */
    @Test
    void thePageAboutTheFormatIsTrue() throws IOException {
        FormatPageReader reader = new FormatPageReader(golden("v1-closed"));

        assertThat(reader.entries()).isEqualTo(Entries.expected(Golden.COMMANDS));
        assertThat(reader.statedCommandSeq()).isEqualTo(Golden.COMMANDS);

        FormatPageReader killed = new FormatPageReader(golden("v1-killed"));
        assertThat(killed.entries()).isEqualTo(Entries.expected(Golden.KILLED_COMMANDS));
        try (StatedLine line = new StatedLine(DISK, golden("v1-killed"))) {
            line.refresh();
            assertThat(killed.statedCommandSeq()).isEqualTo(line.commandSeq());
        }
    }

    private Path golden(String kind) throws IOException {
        Path copy = temporary.resolve("copy-of-" + kind);
        Files.createDirectories(copy);
        try (Stream<Path> files = Files.list(resources().resolve(kind))) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return copy;
    }

    private static Path resources() {
        return Path.of(System.getProperty("daybook.root"), "journal/src/test/resources/golden");
    }
}
