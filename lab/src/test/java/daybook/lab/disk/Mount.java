package daybook.lab.disk;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.journal.Machine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A file system on a {@link PowerDisk}: nbdfuse makes it a file, a loop device a block device. Needs root. */
final class Mount implements AutoCloseable {

    /** Which file system, and how it is mounted. */
    enum Kind {
        EXT4("mkfs.ext4 -q -F -E nodiscard", "defaults"),
        /** Without its own journal, which a failed write would make read-only, so that nothing could go wrong. */
        EXT4_BARE("mkfs.ext4 -q -F -E nodiscard -O ^has_journal", "errors=continue"),
        XFS("mkfs.xfs -q -f -K", "nodiscard");

        private final String make;
        private final String options;

        Kind(String make, String options) {
            this.make = make;
            this.options = options;
        }
    }

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    final PowerDisk disk;
    final Path root;
    private final Kind kind;
    private final Path nbd;
    private final Path image;
    private Process fuse;
    private String loop = "";

    Mount(Kind kind, Path folder) throws IOException {
        Machine.needs("nbdfuse", "losetup", kind.make.substring(0, kind.make.indexOf(' ')));
        this.kind = kind;
        this.root = Files.createDirectory(folder.resolve("mounted"));
        this.nbd = Files.createDirectory(folder.resolve("nbd"));
        this.image = nbd.resolve("disk.img");
        this.disk = new PowerDisk(320); // XFS wants 300
        this.fuse = attach();
        Machine.needs(Machine.run((kind.make + " " + image).split(" ")) == 0, "no file system can be made");
        loop = Machine.output("losetup", "-f", "--show", image.toString());
        Machine.needs(mount() == 0, "a loop device cannot be mounted here");
    }

    /** Everything that had files open has closed them. What the kernel remembers of the disk is forgotten. */
    void again() {
        detach();
        disk.powerOn();
        fuse = attach();
        loop = Machine.output("losetup", "-f", "--show", image.toString());
        if (kind == Kind.EXT4_BARE) {
            Machine.run("e2fsck", "-p", loop);
        }
        assertThat(mount()).as("mounted again").isZero();
        assertThat(Machine.run("mountpoint", "-q", root.toString())).isZero();
    }

    @Override
    public void close() throws IOException {
        Machine.run("umount", "-l", root.toString());
        Machine.run("losetup", "-d", loop);
        Machine.run("umount", "-l", nbd.toString());
        fuse.destroy();
        disk.close();
    }

    private void detach() {
        assertThat(Machine.run("umount", root.toString()))
                .as(() -> "unmounted; still open: " + openFiles())
                .isZero();
        assertThat(Machine.run("losetup", "-d", loop)).isZero();
        Machine.run("umount", nbd.toString());
        try {
            if (!fuse.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                fuse.destroy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A file that was not closed keeps the file system mounted. */
    private String openFiles() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.map(Mount::target)
                    .filter(file -> file.startsWith(root.toString()))
                    .toList()
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    private Process attach() {
        try {
            Process started = new ProcessBuilder("nbdfuse", image.toString(), "nbd://127.0.0.1:" + disk.port())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (!Files.exists(image)) {
                assertThat(System.nanoTime() - end).as("%s", image).isNegative();
                Machine.pause(Duration.ofMillis(10));
            }
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int mount() {
        return Machine.run("mount", "-o", kind.options, loop, root.toString());
    }
}
