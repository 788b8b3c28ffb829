package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.ServiceStatus.Light;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A worker on a clock that the test moves (R25, R15, R16). */
class WorkerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final WorkerWorld world = new WorkerWorld();

    @Test
    void doesAJobOnceAndSaysSo() {
        String id = world.push("greet");
        world.worker(2, world.job("greet", context -> {}));

        world.pass(SECOND);

        assertThat(world.done).containsExactly(id);
        assertThat(world.queue("default").size()).isEqualTo(new QueueSize(0, 0, 0));
        assertThat(world.rows.values())
                .singleElement()
                .satisfies(row -> assertThat(row.outcome()).isEqualTo(JobRun.Outcome.DONE))
                .satisfies(row -> assertThat(row.attempt()).isEqualTo(1));
    }

    @Test
    void takesFromTheSecondQueueOnlyWhatTheFirstLeavesRoomFor() {
        String low = world.push("low", "greet", Duration.ZERO);
        String high1 = world.push("high", "greet", Duration.ZERO);
        String high2 = world.push("high", "greet", Duration.ZERO);
        world.worker(world.settings(List.of("high", "low"), 1), world.job("greet", context -> {}));

        world.pass(SECOND);

        assertThat(world.done).containsExactly(high1, high2, low);
    }

    @Test
    void anAttemptThatThrowsIsFollowedByAnotherAfterItsPauseUntilThereHaveBeenThree() {
        String id = world.push("odd");
        Worker worker = world.worker(1, world.job("odd", context -> {
            throw new IllegalStateException("no such account\nline two");
        }));

        world.pass(Duration.ofMillis(900));
        assertThat(world.runs).containsEntry(id, 1);
        world.pass(Duration.ofSeconds(2));
        assertThat(world.runs).containsEntry(id, 2);
        world.pass(Duration.ofSeconds(10));

        assertThat(world.runs).containsEntry(id, 3);
        assertThat(world.queue("default").failed(10))
                .singleElement()
                .satisfies(f -> assertThat(f.reason()).isEqualTo("IllegalStateException: no such account line two"))
                .satisfies(f -> assertThat(f.attempts()).isEqualTo(3))
                .satisfies(f -> assertThat(f.history()).hasSize(2));
        assertThat(world.given).containsExactly(id + ": IllegalStateException: no such account line two");
        assertThat(worker.status().light()).isEqualTo(Light.GREEN);
    }

    @Test
    void anErrorIsAFailedAttemptToo() {
        world.push("deep");
        String good = world.push("greet");
        world.worker(
                1,
                world.job("deep", context -> {
                    throw new StackOverflowError("deep");
                }),
                world.job("greet", context -> {}));

        world.pass(Duration.ofSeconds(20));

        assertThat(world.done).containsExactly(good);
        assertThat(world.queue("default").failed(10))
                .extracting(FailedJob::reason)
                .containsExactly("StackOverflowError: deep");
    }

    @Test
    void whatIsOfNoUseIsNotTriedAgain() {
        String id = world.push("useless");
        world.worker(1, world.job("useless", context -> {
            throw new GiveUpException("account closed");
        }));

        world.pass(Duration.ofSeconds(20));

        assertThat(world.runs).containsEntry(id, 1);
        assertThat(world.queue("default").failed(1))
                .extracting(FailedJob::reason)
                .containsExactly("account closed");
    }

    @Test
    void aFailedHookThatThrowsOrHangsHarmsNobody() {
        JobHandler loud = new JobHandler() {
            @Override
            public String name() {
                return "loud";
            }

            @Override
            public void run(JobContext context) throws GiveUpException {
                throw new GiveUpException("no");
            }

            @Override
            public void failed(Job job, String reason) {
                throw new AssertionError("hook");
            }

            @Override
            public Duration timeout() {
                return Duration.ofSeconds(2);
            }
        };
        world.push("loud");
        String good = world.push("greet");
        world.worker(1, loud, world.job("greet", context -> {}));

        world.pass(Duration.ofSeconds(3));

        assertThat(world.done).containsExactly(good);
        assertThat(world.queue("default").failed(9)).hasSize(1);
    }

    @Test
    void aJobThatNobodyKnowsFailsWithThatReason() {
        world.push("nobody.knows");
        world.worker(1, world.job("greet", context -> {}));

        world.pass(SECOND);

        assertThat(world.queue("default").failed(10))
                .extracting(FailedJob::reason)
                .containsExactly("unknown job: nobody.knows");
    }

    @Test
    void twoHandlersOfOneNameAreRefused() {
        JobHandler one = world.job("one", context -> {});

        assertThatThrownBy(() -> world.worker(1, one, one)).hasMessage("job: two handlers are called one");
    }

    /** Q-02, R15. */
    @Test
    void q02AJobThatEndsWorkersIsGivenUpBeforeItRunsAFourthTime() {
        String killer = world.push("killer");
        List<String> good =
                IntStream.range(0, 5).mapToObj(i -> world.push("greet")).toList();
        world.threads.takes("killer", SteppedThreads.FOR_EVER);
        JobHandler[] handlers = {world.job("killer", context -> {}), world.job("greet", context -> {})};

        for (int start = 1; start <= 3; start++) {
            Worker worker = world.worker(1, handlers);
            world.pass(Duration.ofMillis(200));
            assertThat(worker.running()).extracting(JobRun::jobId).containsExactly(killer);
            world.kill(worker);
            world.pass(WorkerWorld.LEASE);
        }
        int begun = world.threads.alive();
        world.threads.takes("killer", Duration.ZERO);
        world.worker(1, handlers);
        world.pass(Duration.ofSeconds(3));

        assertThat(begun).isEqualTo(3);
        assertThat(world.threads.most).as("it did not run again").isLessThanOrEqualTo(4);
        assertThat(world.queue("default").failed(10))
                .singleElement()
                .satisfies(f -> assertThat(f.job().id()).isEqualTo(killer))
                .satisfies(f -> assertThat(f.reason()).isEqualTo("worker died"))
                .satisfies(f -> assertThat(f.attempts()).isEqualTo(3));
        assertThat(world.given).containsExactly(killer + ": worker died");
        assertThat(world.done).containsExactlyElementsOf(good);
    }

    @Test
    void looksOncePerSecondWhenThereIsNothing() {
        world.worker(4, world.job("greet", context -> {}));

        world.pass(Duration.ofSeconds(60));

        assertThat(world.jobs.asked.size()).isBetween(58, 62);
    }
}
