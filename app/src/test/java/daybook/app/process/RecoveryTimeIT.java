package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.invariants.Told;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * J-09: how long a start takes on a long history. Two million events in the long programme; killed at random moments five times, then
 * without any snapshot. The bound is that of docs/reliability.md.
 */
class RecoveryTimeIT {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int COMMANDS = LONG ? 1_250_000 : 60_000;
    private static final int KILLS = LONG ? 5 : 2;
    private static final Duration BOUND = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private Path data;

    @BeforeEach
    void freshDirectory() {
        data = folder.resolve("data");
    }

    @Test
    void aStartTakesAsLongAsPromisedWhateverTheLengthOfTheHistory() throws IOException {
        Path file = folder.resolve("commands.csv");
        writeCommands(file);
        Program.Outcome replay = Program.run(
                "replay",
                file.toString(),
                "--data",
                data.toString(),
                "--out",
                folder.resolve("out.csv").toString());
        assertThat(replay.exitCode()).as(replay.toString()).isZero();
        System.out.println(replay.err().strip());

        Random random = new Random(9);
        for (int i = 0; i < KILLS; i++) {
            RunningVenue venue = start("with snapshots, kill " + i, BOUND);
            RunningVenue.pause(Duration.ofMillis(random.nextInt(3_000)));
            venue.killNine();
        }
        deleteSnapshots();
        RunningVenue fromTheFirst = start("without snapshots", Duration.ofMinutes(5));
        assertThat(fromTheFirst.errors()).contains("recovery: ");
        fromTheFirst.endsWellWithin(Duration.ofMinutes(8), Told.NOTHING);
    }

    private RunningVenue start(String what, Duration atMost) {
        long begun = System.nanoTime();
        RunningVenue venue = RunningVenue.start(data, "--traders", "0");
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        System.out.println("serving again, " + what + ": " + took.toMillis() + " ms");
        assertThat(took).as(what).isLessThan(atMost);
        return venue;
    }

    /** Orders of a market that trades: about eight events for five commands. */
    private static void writeCommands(Path file) throws IOException {
        Random random = new Random(2_000_000);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("n,cmd,order_id,side,price,qty,owner\n");
            for (int n = 1; n <= COMMANDS; n++) {
                String side = random.nextBoolean() ? "B" : "A";
                int price = 10_000 + random.nextInt(40);
                out.write(n + ",NEW,o" + n + "," + side + "," + price + "," + (1 + random.nextInt(9)) + ",a"
                        + random.nextInt(50) + "\n");
            }
        }
    }

    private void deleteSnapshots() throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("snapshots"))) {
            List<Path> snapshots = files.toList();
            for (Path snapshot : snapshots) {
                Files.delete(snapshot);
            }
        }
    }
}
