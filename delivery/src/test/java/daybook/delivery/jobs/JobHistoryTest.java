package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.Migrations;
import daybook.delivery.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is known of attempts afterwards, on both engines. */
@ParameterizedClass
@EnumSource
class JobHistoryTest {
    private final Engine engine;

    @TempDir
    Path dir;

    private Database database;
    private JobHistory history;
    private JobHistoryReader reader;

    JobHistoryTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        database = engine.open(dir, "jobs");
        Migrations.migrate(database, "daybook/delivery/jobs/db");
        history = new JobHistory(new Writer(database));
        reader = new JobHistoryReader(database);
    }

    @AfterEach
    void close() {
        history.close();
        database.close();
    }

    @Test
    void anAttemptIsOneRowThatSaysHowItEnded() {
        history.write(List.of(attempt("w/1", "a", 1, 1_000)));
        assertThat(reader.running(0, 10)).extracting(JobRun::jobId).containsExactly("a");
        assertThat(reader.recent(10)).isEmpty();
        JobRun over = ended(attempt("w/1", "a", 1, 1_000), JobRun.Outcome.AGAIN, "no such account", 2_000);

        history.write(List.of(over));

        assertThat(reader.running(0, 10)).isEmpty();
        assertThat(reader.recent(10)).containsExactly(over);
    }

    @Test
    void theAttemptOfAWorkerThatWasKilledIsMarkedWhenTheJobIsHandedOutAgain() {
        history.write(List.of(attempt("w1/1", "a", 1, 1_000)));

        history.write(List.of(attempt("w2/1", "a", 2, 9_000)));

        assertThat(reader.of("a", 10))
                .extracting(JobRun::outcome)
                .containsExactly(JobRun.Outcome.RUNS, JobRun.Outcome.DIED);
        assertThat(reader.of("a", 10).get(1).reason()).isEqualTo("worker died");
    }

    @Test
    void whoWasTakenForDeadMaySayHowItEndedAndNotThatItRuns() {
        history.write(List.of(attempt("w1/1", "a", 1, 1_000), attempt("w2/1", "a", 2, 9_000)));

        history.write(List.of(attempt("w1/1", "a", 1, 1_000)));
        assertThat(reader.of("a", 10).get(1).outcome()).isEqualTo(JobRun.Outcome.DIED);
        history.write(List.of(ended(attempt("w1/1", "a", 1, 1_000), JobRun.Outcome.LOST, "lease lost", 9_500)));

        assertThat(reader.of("a", 10).get(1).outcome()).isEqualTo(JobRun.Outcome.LOST);
    }

    /** A worker was killed and nobody takes its job again: the queue was cleared, or the driver changed. */
    @Test
    void whatNobodyEndsIsEndedOnceNoAttemptMayLastSoLong() {
        history.write(List.of(attempt("w1/1", "a", 1, 1_000), attempt("w1/2", "b", 1, 5_000)));
        assertThat(reader.running(2_000, 10)).extracting(JobRun::jobId).containsExactly("b");

        assertThat(history.endDead(2_000, 90_000)).isEqualTo(1);
        assertThat(history.endDead(2_000, 90_000)).isZero();

        assertThat(reader.running(0, 10)).extracting(JobRun::jobId).containsExactly("b");
        assertThat(reader.of("a", 1))
                .extracting(JobRun::outcome, JobRun::endedAtMs)
                .containsExactly(tuple(JobRun.Outcome.DIED, 90_000L));
        history.write(List.of(ended(attempt("w1/1", "a", 1, 1_000), JobRun.Outcome.DONE, "", 91_000)));
        assertThat(reader.of("a", 1)).extracting(JobRun::outcome).containsExactly(JobRun.Outcome.DONE);
    }

    @Test
    void oldRowsAreForgottenSoManyAtOnce() {
        history.write(IntStream.range(0, 25)
                .mapToObj(i -> ended(attempt("w/" + i, "j" + i, 1, i), JobRun.Outcome.DONE, "", i))
                .toList());

        assertThat(history.purge(20, 15)).isEqualTo(15);
        assertThat(history.purge(20, 15)).isEqualTo(5);
        assertThat(history.purge(20, 15)).isZero();

        assertThat(reader.recent(100)).hasSize(5).allMatch(run -> run.startedAtMs() >= 20);
    }

    @Test
    void theMarkOfAScheduleNeverMovesBack() {
        assertThat(history.last("close")).isEmpty();
        history.move("close", new ScheduleMarks.Mark(120_000, 60_000));
        history.move("close", new ScheduleMarks.Mark(60_000, 0));

        assertThat(history.last("close")).isEqualTo(Optional.of(new ScheduleMarks.Mark(120_000, 60_000)));
    }

    private static JobRun attempt(String run, String job, int attempt, long startedAtMs) {
        return new JobRun(
                run,
                "default",
                job,
                "report",
                attempt,
                "w",
                JobRun.Outcome.RUNS,
                "",
                startedAtMs,
                0,
                new Progress(1, 2, "half"));
    }

    private static JobRun ended(JobRun run, JobRun.Outcome outcome, String reason, long atMs) {
        return new JobRun(
                run.run(),
                run.queue(),
                run.jobId(),
                run.name(),
                run.attempt(),
                run.owner(),
                outcome,
                reason,
                run.startedAtMs(),
                atMs,
                run.progress());
    }
}
