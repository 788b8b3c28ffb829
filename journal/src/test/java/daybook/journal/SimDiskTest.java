package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SimDiskTest extends DiskContract {
    private static final Path DIRECTORY = Path.of("/sim");
    private static final Path FILE = DIRECTORY.resolve("a");

    private final SimDisk disk = new SimDisk();

    @Override
    protected Disk disk() {
        return disk;
    }

    @Override
    protected Path directory() {
        return DIRECTORY;
    }

    @BeforeEach
    void createDirectory() {
        disk.createDirectories(DIRECTORY);
    }

    @Test
    void aPowerCutLosesWhatWasNotForced() {
        DiskFile file = forced("old");
        file.write(bytes("new"), 0);

        disk.crash(i -> false);

        assertThat(disk.bytes(FILE)).isEqualTo(Entries.bytes("old"));
    }

    @Test
    void aPowerCutMayKeepOneSectorAndLoseTheOneBeforeIt() {
        DiskFile file = forced("x".repeat(1024));
        file.write(bytes("y".repeat(1024)), 0);

        disk.crash(i -> i == 1);

        assertThat(disk.bytes(FILE)).isEqualTo(Entries.bytes("x".repeat(512) + "y".repeat(512)));
    }

    @Test
    void aNameIsLostUnlessItsDirectoryWasForced() {
        DiskFile file = disk.create(FILE);
        file.write(bytes("x"), 0);
        file.force();

        disk.crash(i -> false);

        assertThat(disk.exists(FILE)).isFalse();
    }

    @Test
    void afterAFailedForceTheBytesAreSeenButNeverOnTheDisk() {
        DiskFile file = forced("old");
        file.write(bytes("new"), 0);
        disk.failAt(disk.operations() + 1, SimDisk.Fault.FAIL_AND_MARK_CLEAN);

        assertThatThrownBy(file::force).isInstanceOf(DiskException.class);
        file.force();
        disk.restart();
        assertThat(disk.bytes(FILE)).isEqualTo(Entries.bytes("new"));
        DiskFile again = disk.open(FILE);
        again.write(bytes("new"), 0);
        again.force();

        disk.crash(i -> true);
        assertThat(disk.bytes(FILE)).isEqualTo(Entries.bytes("old"));
    }

    @Test
    void aFullDiskTakesAPartOnly() {
        DiskFile file = forced("12345678");
        disk.limitBytes(10);

        assertThatThrownBy(() -> file.write(bytes("abcdef"), 8))
                .isInstanceOfSatisfying(
                        DiskException.class, e -> assertThat(e.kind()).isEqualTo(DiskException.Kind.FULL));
        assertThat(disk.bytes(FILE)).isEqualTo(Entries.bytes("12345678ab"));
    }

    @Test
    void aCopyLivesItsOwnLife() {
        DiskFile file = forced("old");
        file.write(bytes("new"), 0);

        SimDisk copy = disk.copy();
        copy.crash(i -> false);

        assertThat(copy.bytes(FILE)).isEqualTo(Entries.bytes("old"));
        assertThat(disk.bytes(FILE)).isEqualTo(Entries.bytes("new"));
    }

    private DiskFile forced(String text) {
        DiskFile file = disk.create(FILE);
        file.write(bytes(text), 0);
        file.force();
        disk.forceDirectory(DIRECTORY);
        return file;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(Entries.bytes(text));
    }
}
