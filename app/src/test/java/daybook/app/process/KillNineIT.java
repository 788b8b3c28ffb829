package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: whatever was acknowledged survives. Method: kill -9 at random moments under load, start again on the same directory,
 * again and again; then only outside readers are believed.
 */
class KillNineIT {
    private static final int ROUNDS = Boolean.getBoolean("daybook.long") ? 200 : 10;

    @TempDir
    Path folder;

    @Test
    void nothingAcknowledgedIsLostAndNothingCountsTwice() throws InterruptedException {
        long seed = Long.getLong("daybook.seed", 20261129);
        System.out.println("seed " + seed + ", " + ROUNDS + " rounds");
        Random random = new Random(seed);
        Path data = folder.resolve("data");
        List<Client.Acknowledged> acknowledged = new ArrayList<>();

        for (int round = 0; round < ROUNDS; round++) {
            RunningVenue venue = RunningVenue.start(data, "--rate", "200", "--seed", Long.toString(seed + round));
            Client alice = new Client(venue, "alice", "a" + round + "-", seed + round);
            Client bob = new Client(venue, "bob", "b" + round + "-", seed - round);
            Thread first = new Thread(alice, "alice");
            Thread second = new Thread(bob, "bob");
            first.start();
            second.start();

            RunningVenue.pause(Duration.ofMillis(random.nextInt(round % 3 == 0 ? 200 : 2_000)));
            venue.killNine();

            first.join();
            second.join();
            acknowledged.addAll(alice.acknowledged());
            acknowledged.addAll(bob.acknowledged());
        }
        RunningVenue last = RunningVenue.start(data, "--rate", "50");
        RunningVenue.pause(Duration.ofSeconds(3));
        assertThat(last.stop()).as(last.errors()).isZero();

        System.out.println(acknowledged.size() + " orders acknowledged");
        assertThat(acknowledged).isNotEmpty();
        Outside outside = new Outside(data);
        outside.isClean();
        outside.has(acknowledged);
        outside.positionsAreTheSumOfTheFills();
    }
}
