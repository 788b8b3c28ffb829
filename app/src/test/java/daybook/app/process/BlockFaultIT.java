package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.invariants.Told;
import daybook.journal.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a block that could not be written, and a restart, lose nothing acknowledged. Method: a real ext4 on a block device whose writes
 * fail for some milliseconds under load (nbdkit's error filter, nbdfuse, a loop device). The kernel then believes its pages clean: a
 * journal that trusted what it reads after the restart would build on bytes that are nowhere. So the file system is unmounted and
 * mounted again, which forgets the pages, before the outside readers look. The databases are rebuilt from the log, as the runbook
 * says.
 */
class BlockFaultIT {
    private static final int ROUNDS = Boolean.getBoolean("daybook.long") ? 20 : 2;

    @TempDir
    Path folder;

    @Test
    void aBlockThatCouldNotBeWrittenLosesNothingAcknowledged() throws IOException {
        Machine.needs("nbdkit", "nbdfuse", "losetup", "mkfs.ext4");
        Machine.needs(Files.exists(Path.of("/dev/fuse")), "there is no /dev/fuse");
        try (FailingDisk disk = new FailingDisk(folder)) {
            run(disk);
        }
    }

    private static void run(FailingDisk disk) throws IOException {
        Path data = disk.mounted().resolve("data");
        Told told = new Told();
        Random random = new Random(50);
        int deaths = 0;
        for (int round = 0; round < ROUNDS; round++) {
            RunningVenue venue = RunningVenue.start(data, "--rate", "200");
            Load load = new Load(venue, "block-" + round, told);
            RunningVenue.pause(Duration.ofMillis(500 + random.nextInt(1_500)));
            disk.failFor(Duration.ofMillis(20 + random.nextInt(60)));
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
            disk.forgetPages();
        }
        System.out.println(ROUNDS + " rounds, " + deaths + " ended by the failed write, " + told.orders()
                + " orders acknowledged");
        // SQLite believes the system's pages as the kernel does, so its files are not to be trusted now. They hold
        // nothing that the log
        // does not: the runbook says to move them away.
        Files.move(data.resolve("db"), data.resolveSibling("db-not-trusted"));
        RunningVenue last = RunningVenue.start(data, "--traders", "0");
        last.endsWell(told);
        disk.forgetPages();
        new Outside(data).isClean(told);
    }
}
