package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import daybook.delivery.ServiceStatus.Light;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A worker on a clock that the test moves (R25, R15, R16). */
class WorkerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Connection UNUSED = (Connection) Proxy.newProxyInstance(
            WorkerTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                throw new AssertionError(method.getName());
            });

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

    /** The lease is shorter than the job is in somebody's hands, and is renewed all the while. */
    @Test
    void q01TheLeaseOfAJobIsRenewedWhileItWorks() {
        String id = world.push("slow");
        // Interrupted at 19 s, and it takes its time: 23 s in all, on a lease of 20 s.
        world.threads.takes("slow", SteppedThreads.FOR_EVER);
        JobHandler slow = world.job("slow", Duration.ofSeconds(19), context -> {});
        world.worker(1, slow);
        world.worker(1, slow);

        world.pass(Duration.ofSeconds(23));

        assertThat(world.threads.most).as("nobody else had it").isEqualTo(1);
        assertThat(world.jobs.renewals).isGreaterThanOrEqualTo(3);
        assertThat(world.queue("default").size().inFlight()).isEqualTo(1);
        assertThat(id).isNotEmpty();
    }

    /** Q-01, R16. */
    @Test
    void q01AStartWithATimeoutAsLongAsTheLeaseIsRefusedWithBothNumbers() {
        JobHandler slow = world.job("slow", WorkerWorld.LEASE, context -> {});

        assertThatThrownBy(() -> world.worker(1, slow))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("slow: timeout: 20000 ms (expected: above 0 and below the queue's lease of 20000 ms)");
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

    /** */
    @Test
    void q07OfTwoWorkersEachHasItsOwnJobsAndTheKilledOnesComeAgainAfterTheLease() {
        IntStream.range(0, 30).forEach(i -> world.push("work"));
        world.threads.takes("work", Duration.ofSeconds(3));
        JobHandler work = world.job("work", context -> {});
        Worker first = world.worker(1, work);
        world.worker(1, work);

        world.pass(Duration.ofSeconds(10));
        String inFlight = first.running().get(0).jobId();
        world.kill(first);
        world.pass(Duration.ofMinutes(2));

        assertThat(world.queue("default").size().size()).isZero();
        assertThat(world.runs.entrySet().stream().filter(e -> e.getValue() > 1).map(e -> e.getKey()))
                .allMatch(inFlight::equals);
        assertThat(world.runs).hasSize(30);
    }

    @Test
    void aLostLeaseCancelsTheJobAndRefusesItsEffect() {
        String id = world.push("effect");
        world.threads.takes("effect", Duration.ofSeconds(9));
        List<String> said = new ArrayList<>();
        JobHandler effect = world.job("effect", context -> {
            said.add("cancelled: " + context.isCancelled());
            context.once(UNUSED);
            said.add("written");
        });
        Worker frozen = world.worker(1, effect);
        world.pass(SECOND);
        world.kill(frozen);
        world.time.pass(WorkerWorld.LEASE);
        Worker other = world.worker(1, effect);
        assertThat(other.pump()).isEqualTo(1);

        frozen.pump();
        world.pass(Duration.ofSeconds(12));
        frozen.pump();

        assertThat(said).containsExactly("cancelled: true", "cancelled: false", "written");
        assertThat(world.runs).containsEntry(id, 2);
        assertThat(world.rows.values())
                .extracting(JobRun::outcome)
                .containsExactlyInAnyOrder(JobRun.Outcome.LOST, JobRun.Outcome.DONE);
    }

    @Test
    void anOutageIsRiddenOutAndSaidOnceItHasLastedForTwentyErrors() {
        world.jobs.isAway = true;
        Worker worker = world.worker(2, world.job("greet", context -> {}));

        world.pass(Duration.ofSeconds(2));
        assertThat(worker.status().light()).isEqualTo(Light.AMBER);
        world.pass(Duration.ofMinutes(8));
        assertThat(worker.status().light()).isEqualTo(Light.RED);
        assertThat(worker.status().reasons().get(0))
                .startsWith("default: store: away (")
                .endsWith(" in a row, tried again)");
        int asked = world.jobs.asked.size();
        world.pass(Duration.ofMinutes(1));
        assertThat(world.jobs.asked.size() - asked).as("every 30 s").isLessThanOrEqualTo(3);

        world.jobs.isAway = false;
        String id = world.push("greet");
        world.pass(Duration.ofSeconds(31));
        assertThat(world.done).containsExactly(id);
        assertThat(worker.status().light()).isEqualTo(Light.GREEN);
    }

    @Test
    void theEndOfAJobThatCannotBeToldIsToldLaterAndTheJobIsNotRunAgain() {
        String id = world.push("work");
        world.threads.takes("work", Duration.ofSeconds(5));
        world.worker(1, world.job("work", context -> {}));
        world.pass(Duration.ofSeconds(4));
        world.jobs.isAway = true;
        world.pass(Duration.ofSeconds(6));
        world.jobs.isAway = false;

        world.pass(Duration.ofSeconds(15));

        assertThat(world.runs).containsEntry(id, 1);
        assertThat(world.queue("default").size().size()).isZero();
    }

    /** R12: the place for failed jobs is missing. */
    @Test
    void aMissingPlaceForFailedJobsIsRedAtOnceAndTheJobIsKeptUntilItIsThere() {
        world.jobs.failedIsMissing = true;
        world.push("odd");
        String good = world.push("greet");
        Worker worker = world.worker(
                2,
                world.job("odd", context -> {
                    throw new GiveUpException("odd");
                }),
                world.job("greet", context -> {}));

        world.pass(Duration.ofMinutes(2));
        assertThat(worker.status().light()).isEqualTo(Light.RED);
        assertThat(world.done).containsExactly(good);
        world.jobs.failedIsMissing = false;
        world.pass(Duration.ofSeconds(31));

        assertThat(world.queue("default").failed(9)).hasSize(1);
        assertThat(world.runs).as("no second attempt").hasSize(2).containsValue(1);
        assertThat(worker.status().light()).isEqualTo(Light.GREEN);
    }

    @Test
    void looksOncePerSecondWhenThereIsNothing() {
        world.worker(4, world.job("greet", context -> {}));

        world.pass(Duration.ofSeconds(60));

        assertThat(world.jobs.asked.size()).isBetween(58, 62);
    }

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

    /** The planted bug: a worker whose renewals do not reach the store. */
    @Test
    void withoutRenewalsAJobIsHandedOutASecondTime() {
        world.jobs.renewsNothing = true;
        world.push("slow");
        world.threads.takes("slow", SteppedThreads.FOR_EVER);
        JobHandler slow = world.job("slow", Duration.ofSeconds(19), context -> {});
        world.worker(1, slow);
        world.worker(1, slow);

        world.pass(Duration.ofSeconds(23));

        assertThat(world.threads.most).isEqualTo(2);
    }

    @Test
    void aHistoryThatIsAwayHoldsUpNoJobAndIsWrittenLater() {
        world.historyIsAway = true;
        String id = world.push("greet");
        Worker worker = world.worker(1, world.job("greet", context -> {}));

        world.pass(Duration.ofSeconds(3));
        assertThat(world.done).containsExactly(id);
        assertThat(worker.status().light()).isEqualTo(Light.AMBER);
        assertThat(worker.status().reasons().get(0)).startsWith("history: history: away");
        world.historyIsAway = false;
        world.pass(Duration.ofSeconds(15));

        assertThat(world.rows.values()).extracting(JobRun::outcome).containsExactly(JobRun.Outcome.DONE);
        assertThat(worker.status().light()).isEqualTo(Light.GREEN);
    }

    @Test
    void withoutAThreadTheJobIsGivenBackForAWhile() {
        world.threads.hasNone = true;
        String id = world.push("greet");
        world.worker(1, world.job("greet", context -> {}));

        world.pass(Duration.ofMillis(500));
        assertThat(world.queue("default").size().size()).isEqualTo(1);
        world.threads.hasNone = false;
        world.pass(Duration.ofSeconds(5));

        assertThat(world.done).containsExactly(id);
    }
}
