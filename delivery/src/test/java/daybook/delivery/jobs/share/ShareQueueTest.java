package daybook.delivery.jobs.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.MemoryLog;
import daybook.delivery.StaleOwnerException;
import daybook.delivery.Writer;
import daybook.delivery.jobs.JobDatabases;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.QueueSize;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.jobs.log.LogQueuePorts;
import daybook.delivery.locks.LocalLocks;
import java.nio.file.Path;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the driver of share groups does beyond the contract. */
class ShareQueueTest {
    private final ShareQueueWorld world;

    ShareQueueTest(@TempDir Path directory) {
        this.world = new ShareQueueWorld(Engine.SQLITE, directory);
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aLogThatLendsNothingIsRefused() {
        LogQueuePorts ports = new LogQueuePorts(
                new MemoryLog(false),
                JobDatabases.of(Engine.SQLITE),
                new LocalLocks(world.time::nanos),
                new LogQueuePorts.Sources(world.time, world.time::nanos, () -> "id"));

        assertThatThrownBy(() -> new ShareQueue(world.settings, ports, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lends no records (expected: one with share groups");
    }

    /** A log gives a record up after some deliveries; ours has its job written anew before. */
    @Test
    void aJobThatKillsManyWorkersIsCountedBeyondTheLogsOwnLimit() {
        world.withFailed();
        world.queue().push(NewJob.of("deadly", "{}"));
        long token = 0;
        for (int attempt = 1; attempt <= 12; attempt++) {
            ShareQueue worker = world.queue();
            Reserved reserved = worker.reserve().orElseThrow();
            assertThat(reserved.attempt()).isEqualTo(attempt);
            assertThat(reserved.token()).isGreaterThan(token);
            token = reserved.token();
            world.kill(worker);
        }
    }

    @Test
    void aJobThatWaitsForItsTimeThroughManyWorkersIsTriedForTheFirstTimeThen() {
        world.withFailed();
        world.queue().push(new NewJob("later", "{}", Duration.ofHours(1), Optional.empty(), 0));
        for (int i = 0; i < 12; i++) {
            ShareQueue worker = world.queue();
            assertThat(worker.reserve()).isEmpty();
            world.kill(worker);
        }
        ShareQueue last = world.queue();
        assertThat(last.reserve()).isEmpty();
        assertThat(last.waits()).singleElement().asString().contains("is held until");
        for (int i = 0; i < 160; i++) {
            world.pass(Duration.ofSeconds(19)); // held on to
            assertThat(last.size().size()).isEqualTo(1);
            Optional<Reserved> reserved = last.reserve();
            if (reserved.isPresent()) {
                assertThat(world.time.millis())
                        .isGreaterThanOrEqualTo(reserved.get().job().dueAtMs());
                assertThat(reserved.get().attempt()).isEqualTo(1);
                return;
            }
        }
        throw new AssertionError("never due");
    }

    /** The honest limit: jobs that are not due take a worker's hands. */
    @Test
    void aWorkerThatHoldsEightJobsThatAreNotDueTakesNoMore() {
        world.withFailed();
        ShareQueue queue = world.queue();
        for (int i = 0; i < Lending.MOST_HELD; i++) {
            queue.push(new NewJob("later", "{}", Duration.ofSeconds(30), Optional.empty(), 0));
        }
        assertThat(queue.reserve()).isEmpty();
        queue.push(NewJob.of("now", "{}"));

        assertThat(queue.reserve()).isEmpty();
        assertThat(world.queue().reserve()).as("another has its hands free").isPresent();
        world.pass(Duration.ofSeconds(30));
        assertThat(queue.reserve()).isPresent();
        assertThat(queue.size()).isEqualTo(new QueueSize(9, 7, 2));
    }

    /** Q-05, its first half. */
    @Test
    void withoutTheTopicOfFailedOnesTheJobIsHeldAndGoesThereWhenItIs() {
        ShareQueue queue = world.queue();
        queue.push(NewJob.of("bad", "{}"));
        Reserved bad = queue.reserve().orElseThrow();

        assertThatThrownBy(() -> queue.fail(bad, "no such account"))
                .isInstanceOfSatisfying(
                        JobQueueException.class, e -> assertThat(e.kind()).isEqualTo(JobQueueException.Kind.NO_TOPIC));
        for (int i = 0; i < 10; i++) {
            world.pass(Duration.ofSeconds(25));
            assertThat(queue.reserve()).isEmpty();
            assertThat(queue.waits()).singleElement().asString().contains(world.settings.failedTopic());
        }

        world.withFailed();
        assertThat(queue.reserve()).isEmpty();
        assertThat(queue.failed(9))
                .singleElement()
                .satisfies(failed -> assertThat(failed.attempts()).isEqualTo(1));
        assertThat(queue.waits()).isEmpty();
        assertThat(queue.size().size()).isZero();
    }

    /** One row per job that was ever lent would be kept for ever where nobody asks for the size. */
    @Test
    void whatIsKnownOfRecordsThatAreDoneIsForgotten() {
        world.withFailed();
        ShareQueue queue = world.queue();
        for (int i = 0; i < 10; i++) {
            queue.push(NewJob.of("a", "{}"));
        }
        for (int i = 0; i < 9; i++) {
            queue.acknowledge(queue.reserve().orElseThrow());
        }
        Reserved last = queue.reserve().orElseThrow();

        int purged = queue.purgeLoans();

        assertThat(purged).isBetween(1, 9);
        assertThat(world.loans()).isEqualTo(10 - purged);
        assertThat(queue.acknowledge(last)).as("what is in flight is kept").isTrue();
        queue.purgeLoans();
        assertThat(world.loans()).isZero();
        assertThat(queue.size().size()).isZero();
    }

    @Test
    void aLeaseThatIsOverConfirmsNothing() throws Exception {
        world.withFailed();
        ShareQueue queue = world.queue();
        queue.push(NewJob.of("a", "{}"));
        Reserved reserved = queue.reserve().orElseThrow();
        try (Writer writer = new Writer(JobDatabases.of(Engine.SQLITE))) {
            reserved.confirm(writer.transaction());
            writer.commit();
            world.pass(ShareQueueWorld.LEASE.plusSeconds(1));
            assertThatThrownBy(() -> reserved.confirm(writer.transaction())).isInstanceOf(StaleOwnerException.class);
        }
    }

    /** A broker that was killed may have forgotten deliveries, and counts some anew. */
    @Test
    void aLendingThatIsCountedTooLowIsGivenBackAtOnceAndNotAfterItsLock() throws Exception {
        world.withFailed();
        ShareQueue first = world.queue();
        first.push(NewJob.of("a", "{}"));
        assertThat(first.reserve()).isPresent();
        world.kill(first);
        try (Writer writer = new Writer(JobDatabases.of(Engine.SQLITE));
                Statement more = writer.transaction().createStatement()) {
            more.executeUpdate("UPDATE log_job_loan SET token = token + 2");
            writer.commit();
        }

        assertThat(world.queue().reserve()).isPresent();
    }

    /** Q-05, its second half: fifty kills at a step that chance picks. */
    @Test
    void fiftyKillsLoseNoJob() {
        world.withFailed();
        long seed = Long.getLong("daybook.seed", 20261130);
        Random random = new Random(seed);
        List<String> pushed = new ArrayList<>();
        Set<String> ended = new HashSet<>();
        int kills = 0;
        while (kills < 50) {
            int[] left = {1 + random.nextInt(10)};
            ShareQueue worker = world.queue(step -> {
                if (--left[0] == 0) {
                    throw new Died();
                }
            });
            try {
                pushed.add(worker.push(NewJob.of("job", "{}")).orElseThrow());
                pushed.add(worker.push(NewJob.of("job", "{}")).orElseThrow());
                work(worker, ended, random);
                world.pass(Duration.ofSeconds(2));
            } catch (Died died) {
                world.kill(worker);
                kills++;
            }
        }
        ShareQueue last = world.queue();
        for (int i = 0; i < 1_000 && last.size().size() > 0; i++) {
            world.pass(Duration.ofSeconds(25));
            work(last, ended, random);
        }
        last.failed(10_000).forEach(failed -> ended.add(failed.job().id()));

        assertThat(ended).as("seed %d", seed).containsAll(pushed);
    }

    private static void work(ShareQueue worker, Set<String> ended, Random random) {
        for (Optional<Reserved> next = worker.reserve(); next.isPresent(); next = worker.reserve()) {
            int chance = random.nextInt(10);
            if (next.get().attempt() > 3 || chance == 0) {
                worker.fail(next.get(), "given up");
            } else if (chance < 4) {
                worker.release(next.get(), Duration.ofSeconds(random.nextInt(2)), "again");
            } else {
                ended.add(next.get().job().id());
                worker.acknowledge(next.get());
            }
        }
    }

    private static final class Died extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
