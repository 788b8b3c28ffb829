package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.StaleOwnerException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Leases and outages, on a clock that the test moves (R16, Q-01, Q-07). */
class WorkerLeaseTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Connection UNUSED = (Connection) Proxy.newProxyInstance(
            WorkerLeaseTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                throw new AssertionError(method.getName());
            });

    private final WorkerWorld world = new WorkerWorld();

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

    /**
     * The store is silent for so long with each question that the second slot's renewal alone takes the first one's lease: by its own
     * clock the first is fenced in that very round.
     */
    @Test
    void aLeaseThatIsOverByItsOwnClockIsFencedWithoutWaitingForTheStore() {
        assertThat(effectsBehindTheLease(askedNs -> new LeaseClock(world.time::nanos, WorkerWorld.LEASE, askedNs)))
                .containsExactly("refused", "cancelled");
    }

    /** The planted bug: a lease that is only what the store says of it. */
    @Test
    void aLeaseThatNeverEndsByItselfWritesItsEffectWhileOthersWait() {
        List<String> said =
                effectsBehindTheLease(askedNs -> new LeaseClock(world.time::nanos, WorkerWorld.LEASE, askedNs) {
                    @Override
                    boolean isOver() {
                        return false;
                    }
                });

        assertThat(said).containsExactly("written");
    }

    /** What a job hears that wants to write its effect when its lease is over and the worker is busy with a store that is away. */
    private List<String> effectsBehindTheLease(LongFunction<LeaseClock> leases) {
        List<String> said = new ArrayList<>();
        JobHandler effect = world.job("effect", Duration.ofSeconds(19), context -> {
            try {
                context.once(UNUSED);
                said.add("written");
            } catch (StaleOwnerException over) {
                said.add("refused");
            }
            if (context.isCancelled()) {
                said.add("cancelled");
            }
        });
        world.threads.takes("effect", Duration.ofSeconds(17));
        world.push("effect");
        world.push("effect");
        Worker worker = world.worker(2, leases, effect);
        worker.pump();
        world.jobs.isAway = true;
        world.jobs.silence = Duration.ofSeconds(10);
        world.time.pass(Duration.ofSeconds(6));

        worker.pump(); // two renewals of 10 s each
        world.threads.step();
        return said.subList(0, said.size() / 2);
    }

    /** It has seen that it is cancelled and returns, as it should: that is not done. */
    @Test
    void aJobThatStopsBecauseItsLeaseIsOverIsTriedAgain() {
        List<Boolean> cancelled = new ArrayList<>();
        String id = world.push("steps");
        world.worker(1, world.job("steps", Duration.ofSeconds(19), context -> cancelled.add(context.isCancelled())));
        world.threads.takes("steps", Duration.ofSeconds(18));
        world.pass(SECOND);
        world.jobs.isAway = true;
        world.jobs.silence = Duration.ofSeconds(10);
        world.pass(Duration.ofSeconds(30));
        world.jobs.isAway = false;
        world.threads.takes("steps", Duration.ZERO);

        world.pass(Duration.ofMinutes(2));

        assertThat(cancelled).containsExactly(true, false);
        assertThat(world.done).contains(id);
        assertThat(world.rows.values())
                .extracting(JobRun::outcome)
                .containsOnlyOnce(JobRun.Outcome.DONE)
                .doesNotContain(JobRun.Outcome.RUNS);
        assertThat(world.queue("default").failed(9)).isEmpty();
    }

    @Test
    void saysWhichStoreIsAwayAndThatItIsThereAgain() {
        Worker worker = world.worker(1, world.job("greet", context -> {}));
        world.jobs.isAway = true;

        world.pass(SECOND);
        assertThat(worker.away()).hasValueSatisfying(away -> {
            assertThat(away.what()).isEqualTo("default");
            assertThat(away.why()).hasMessage("store: away");
        });
        world.jobs.isAway = false;
        world.pass(Duration.ofSeconds(31));

        assertThat(worker.away()).isEmpty();
    }
}
