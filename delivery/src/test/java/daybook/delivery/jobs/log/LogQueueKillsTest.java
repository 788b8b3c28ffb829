package daybook.delivery.jobs.log;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.delivery.MemoryLog;
import daybook.delivery.jobs.Reserved;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * A worker is killed fifty times, at a step that chance picks: between the counting and the handing-out, between a record on its
 * new topic and the cursor, behind the cursor. Every job that was pushed ends as done or among the failed, or it is in the queue.
 */
class LogQueueKillsTest {
    private static final int KILLS = 50;
    private static final int TRIES = 3;

    @Test
    void fiftyKillsLoseNoJobAndEachThatFailsIsAmongTheFailed() {
        long seed = Long.getLong("daybook.seed", 20261130);
        neverLost(seed, parts -> parts);
    }

    /** What the planted bugs are held against, too. */
    static void neverLost(long seed, UnaryOperator<LogQueue.Parts> change) {
        Random random = new Random(seed);
        try (LogQueueWorld world = new LogQueueWorld(Engine.SQLITE, new MemoryLog(false)).withTopics()) {
            Fates fates = new Fates();
            int kills = 0;
            while (kills < KILLS) {
                int[] left = {1 + random.nextInt(12)};
                LogQueue worker = world.queue(parts -> LogQueueWorld.dying(change.apply(parts), step -> {
                    if (--left[0] == 0) {
                        throw new LogQueueTest.Died();
                    }
                }));
                try {
                    fates.push(worker, world, random);
                    work(worker, world, fates, random);
                    world.time.pass(Duration.ofSeconds(1));
                    worker.close();
                } catch (LogQueueTest.Died died) {
                    world.kill(worker);
                    kills++;
                }
            }
            world.time.pass(Duration.ofDays(1));
            LogQueue last = world.queue(change);
            work(last, world, fates, random);
            world.time.pass(Duration.ofDays(1));
            while (last.size().size() > 0) {
                work(last, world, fates, random);
                world.time.pass(Duration.ofDays(1));
            }
            Set<String> ended = new TreeSet<>(fates.done.keySet());
            last.failed(10_000).forEach(failed -> ended.add(failed.job().id()));
            assertThat(ended).as("seed %d", seed).containsAll(fates.pushed);
            assertThat(fates.attempts.values()).as("seed %d", seed).allMatch(attempts -> attempts <= KILLS);
        }
    }

    private static void work(LogQueue worker, LogQueueWorld world, Fates fates, Random random) {
        for (Optional<Reserved> next = worker.reserve(); next.isPresent(); next = worker.reserve()) {
            Reserved reserved = next.get();
            String id = reserved.job().id();
            assertThat(world.time.millis())
                    .as("never early")
                    .isGreaterThanOrEqualTo(reserved.job().dueAtMs());
            fates.attempts.merge(id, reserved.attempt(), Math::max);
            int chance = random.nextInt(10);
            if (reserved.attempt() > TRIES || chance == 0) {
                worker.fail(reserved, "given up");
            } else if (chance < 4) {
                worker.release(reserved, Duration.ofSeconds(random.nextInt(3)), "again");
            } else {
                fates.done.put(id, reserved.attempt()); // the effect, before anybody is told
                worker.acknowledge(reserved);
            }
        }
    }

    /** What became of each. */
    private static final class Fates {
        private final List<String> pushed = new ArrayList<>();
        private final Map<String, Integer> done = new HashMap<>();
        private final Map<String, Integer> attempts = new HashMap<>();

        void push(LogQueue queue, LogQueueWorld world, Random random) {
            for (int i = 0; i < 3; i++) {
                pushed.add(queue.push(world.in(random.nextInt(LogQueueWorld.PARTITIONS), "job"))
                        .orElseThrow());
            }
        }
    }
}
