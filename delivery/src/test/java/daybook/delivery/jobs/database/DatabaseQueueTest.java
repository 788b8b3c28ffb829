package daybook.delivery.jobs.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.StaleOwnerException;
import daybook.delivery.Writer;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.Reserved;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the database's driver does beyond the contract. */
@ParameterizedClass
@EnumSource
class DatabaseQueueTest {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final Engine engine;
    private final QueueWorld world;

    DatabaseQueueTest(Engine engine) {
        this.engine = engine;
        this.world = new QueueWorld(engine, LEASE);
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aJobThatIsPushedInATransactionIsThereWithIt() throws SQLException {
        DatabaseQueue queue = world.open("w");
        try (Writer writer = new Writer(world.database)) {
            assertThat(queue.push(writer.transaction(), NewJob.of("undone", "{}")))
                    .isPresent();
            writer.rollback();
            assertThat(queue.reserve()).isEmpty();

            Optional<String> id = queue.push(writer.transaction(), NewJob.of("done", "{}"));
            writer.commit();

            assertThat(queue.reserve().orElseThrow().job().id()).isEqualTo(id.orElseThrow());
        }
    }

    @Test
    void aUniqueKeyOfATransactionThatIsUndoneIsFree() throws SQLException {
        DatabaseQueue queue = world.open("w");
        NewJob job = new NewJob("u", "{}", Duration.ZERO, Optional.of("k"), 0);
        try (Writer writer = new Writer(world.database)) {
            assertThat(queue.push(writer.transaction(), job)).isPresent();
            assertThat(queue.push(writer.transaction(), job)).isEmpty();
            writer.rollback();
        }

        assertThat(queue.push(job)).isPresent();
    }

    @Test
    void theTransactionOfAJobCommitsOnlyUnderItsLease() throws SQLException {
        DatabaseQueue frozen = world.open("frozen");
        frozen.push(NewJob.of("job", "{}"));
        Reserved stale = frozen.reserve().orElseThrow();
        try (Writer writer = new Writer(world.database)) {
            stale.confirm(writer.transaction());
            writer.commit();

            world.pass(LEASE.plusSeconds(1));
            Reserved present = world.open("other").reserve().orElseThrow();

            assertThatThrownBy(() -> stale.confirm(writer.transaction()))
                    .isInstanceOf(StaleOwnerException.class)
                    .hasMessageContaining("has been taken by another worker");
            writer.rollback();
            present.confirm(writer.transaction());
            writer.commit();
        }
    }

    /** a name that two workers bear is for people; what tells them apart is the token. One is killed with a job in its hands. */
    @Test
    void twoWorkersOfOneNameDoEachJobOnce() throws SQLException {
        DatabaseQueue first = world.open("w1");
        DatabaseQueue second = world.open("w1");
        for (int i = 0; i < 30; i++) {
            first.push(NewJob.of("job", "{}"));
        }
        Set<String> done = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            for (DatabaseQueue worker : List.of(first, second)) {
                Reserved reserved = worker.reserve().orElseThrow();
                assertThat(worker.acknowledge(reserved)).isTrue();
                assertThat(done.add(reserved.job().id())).as("once").isTrue();
            }
        }
        String inItsHands = first.reserve().orElseThrow().job().id();
        first.close();
        for (int i = 0; i < 9; i++) {
            Reserved reserved = second.reserve().orElseThrow();
            assertThat(second.acknowledge(reserved)).isTrue();
            done.add(reserved.job().id());
        }
        assertThat(second.reserve()).as("the last one is still the dead one's").isEmpty();

        world.pass(LEASE.plusMillis(1));

        Reserved last = second.reserve().orElseThrow();
        assertThat(last.job().id()).isEqualTo(inItsHands);
        assertThat(last.attempt()).isEqualTo(2);
        done.add(last.job().id());
        assertThat(done).hasSize(30);
    }

    @Test
    void aDatabaseWithoutJobsKnowsNothingOfALease(@TempDir Path dir) throws SQLException {
        DatabaseQueue queue = world.open("w");
        queue.push(NewJob.of("job", "{}"));
        Reserved reserved = queue.reserve().orElseThrow();
        try (Writer other = new Writer(engine.open(dir, "other"))) {
            if (engine == Engine.SQLITE) {
                assertThatThrownBy(() -> reserved.confirm(other.transaction())).isInstanceOf(SQLException.class);
            } else {
                reserved.confirm(other.transaction()); // another schema of the same database
            }
        }
    }

    /** A lease that is over and that nobody else has asked for is not lost: what was done need not be done again. */
    @Test
    void whoIsLateAndWasNotFollowedMayStillFinish() throws SQLException {
        DatabaseQueue queue = world.open("slow");
        queue.push(NewJob.of("a", "{}"));
        queue.push(NewJob.of("b", "{}"));
        Reserved a = queue.reserve().orElseThrow();
        Reserved b = queue.reserve().orElseThrow();
        world.pass(LEASE.plusSeconds(1));

        assertThat(queue.size().due()).as("both could be handed out").isEqualTo(2);
        assertThat(queue.renew(a)).isTrue();
        assertThat(queue.acknowledge(b)).isTrue();

        assertThat(world.open("other").reserve()).isEmpty();
        assertThat(queue.acknowledge(a)).isTrue();
    }

    @Test
    void aDeathIsInTheHistoryOfTheFailedJob() throws SQLException {
        DatabaseQueue queue = world.open("host-1/first");
        queue.push(NewJob.of("bad", "{}"));
        assertThat(queue.reserve()).isPresent();
        world.pass(LEASE.plusSeconds(1));
        DatabaseQueue second = world.open("host-2/second");
        second.release(second.reserve().orElseThrow(), Duration.ZERO, "no route\nto the host");
        second.fail(second.reserve().orElseThrow(), "worker died");

        List<String> history = queue.failed(1).get(0).history();

        assertThat(history).hasSize(3);
        assertThat(history.get(0)).matches("2.*Z attempt 1: lease over, worker died or stood still: host-1/first");
        assertThat(history.get(1)).matches("2.*Z attempt 2: no route to the host");
        assertThat(history.get(2)).matches("2.*Z attempt 3: worker died");
    }

    @Test
    void aHistoryAndItsReasonsHaveALimit() {
        DatabaseQueue queue = world.open("w");
        queue.push(NewJob.of("bad", "{}"));
        for (int i = 0; i < 60; i++) {
            queue.release(queue.reserve().orElseThrow(), Duration.ZERO, "x".repeat(100_000));
        }
        queue.fail(queue.reserve().orElseThrow(), "\0" + "y".repeat(100_000));

        assertThat(queue.failed(1).get(0).reason())
                .hasSize(500)
                .startsWith(" yyy")
                .endsWith("...");
        assertThat(queue.failed(1).get(0).history())
                .hasSizeBetween(30, 35)
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(560));
    }

    @Test
    void aFailedJobWhoseKeyIsTakenAgainWaits() {
        DatabaseQueue queue = world.open("w");
        NewJob job = new NewJob("u", "{}", Duration.ZERO, Optional.of("k"), 0);
        String first = queue.push(job).orElseThrow();
        queue.fail(queue.reserve().orElseThrow(), "no");
        assertThat(queue.push(job)).isPresent();

        assertThatThrownBy(() -> queue.retry(first))
                .isInstanceOfSatisfying(
                        JobQueueException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(JobQueueException.Kind.REFUSED));
        assertThat(queue.failed(1)).as("it is still there").hasSize(1);

        queue.acknowledge(queue.reserve().orElseThrow());
        assertThat(queue.retry(first)).isTrue();
    }

    @Test
    void oldFailuresAreForgotten() {
        DatabaseQueue queue = world.open("w");
        for (int i = 0; i < 3; i++) {
            queue.push(NewJob.of("bad", "{}"));
            queue.fail(queue.reserve().orElseThrow(), "no");
        }

        assertThat(queue.purgeFailed(1, 10)).isZero();
        assertThat(queue.purgeFailed(Long.MAX_VALUE, 2)).isEqualTo(2);
        assertThat(queue.failed(10)).hasSize(1);
    }

    /** Somebody keeps the row, or SQLite's one lock, for longer than a statement of PostgreSQL waits. */
    @Test
    void whoWaitsForARowBeginsAgainUntilItIsFree() throws Exception {
        DatabaseQueue queue = world.open("w");
        queue.push(NewJob.of("job", "{}"));
        Reserved reserved = queue.reserve().orElseThrow();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Writer other = new Writer(world.database)) {
            reserved.confirm(other.transaction()); // keeps the row
            Future<Boolean> acknowledged = thread.submit(() -> queue.acknowledge(reserved));
            LockSupport.parkNanos(Duration.ofMillis(250).toNanos());
            assertThat(acknowledged.isDone()).isFalse();
            other.rollback();

            assertThat(acknowledged.get(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void aQueueSeesNothingOfAnother() {
        try (QueueWorld other = new QueueWorld(engine, LEASE)) {
            DatabaseQueue theirs = other.open("w");
            theirs.push(new NewJob("job", "{}", Duration.ZERO, Optional.of("k"), 0));
            DatabaseQueue queue = world.open("w");

            assertThat(queue.reserve()).isEmpty();
            assertThat(queue.clear()).isZero();
            assertThat(queue.push(new NewJob("job", "{}", Duration.ZERO, Optional.of("k"), 0)))
                    .isPresent();
            assertThatThrownBy(() -> queue.acknowledge(theirs.reserve().orElseThrow()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected: of queue " + world.queue);
        }
    }

    @Test
    void aDatabaseThatIsAwayIsSaidToBe(@TempDir Path dir) {
        try (DatabaseQueue queue = new DatabaseQueue(
                engine.open(dir, "empty"), new DatabaseQueue.Settings("q", LEASE, "w"), () -> "id", () -> 0)) {
            assertThatThrownBy(queue::reserve)
                    .isInstanceOfSatisfying(
                            JobQueueException.class,
                            away -> assertThat(away.kind()).isEqualTo(JobQueueException.Kind.AWAY))
                    .hasMessageStartingWith("queue q: reserve: the database does not answer: ");
        }
    }

    @Test
    void whatCannotBeRightIsRefused() {
        assertThatThrownBy(() -> new DatabaseQueue.Settings("a b", LEASE, "w")).hasMessageContaining("queue: 'a b'");
        assertThatThrownBy(() -> new DatabaseQueue.Settings("q", Duration.ZERO, "w"))
                .hasMessageContaining("lease");
        assertThatThrownBy(() -> new DatabaseQueue.Settings("q", LEASE, "")).hasMessageContaining("owner");
        assertThatThrownBy(() -> NewJob.of("job", "\0")).hasMessageContaining("U+0000");
    }
}
