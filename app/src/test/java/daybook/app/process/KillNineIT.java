package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.invariants.Told;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: whatever was acknowledged survives. Method: kill -9 at random moments under load, a third of them within 200 ms of a start
 * (crash, write, crash), with a snapshot every second; start again on the same directory, again and again; then only outside
 * readers are believed.
 */
class KillNineIT {
    private static final int ROUNDS = Boolean.getBoolean("daybook.long") ? 200 : 10;
    private static final List<String> SNAPSHOT_EVERY_SECOND = List.of("env", "DAYBOOK_SNAPSHOT_INTERVAL=1s");

    @TempDir
    Path folder;

    @Test
    void nothingAcknowledgedIsLostAndNothingCountsTwice() {
        long seed = Long.getLong("daybook.seed", 20261129);
        System.out.println("seed " + seed + ", " + ROUNDS + " rounds");
        Random random = new Random(seed);
        Path data = folder.resolve("data");
        Told told = new Told();

        for (int round = 0; round < ROUNDS; round++) {
            RunningVenue venue = RunningVenue.start(
                    SNAPSHOT_EVERY_SECOND, data, "--rate", "200", "--seed", Long.toString(seed + round));
            Load load = new Load(venue, seed + "-" + round, told);
            RunningVenue.pause(Duration.ofMillis(random.nextInt(round % 3 == 0 ? 200 : 2_000)));
            venue.killNine();
            load.join();
        }
        RunningVenue last = RunningVenue.start(data, "--rate", "50");
        RunningVenue.pause(Duration.ofSeconds(3));
        assertThat(last.stop()).as(last.errors()).isZero();

        System.out.println(told.orders() + " orders acknowledged");
        assertThat(told.orders()).isPositive();
        Outside outside = new Outside(data);
        outside.isClean(told);
        outside.positionsAreTheSumOfTheFills();
    }
}
