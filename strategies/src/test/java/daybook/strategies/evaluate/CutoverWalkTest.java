package daybook.strategies.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: whatever dies, stands still or comes twice while shards move, each strategy is evaluated exactly once upon each bar, in their order, by
 * the path whose bar it is, and its intents are those of an undisturbed run. Method: seeded schedules in virtual time, judged by counting
 * again.
 */
class CutoverWalkTest {
    @TempDir
    Path dir;

    @Test
    void everyStrategyIsEvaluatedOnceOnEachBarWhileShardsMoveThereAndBack() throws Exception {
        int seeds = Integer.getInteger("walk.seeds", Boolean.getBoolean("daybook.long") ? 2_000 : 15);
        long first = Long.getLong("walk.first", 1);
        int faults = 0;
        int steps = 0;
        for (long seed = first; seed < first + seeds; seed++) {
            Path home = Files.createDirectory(dir.resolve("walk-" + seed));
            try (Walk walk = new Walk(seed, Walk.Size.SMALL, Walk.Bugs.none(), Engine.SQLITE, home)) {
                walk.run();
                faults += walk.faults;
                steps += walk.steps;
            }
        }
        System.out.println("cutover walks: " + seeds + " seeds, " + steps + " steps, " + faults + " faults");
        assertThat(faults).isGreaterThan(10 * seeds);
    }

    @Test
    void theSameOnPostgres() throws Exception {
        for (long seed = 1; seed <= (Boolean.getBoolean("daybook.long") ? 100 : 1); seed++) {
            Path home = Files.createDirectory(dir.resolve("walk-" + seed));
            try (Walk walk = new Walk(seed, new Walk.Size(6, 10, 4), Walk.Bugs.none(), Engine.POSTGRESQL, home)) {
                walk.run();
            }
        }
    }
}
