package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.journal.Machine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * An ext4 on a block device in memory whose writes fail on demand: nbdkit's error filter, nbdfuse, a loop device. Needs root. It has no
 * journal of its own: with one, a failed write of that journal makes the whole file system read-only, and nothing could go wrong.
 */
final class FailingDisk implements AutoCloseable {
    private static final String SIZE = "1G";

    private final Path switchFile;
    private final Path nbd;
    private final Path mounted;
    private final Process server;
    private final Process fuse;
    private final String loop;

    FailingDisk(Path folder) throws IOException {
        switchFile = folder.resolve("failing");
        nbd = Files.createDirectory(folder.resolve("nbd"));
        mounted = Files.createDirectory(folder.resolve("mounted"));
        Path socket = folder.resolve("socket");
        server = quiet(
                "nbdkit",
                "-f",
                "-U",
                socket.toString(),
                "--filter=error",
                "memory",
                SIZE,
                "error=EIO",
                "error-pwrite-rate=100%",
                "error-file=" + switchFile);
        waitFor(socket);
        Path image = nbd.resolve("disk.img");
        fuse = quiet("nbdfuse", image.toString(), "nbd+unix:///?socket=" + socket);
        waitFor(image);
        Machine.needs(
                Machine.run("mkfs.ext4", "-q", "-F", "-O", "^has_journal", "-E", "nodiscard", image.toString()) == 0,
                "no file system can be made");
        loop = Machine.output("losetup", "-f", "--show", image.toString());
        Machine.needs(mount() == 0, "a loop device cannot be mounted here");
    }

    Path mounted() {
        return mounted;
    }

    /** Every write of a block fails for so long. */
    void failFor(Duration time) {
        try {
            Files.createFile(switchFile);
            RunningVenue.pause(time);
            Files.delete(switchFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Unmounts and mounts again: what the kernel only believed to be on the disk is gone. */
    void forgetPages() {
        assertThat(Machine.run("umount", mounted.toString())).isZero();
        Machine.run("e2fsck", "-p", loop); // an error in the file system's own blocks may have been noted
        assertThat(mount()).isZero();
        assertThat(Machine.run("mountpoint", "-q", mounted.toString())).isZero();
    }

    private int mount() {
        return Machine.run("mount", "-o", "errors=continue", loop, mounted.toString());
    }

    @Override
    public void close() {
        Machine.run("umount", "-l", mounted.toString());
        Machine.run("losetup", "-d", loop);
        Machine.run("umount", "-l", nbd.toString());
        for (Process process : List.of(fuse, server)) {
            process.destroy();
        }
    }

    private static Process quiet(String... command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void waitFor(Path file) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!Files.exists(file)) {
            assertThat(System.nanoTime() - end).as("%s", file).isNegative();
            RunningVenue.pause(Duration.ofMillis(20));
        }
    }
}
