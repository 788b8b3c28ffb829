package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

class FileDiskTest extends DiskContract {
    private final FileDisk disk = new FileDisk();

    @TempDir
    Path directory;

    @Override
    protected Disk disk() {
        return disk;
    }

    @Override
    protected Path directory() {
        return directory;
    }

    @Test
    void aDataFileIsNotFollowedThroughALink() throws IOException {
        Files.writeString(directory.resolve("target"), "secret");
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("target"));

        assertThatThrownBy(() -> disk.open(directory.resolve("link")))
                .isInstanceOfSatisfying(
                        DiskException.class, e -> assertThat(e.kind()).isEqualTo(DiskException.Kind.DENIED));
        assertThatThrownBy(() -> disk.create(directory.resolve("link"))).isInstanceOf(DiskException.class);
        assertThatThrownBy(() -> disk.lock(directory.resolve("link"))).isInstanceOf(DiskException.class);
    }

    @Test
    void aLockIsTheSameThroughALinkedDirectory() throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);

        DiskLock held = disk.lock(real.resolve("lock"));
        assertThatThrownBy(() -> disk.lock(link.resolve("lock"))).hasMessageContaining("locked: in use");
        held.close();
    }

    @Test
    void aRefusedSecondLockInThisProcessDoesNotReleaseTheFirst() throws IOException, InterruptedException {
        Path file = directory.resolve("lock");
        try (DiskLock held = disk.lock(file)) {
            assertThatThrownBy(() -> disk.lock(file)).isInstanceOf(DiskException.class);
            assertThat(otherProcess(file)).isEqualTo(LockProbe.LOCKED);
        }
        assertThat(otherProcess(file)).isEqualTo(LockProbe.FREE);
    }

    @Test
    @EnabledIf("hasFullDevice")
    void aFullDeviceIsFull() {
        try (DiskFile file = disk.open(Path.of("/dev/full"))) {
            assertThatThrownBy(() -> file.write(ByteBuffer.allocate(10), 0))
                    .isInstanceOfSatisfying(
                            DiskException.class, e -> assertThat(e.kind()).isEqualTo(DiskException.Kind.FULL));
        }
    }

    static boolean hasFullDevice() {
        return Files.isWritable(Path.of("/dev/full"));
    }

    private static int otherProcess(Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockProbe.class.getName(),
                        file.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
