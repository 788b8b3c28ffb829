package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.invariants.Told;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a block that could not be written, and a restart, lose nothing acknowledged. Method: a real ext4 on a block device whose writes
 * fail for some milliseconds under load (nbdkit's error filter, nbdfuse, a loop device). The kernel then believes its pages clean: a
 * journal that trusted what it reads after the restart would build on bytes that are nowhere. So the file system is unmounted and
 * mounted again, which forgets the pages, before the outside readers look.
 */
class BlockFaultIT {
    private static final int ROUNDS = Boolean.getBoolean("daybook.long") ? 20 : 2;
    private static final String SIZE = "1G";

    @TempDir
    Path folder;

    private Path mounted;
    private Path nbd;
    private String loop = "";
    private Process server;
    private Process fuse;

    @Test
    void aBlockThatCouldNotBeWrittenLosesNothingAcknowledged() throws IOException {
        Lab.needs("nbdkit", "nbdfuse", "losetup", "mkfs.ext4");
        Lab.needs(Files.exists(Path.of("/dev/fuse")), "there is no /dev/fuse");
        makeDisk();
        Path data = mounted.resolve("data");
        Told told = new Told();
        Random random = new Random(50);
        int deaths = 0;
        for (int round = 0; round < ROUNDS; round++) {
            RunningVenue venue = RunningVenue.start(data, "--rate", "200");
            Load load = new Load(venue, "block-" + round, told);
            RunningVenue.pause(Duration.ofMillis(500 + random.nextInt(1_500)));
            Path failing = Files.createFile(folder.resolve("failing"));
            RunningVenue.pause(Duration.ofMillis(20 + random.nextInt(60)));
            Files.delete(failing);
            RunningVenue.pause(Duration.ofMillis(500));
            if (venue.isAlive()) {
                venue.killNine();
            } else {
                deaths++;
                assertThat(venue.await()).as(venue.errors()).isEqualTo(1);
                assertThat(venue.errors()).contains("the venue failed: ").doesNotContain("\tat ");
            }
            load.join();
            RunningVenue next = RunningVenue.start(data, "--rate", "200");
            Load more = new Load(next, "after-" + round, told);
            RunningVenue.pause(Duration.ofMillis(500));
            next.killNine();
            more.join();
            forgetPages();
        }
        System.out.println(ROUNDS + " rounds, " + deaths + " ended by the failed write, " + told.orders()
                + " orders acknowledged");
        RunningVenue last = RunningVenue.start(data, "--traders", "0");
        last.endsWell(told);
        forgetPages();
        new Outside(data).isClean(told);
    }

    private void makeDisk() throws IOException {
        nbd = Files.createDirectory(folder.resolve("nbd"));
        mounted = Files.createDirectory(folder.resolve("mounted"));
        String socket = folder.resolve("socket").toString();
        server = quiet(
                "nbdkit",
                "-f",
                "-U",
                socket,
                "--filter=error",
                "memory",
                SIZE,
                "error=EIO",
                "error-pwrite-rate=100%",
                "error-file=" + folder.resolve("failing"));
        waitFor(Path.of(socket));
        Path image = nbd.resolve("disk.img");
        fuse = quiet("nbdfuse", image.toString(), "nbd+unix:///?socket=" + socket);
        waitFor(image);
        Lab.needs(
                Lab.run("mkfs.ext4", "-q", "-F", "-E", "nodiscard", image.toString()) == 0,
                "no file system can be made");
        loop = Lab.output("losetup", "-f", "--show", image.toString());
        Lab.needs(mount() == 0, "a loop device cannot be mounted here");
    }

    /** Errors do not make it read-only: the program alone is asked to notice. */
    private int mount() {
        return Lab.run("mount", "-o", "errors=continue", loop, mounted.toString());
    }

    private void forgetPages() {
        assertThat(Lab.run("umount", mounted.toString())).isZero();
        assertThat(mount()).isZero();
        assertThat(Lab.run("mountpoint", "-q", mounted.toString())).isZero();
    }

    @AfterEach
    void undo() throws InterruptedException {
        if (mounted != null) {
            Lab.run("umount", "-l", mounted.toString());
            if (!loop.isEmpty()) {
                Lab.run("losetup", "-d", loop);
            }
            Lab.run("umount", "-l", nbd.toString());
            for (Process process : List.of(fuse, server)) {
                process.destroy();
                process.waitFor();
            }
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
