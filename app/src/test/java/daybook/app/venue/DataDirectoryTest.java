package daybook.app.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.app.ExitCode;
import daybook.app.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void itIsMadeForItsOwnerOnly() throws IOException {
        DataDirectory data = DataDirectory.of(directory.resolve("a/b"), "");

        data.prepare();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.root())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.databases())))
                .isEqualTo("rwx------");
    }

    @Test
    void oneThatOthersCanWriteIsRefused() throws IOException {
        Path open = Files.createDirectory(directory.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatThrownBy(() -> DataDirectory.of(open, "").prepare())
                .isInstanceOf(Failure.class)
                .hasMessageContaining("others can write it");
    }

    @Test
    void aFileInItsPlaceIsNamed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> DataDirectory.of(file, "").prepare()).hasMessageContaining("not a directory");
    }

    @Test
    void aLinkInsideItIsRefused() throws IOException {
        Path data = Files.createDirectory(directory.resolve("data"));
        Files.createSymbolicLink(data.resolve("journal"), Files.createDirectory(directory.resolve("elsewhere")));

        assertThatThrownBy(() -> DataDirectory.of(data, "").prepare())
                .isInstanceOf(Failure.class)
                .hasMessageContaining("journal: a symbolic link");
    }

    @Test
    void aJournalWithoutItsIdGetsNoNewOne() throws IOException {
        DataDirectory data = DataDirectory.of(directory.resolve("data"), "");
        Files.createDirectories(data.journal());
        Files.createFile(data.journal().resolve("00000000000000000001.journal"));

        assertThatThrownBy(() -> VenueId.readOrMake(data))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("venue.id: missing");
        assertThat(data.venueId()).doesNotExist();
    }

    @Test
    void onlyOneHoldsTheLock() {
        DataDirectory data = DataDirectory.of(directory.resolve("locked"), "");
        data.prepare();

        try (DataLock lock = DataLock.take(data)) {
            assertThat(lock).isNotNull();
            assertThatThrownBy(() -> DataLock.take(data))
                    .isInstanceOfSatisfying(
                            Failure.class, f -> assertThat(f.exit()).isEqualTo(ExitCode.UNREACHABLE))
                    .hasMessageContaining("locked");
        }
        DataLock.take(data).close();
    }

    @Test
    void aDatabaseMayLieElsewhere() {
        DataDirectory data = DataDirectory.of(directory, "jdbc:sqlite:" + directory.resolve("x"));

        assertThat(data.captureDatabase()).isEqualTo(directory.resolve("x/capture.db"));
    }

    @Test
    void halfARunFileIsNone() throws IOException {
        Path file = directory.resolve("run.json");
        assertThat(RunFile.read(file)).isEmpty();
        Files.writeString(file, "{\"address\":\"http://127.0.0.1:1\",\"tok");
        assertThat(RunFile.read(file)).isEmpty();
        new RunFile("http://127.0.0.1:1", "t", 7).write(file);
        assertThat(RunFile.read(file)).contains(new RunFile("http://127.0.0.1:1", "t", 7));
    }
}
