package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.ManualTime;
import daybook.delivery.Migrations;
import daybook.delivery.StaleOwnerException;
import daybook.delivery.Writer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class EffectGuardTest {
    private static final AtomicInteger QUEUES = new AtomicInteger();

    private final Engine engine;
    private final Database database;
    private final Writer first;
    private final Writer second;
    private final String queue = "effects-" + QUEUES.incrementAndGet();
    private final ManualTime time = new ManualTime();
    private final EffectGuard guard = new EffectGuard();

    EffectGuardTest(Engine engine) {
        this.engine = engine;
        this.database = JobDatabases.of(engine);
        this.first = new Writer(database);
        this.second = new Writer(database);
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    @Test
    void anEffectIsClaimedOnceByTheTransactionThatCommits() throws SQLException {
        assertThat(guard.once(first.transaction(), run("job-1", 1))).isTrue();
        first.rollback();
        assertThat(guard.once(first.transaction(), run("job-1", 1)))
                .as("after a rollback")
                .isTrue();
        first.commit();

        assertThat(guard.once(second.transaction(), run("job-1", 1)))
                .as("the same run again")
                .isFalse();
        assertThat(guard.once(second.transaction(), run("job-1", 2)))
                .as("another run")
                .isFalse();
        assertThat(guard.once(second.transaction(), run("job-2", 1)))
                .as("another job")
                .isTrue();
        assertThat(guard.once(second.transaction(), new EffectGuard.Grant(queue + "-other", "job-1", 1)))
                .as("another queue's")
                .isTrue();
        second.commit();
    }

    /** The worker was frozen, another has had the job since, and the first one wakes up in the midst of its transaction. */
    @Test
    void whoWasDeposedMayNotCommit() throws SQLException {
        assertThat(guard.once(second.transaction(), run("job", 2))).isTrue();
        second.commit();

        assertThatThrownBy(() -> guard.once(first.transaction(), run("job", 1)))
                .isInstanceOf(StaleOwnerException.class)
                .hasMessage("job: job of queue " + queue
                        + " has been taken by another worker (token 2, expected: at most 1)");
    }

    @Test
    void anEffectIsWrittenOnceWhoeverDiesOrWakesUp() throws SQLException {
        check(guard);
    }

    /** Died after the commit of its effect and before the acknowledgement; and woke up after its follower was done. */
    private void check(JobEffects effects) throws SQLException {
        MemoryQueue.Store store = new MemoryQueue.Store(queue, Duration.ofSeconds(60), time);
        JobQueue jobs = new MemoryQueue(store);
        String id = JobQueueContract.push(jobs, "effect");
        Reserved stale = JobQueueContract.next(jobs);
        time.pass(Duration.ofSeconds(61));
        Reserved dies = JobQueueContract.next(jobs);
        assertThat(effects.once(second.transaction(), queue, dies)).isTrue();
        second.commit();
        time.pass(Duration.ofSeconds(61));

        Reserved third = JobQueueContract.next(jobs);
        assertThat(third.job().id()).isEqualTo(id);
        assertThat(effects.once(second.transaction(), queue, third))
                .as("a second effect")
                .isFalse();
        second.commit();
        assertThatThrownBy(() -> effects.once(first.transaction(), queue, stale))
                .isInstanceOf(StaleOwnerException.class);
        first.rollback();
    }

    @Test
    void effectsWithoutAGuardAreCaught() {
        JobEffects none = (connection, queue, reserved) -> true;

        assertThatThrownBy(() -> check(none)).isInstanceOf(AssertionError.class);
    }

    @Test
    void aGuardThatDoesNotLookAtTheTokenIsCaught() {
        JobEffects byId = (connection, queue, reserved) -> guard.once(
                connection, new EffectGuard.Grant(queue, reserved.job().id(), 1));

        assertThatThrownBy(() -> check(byId)).isInstanceOf(AssertionError.class);
    }

    @Test
    void whoWorksInStepsIsRefusedAfterItsFollowersFirst() throws SQLException {
        guard.step(first.transaction(), run("job", 1));
        first.commit();
        guard.step(first.transaction(), run("job", 1));
        first.commit();
        guard.step(second.transaction(), run("job", 2));
        second.commit();

        assertThatThrownBy(() -> guard.step(first.transaction(), run("job", 1)))
                .isInstanceOf(StaleOwnerException.class);
        assertThatThrownBy(() -> guard.once(first.transaction(), run("job", 1)))
                .isInstanceOf(StaleOwnerException.class);
        first.rollback();

        assertThat(guard.once(second.transaction(), run("job", 2)))
                .as("its own steps do not count")
                .isTrue();
        second.commit();
    }

    @Test
    void whatIsLongDoneIsForgottenAndNothingElse() throws SQLException {
        guard.once(first.transaction(), run("done", 1));
        guard.step(first.transaction(), run("begun", 1));
        first.commit();

        assertThat(EffectGuard.purge(first.transaction(), 1, 10))
                .as("nothing is that old")
                .isZero();
        assertThat(EffectGuard.purge(first.transaction(), Long.MAX_VALUE, 1_000))
                .isPositive();
        assertThat(guard.once(first.transaction(), run("done", 1))).isTrue();
        assertThatThrownBy(() -> guard.step(first.transaction(), run("begun", 0)))
                .isInstanceOf(StaleOwnerException.class);
        first.rollback();
    }

    /** A service's own database has the one table, and keeps it over the next start. */
    @Test
    void aServicesDatabaseIsGivenTheTable(@TempDir Path dir) throws SQLException {
        try (Database service = engine.open(dir, "service")) {
            Migrations.migrate(service, "daybook/delivery/testdb");
            assertThat(service.has(EffectGuard.TABLE)).isFalse();

            JobDatabase.migrateEffects(service);
            try (Writer writer = new Writer(service)) {
                assertThat(guard.once(writer.transaction(), run("job", 1))).isTrue();
                writer.commit();
            }
            JobDatabase.migrateEffects(service);
            Migrations.migrate(service, "daybook/delivery/testdb");

            try (Writer writer = new Writer(service)) {
                assertThat(guard.once(writer.transaction(), run("job", 1))).isFalse();
            }
            assertThat(service.has("job")).as("no queue").isFalse();
        }
    }

    private EffectGuard.Grant run(String jobId, long token) {
        return new EffectGuard.Grant(queue, jobId, token);
    }
}
