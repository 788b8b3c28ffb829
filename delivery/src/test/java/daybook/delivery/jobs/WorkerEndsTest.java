package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import daybook.delivery.ServiceStatus.Light;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How a worker ends, and jobs that do not (R25, Q-06), on a clock that the test moves. */
class WorkerEndsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final WorkerWorld world = new WorkerWorld();

    @Test
    void whoIsDrainedFinishesWhatRunsAndTakesNoMore() {
        String first = world.push("work");
        world.push("work");
        world.threads.takes("work", Duration.ofSeconds(5));
        Worker worker = world.worker(1, world.job("work", context -> {}));
        world.pass(SECOND);

        worker.drain();
        world.pass(Duration.ofSeconds(6));

        assertThat(worker.isOver()).isTrue();
        assertThat(world.done).containsExactly(first);
        assertThat(world.queue("default").size()).isEqualTo(new QueueSize(1, 1, 0));
    }

    @Test
    void whatDoesNotFinishInTheTimeOfTheDrainIsGivenBack() {
        String id = world.push("work");
        world.threads.takes("work", SteppedThreads.FOR_EVER);
        Worker worker = world.worker(1, world.job("work", Duration.ofSeconds(19), context -> {}));
        world.pass(SECOND);

        worker.drain();
        world.pass(Duration.ofSeconds(16));

        assertThat(worker.isOver()).isTrue();
        assertThat(world.queue("default").size()).isEqualTo(new QueueSize(1, 1, 0));
        assertThat(world.rows.values()).extracting(JobRun::outcome).containsExactly(JobRun.Outcome.GIVEN_BACK);
        assertThat(id).isNotEmpty();
    }

    @Test
    void whoIsClosedGivesBackAtOnce() {
        world.push("work");
        world.threads.takes("work", Duration.ofSeconds(5));
        Worker worker = world.worker(1, world.job("work", context -> {}));
        world.pass(SECOND);

        worker.close();

        assertThat(world.queue("default").size()).isEqualTo(new QueueSize(1, 1, 0));
    }

    @Test
    void takesSoManyJobsAndNoMore() {
        IntStream.range(0, 5).forEach(i -> world.push("greet"));
        Worker worker =
                world.worker(world.settings(List.of("default"), 4).upTo(3, false), world.job("greet", context -> {}));

        world.pass(Duration.ofSeconds(5));

        assertThat(world.done).hasSize(3);
        assertThat(worker.isOver()).isTrue();
    }

    @Test
    void onceIsOneJobOrNone() {
        Worker none =
                world.worker(world.settings(List.of("default"), 4).upTo(1, true), world.job("greet", context -> {}));

        world.pass(SECOND);

        assertThat(none.isOver()).isTrue();
        assertThat(world.done).isEmpty();
    }

    /** */
    @Test
    void q06JobsThatHangFailAtTheirDeadlineAndTheOthersGoOn() {
        List<String> hanging =
                IntStream.range(0, 3).mapToObj(i -> world.push("hang")).toList();
        List<String> good =
                IntStream.range(0, 60).mapToObj(i -> world.push("greet")).toList();
        world.threads.takes("hang", SteppedThreads.FOR_EVER);
        JobHandler hang = new JobHandler() {
            @Override
            public String name() {
                return "hang";
            }

            @Override
            public int tries() {
                return 1;
            }

            @Override
            public Duration timeout() {
                return Duration.ofSeconds(10);
            }

            @Override
            public void run(JobContext context) {}
        };
        // The handler's failed() hangs as well: its thread is one more that is left alone.
        Worker worker = world.worker(10, hang, world.job("greet", context -> {}));

        world.pass(Duration.ofSeconds(14));
        assertThat(world.done).containsExactlyElementsOf(good);
        assertThat(world.queue("default").failed(10)).isEmpty();
        world.pass(Duration.ofSeconds(2));

        assertThat(world.queue("default").failed(10))
                .extracting(FailedJob::reason)
                .containsOnly("deadline")
                .hasSize(3);
        world.pass(Duration.ofSeconds(20));
        assertThat(worker.status().reasons()).containsExactly("6 jobs hang beside the slots");
        assertThat(worker.status().light()).isEqualTo(Light.AMBER);
        assertThat(world.threads.most).isLessThanOrEqualTo(20);
        assertThat(hanging).hasSize(3);
        world.threads.endAll();
        world.pass(SECOND);
        assertThat(worker.status().light()).isEqualTo(Light.GREEN);
    }

    /** the number of threads is bounded. */
    @Test
    void q06WhenAsManyHangAsThereAreSlotsNoMoreIsTakenUntilOneEnds() {
        IntStream.range(0, 20).forEach(i -> world.push("hang"));
        world.threads.takes("hang", SteppedThreads.FOR_EVER);
        Worker worker = world.worker(2, world.job("hang", context -> {}));

        world.pass(Duration.ofMinutes(5));

        assertThat(world.threads.most).isLessThanOrEqualTo(4);
        assertThat(worker.status().light()).isEqualTo(Light.RED);
        assertThat(worker.status().reasons().get(0)).contains("jobs hang and no more are taken");
        world.threads.takes("hang", Duration.ZERO);
        world.threads.endAll();
        world.pass(Duration.ofMinutes(2));
        assertThat(world.queue("default").size().size()).isZero();
        assertThat(worker.status().light()).isEqualTo(Light.GREEN);
    }

    @Test
    void progressIsSeenWhileItRuns() throws InterruptedException {
        world.push("slow");
        CountDownLatch said = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        world.realThreads = Optional.of(threads);
        Worker worker = world.worker(1, world.job("slow", context -> {
            context.progress(3, 10, "accounts");
            said.countDown();
            go.await();
        }));

        worker.pump();
        said.await();
        world.time.pass(SECOND);
        worker.pump();

        assertThat(worker.running()).extracting(JobRun::progress).containsExactly(new Progress(3, 10, "accounts"));
        assertThat(world.rows.values())
                .extracting(JobRun::outcome, JobRun::progress)
                .containsExactly(tuple(JobRun.Outcome.RUNS, new Progress(3, 10, "accounts")));
        go.countDown();
        threads.get(0).join();
        worker.pump();
        assertThat(world.rows.values()).extracting(JobRun::outcome).containsExactly(JobRun.Outcome.DONE);
    }

    /** A machine that is short of threads for an afternoon uses up nobody's attempts, and does not ask the store all the while. */
    @Test
    void withoutAThreadTheJobIsGivenBackWithAllItsAttempts() {
        world.threads.hasNone = true;
        String id = world.push("greet");
        world.worker(2, world.job("greet", context -> {}));

        world.pass(Duration.ofSeconds(60));
        assertThat(world.jobs.asked.size()).as("once a second").isLessThanOrEqualTo(62);
        world.threads.hasNone = false;
        world.pass(Duration.ofSeconds(5));

        assertThat(world.done).containsExactly(id);
        assertThat(world.queue("default").failed(9)).isEmpty();
        assertThat(world.rows.values())
                .filteredOn(row -> row.outcome() == JobRun.Outcome.DONE)
                .extracting(JobRun::attempt)
                .containsExactly(1);
    }

    /** A deployment an hour, each of which stops the job: it still has its tries, and never ends as "worker died". */
    @Test
    void workersThatAreStoppedInOrderUseUpNoAttempts() {
        String id = world.push("long");
        JobHandler handler = world.job("long", Duration.ofSeconds(19), context -> {});
        world.threads.takes("long", Duration.ofSeconds(15));
        for (int stop = 0; stop < 8; stop++) {
            Worker worker = world.worker(1, handler);
            world.pass(SECOND);
            worker.close();
            world.kill(worker);
        }
        world.worker(1, handler);
        world.pass(Duration.ofSeconds(20));

        assertThat(world.queue("default").failed(9)).isEmpty();
        assertThat(world.queue("default").size().size()).isZero();
        assertThat(world.done).contains(id);
        assertThat(world.rows.values())
                .extracting(JobRun::outcome)
                .containsOnlyOnce(JobRun.Outcome.DONE)
                .containsOnly(JobRun.Outcome.DONE, JobRun.Outcome.GIVEN_BACK);
    }
}
