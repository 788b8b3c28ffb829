package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * What every {@link JobQueue} must do (R8 to R15, R30). Where a driver's {@link Model} cannot, the same test holds what its documents
 * say instead: nothing is skipped.
 */
public abstract class JobQueueContract extends JobQueueEndsContract {

    @Test
    void whatIsPushedIsHandedOutAsItWas() {
        JobQueue queue = open("w");
        String payload = "{\"text\":\"\u00e4\u20ac\ud83d\ude00 'quoted' \\\\ \\u0000\"}";
        String id = queue.push(NewJob.of("statement", payload)).orElseThrow();

        Reserved reserved = next(queue);

        assertThat(reserved.job().id()).isEqualTo(id);
        assertThat(reserved.job().name()).isEqualTo("statement");
        assertThat(reserved.job().payload()).isEqualTo(payload);
        assertThat(reserved.job().uniqueKey()).isEmpty();
        assertThat(reserved.job().dueAtMs()).isEqualTo(reserved.job().pushedAtMs());
        assertThat(reserved.attempt()).isEqualTo(1);
        assertThat(reserved.token()).isPositive();
    }

    @Test
    void theLargestPayloadIsCarried() {
        JobQueue queue = open("w");
        String payload = "\"" + "x".repeat((256 << 10) - 2) + "\"";
        push(queue, NewJob.of("large", payload));

        assertThat(next(queue).job().payload()).isEqualTo(payload);
    }

    @Test
    void aJobThatIsDoneNeverComesAgain() throws Exception {
        JobQueue queue = open("w");
        push(queue, "once");
        Reserved reserved = next(queue);

        assertThat(queue.acknowledge(reserved)).isTrue();

        pass(LEASE.plusSeconds(1));
        assertNothing(queue);
        assertSize(queue, 0, 0, 0);
    }

    @Test
    void aJobInSomebodysHandsIsNotHandedOut() throws Exception {
        JobQueue a = open("a");
        JobQueue b = open("b");
        push(a, "one");
        next(a);

        assertNothing(b);

        pass(LEASE.minusSeconds(5));
        assertNothing(b);
    }

    @Test
    void asManyAreInFlightAsTheModelAllows() {
        int most = Math.min(model().mostInFlight(), 8);
        JobQueue pusher = open("pusher");
        for (int i = 0; i < 200; i++) {
            push(pusher, "job");
        }
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < most; i++) {
            ids.add(next(open("w" + i)).job().id());
        }

        assertThat(ids).hasSize(most);
        if (most == model().mostInFlight()) {
            assertNothing(open("one more"));
        }
        assertThat(pusher.size().inFlight()).isEqualTo(most);
    }

    /** R15, Q-02: counted before it is handed out, so that one that kills its worker is counted too. */
    @Test
    void aWorkerThatDiesHasUsedAnAttempt() throws Exception {
        push(open("pusher"), "kills its worker");
        long token = 0;
        for (int attempt = 1; attempt <= 4; attempt++) {
            JobQueue queue = open("w" + attempt);
            Reserved reserved = next(queue);

            assertThat(reserved.attempt()).isEqualTo(attempt);
            assertThat(reserved.token()).isGreaterThan(token);

            token = reserved.token();
            die(queue);
            pass(LEASE.plusSeconds(1));
        }
    }

    /** given up before it runs once more, and those behind it run. */
    @Test
    void aJobThatKillsItsWorkersEndsAmongTheFailedAndTheGoodOnesRun() throws Exception {
        JobQueue pusher = open("pusher");
        String bad = push(pusher, "bad");
        for (int i = 0; i < 5; i++) {
            push(pusher, "good");
        }
        int starts = 0;
        int done = 0;
        JobQueue queue = open("w");
        while (done < 5 || starts < 3 || pusher.size().size() > 0) {
            Reserved reserved = next(queue);
            if (!reserved.job().id().equals(bad)) {
                assertThat(reserved.attempt()).as("a good job's").isEqualTo(1);
                assertThat(queue.acknowledge(reserved)).isTrue();
                done++;
            } else if (reserved.attempt() > 3) {
                assertThat(queue.fail(reserved, "worker died")).isTrue();
            } else {
                starts++;
                die(queue);
                queue = open("w again " + starts);
                pass(LEASE.plusSeconds(1));
            }
        }
        assertThat(starts).isEqualTo(3);
        assertThat(done).isEqualTo(5);
        if (model().failedKept()) {
            assertThat(pusher.failed(10)).singleElement().satisfies(failed -> {
                assertThat(failed.job().id()).isEqualTo(bad);
                assertThat(failed.reason()).isEqualTo("worker died");
                assertThat(failed.attempts()).isGreaterThanOrEqualTo(3);
            });
        }
    }

    @Test
    void attemptsGoWithAReleasedJob() throws Exception {
        JobQueue queue = open("w");
        String id = push(queue, "retried");
        for (int attempt = 1; attempt <= 3; attempt++) {
            Reserved reserved = next(queue);
            assertThat(reserved.attempt()).isEqualTo(attempt);
            assertThat(reserved.job().id()).isEqualTo(id);
            assertThat(queue.release(reserved, Duration.ZERO, "not yet")).isTrue();
        }
        Reserved fourth = next(queue);
        die(queue);
        pass(LEASE.plusSeconds(1));

        Reserved fifth = next(open("another"));

        assertThat(fourth.attempt()).isEqualTo(4);
        assertThat(fifth.attempt())
                .as("a release and a death are counted alike")
                .isEqualTo(5);
    }

    /** Trap 3, Q-07: who was frozen for longer than the lease changes nothing when it wakes up. */
    /** However often workers are stopped in order, the job has its attempts: it never ends as "worker died". */
    @Test
    void aJobThatIsGivenBackHasUsedNoAttempt() {
        JobQueue queue = open("w");
        String id = push(queue, "stopped");
        queue.release(next(queue), Duration.ZERO, "a real attempt");
        long token = 0;
        for (int stop = 1; stop <= 12; stop++) {
            Reserved reserved = next(queue);
            assertThat(reserved.attempt()).isEqualTo(2);
            assertThat(reserved.token()).as("the tokens go on").isGreaterThan(token);
            token = reserved.token();

            assertThat(queue.giveBack(reserved)).isTrue();
            assertThat(queue.giveBack(reserved)).as("once").isFalse();
            assertThat(queue.acknowledge(reserved)).isFalse();
            assertSize(queue, 1, 1, 0);
        }
        Reserved last = next(open("another"));

        assertThat(last.job().id()).isEqualTo(id);
        assertThat(last.attempt()).isEqualTo(2);
    }

    /** Of two hand-outs of which one worker died and the other gave back, one counts. */
    @Test
    void aDeathStaysCountedWhenTheNextGivesTheJobBack() throws Exception {
        JobQueue queue = open("w");
        push(queue, "died once");
        next(queue);
        die(queue);
        pass(LEASE.plusSeconds(1));
        JobQueue other = open("other");
        other.giveBack(next(other));

        assertThat(next(other).attempt()).isEqualTo(2);
    }

    @Test
    void whoHasLostTheLeaseChangesNothing() throws Exception {
        JobQueue frozen = open("frozen");
        push(frozen, "job");
        Reserved stale = next(frozen);
        pass(LEASE.plusSeconds(1));
        JobQueue other = open("other");
        Reserved present = next(other);

        assertThat(present.job().id()).isEqualTo(stale.job().id());
        assertThat(present.token()).isGreaterThan(stale.token());
        assertThat(frozen.renew(stale)).isFalse();
        assertThat(frozen.release(stale, Duration.ZERO, "late")).isFalse();
        assertThat(frozen.giveBack(stale)).isFalse();
        assertNothing(open("third"));
        assertThat(frozen.fail(stale, "late")).isFalse();
        assertThat(frozen.acknowledge(stale)).isFalse();

        assertThat(other.renew(present)).as("the present holder's is untouched").isTrue();
        assertThat(other.acknowledge(present)).isTrue();
        assertSize(other, 0, 0, 0);
    }

    /** the lease is over three times while the job runs, and is renewed. */
    @Test
    void aJobThatIsRenewedStaysWithItsWorker() throws Exception {
        JobQueue queue = open("w");
        push(queue, "long");
        Reserved reserved = next(queue);

        for (int i = 0; i < 4; i++) {
            pass(LEASE.minusSeconds(10));
            assertThat(queue.renew(reserved)).isTrue();
        }
        pass(LEASE.minusSeconds(10));

        assertNothing(open("other"));
        assertThat(queue.acknowledge(reserved)).isTrue();
    }

    @Test
    void aDelayedJobIsNotHandedOutBefore() throws Exception {
        JobQueue queue = open("w");
        push(queue, new NewJob("later", "{}", Duration.ofSeconds(30), Optional.empty(), 0));

        assertNothing(queue);
        assertSize(queue, 1, 0, 0);
        pass(Duration.ofSeconds(25));
        assertNothing(queue);
        pass(Duration.ofSeconds(6));

        assertSize(queue, 1, 1, 0);
        Reserved reserved = next(queue);
        assertThat(reserved.job().dueAtMs() - reserved.job().pushedAtMs()).isEqualTo(30_000);
        assertThat(reserved.attempt()).isEqualTo(1);
    }

    /** Q-03, R10. */
    @Test
    void whoComesBehindADelayedJobWaitsOnlyWhereTheModelSaysSo() throws Exception {
        JobQueue queue = open("w");
        String later = queue.push(new NewJob("later", "{}", Duration.ofSeconds(40), Optional.empty(), 0))
                .orElseThrow();
        Set<String> others = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            others.add(push(queue, "now"));
        }

        Set<String> before = takeAll(queue);

        assertThat(before).isNotEmpty().doesNotContain(later);
        if (model().busyKeepPartitions()) {
            assertThat(others).containsAll(before);
        } else if (model().delayedPassedOver()) {
            assertThat(before).isEqualTo(others);
        } else {
            assertThat(before).as("its partition waits").hasSizeLessThan(others.size());
        }
        pass(Duration.ofSeconds(41));
        Set<String> all = new HashSet<>(before);
        all.addAll(takeAll(queue));
        others.add(later);
        assertThat(all).isEqualTo(others);
    }

    /** the time is absolute, and nothing else has to come. */
    @Test
    void theDelaySurvivesBeingReleasedAndANewWorker() throws Exception {
        JobQueue queue = open("w");
        push(queue, "alone");
        for (int i = 1; i <= 2; i++) {
            Reserved reserved = next(queue);
            assertThat(queue.release(reserved, Duration.ofSeconds(15), "wait")).isTrue();
            assertNothing(queue);
            pass(Duration.ofSeconds(10));
            queue.close();
            queue = open("w" + i);
            assertNothing(queue);
            assertSize(queue, 1, 0, 0);
            pass(Duration.ofSeconds(6));
        }

        assertThat(next(queue).attempt()).isEqualTo(3);
    }

    @Test
    void aHigherPriorityGoesFirstWhereTheModelHasThem() {
        JobQueue queue = open("w");
        List<Integer> pushed = List.of(0, 5, -3, 5, 9, 0);
        for (int priority : pushed) {
            push(queue, new NewJob("p", "{}", Duration.ZERO, Optional.empty(), priority));
        }
        List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < pushed.size(); i++) {
            Reserved reserved = next(queue);
            taken.add(reserved.job().priority());
            queue.acknowledge(reserved);
        }

        if (model().priorities()) {
            assertThat(taken).containsExactly(9, 5, 5, 0, 0, -3);
        } else {
            assertThat(taken).as("carried, and not looked at").containsExactlyInAnyOrderElementsOf(pushed);
        }
    }

    @Test
    void manyWorkersDoEachJobOnce() throws Exception {
        int jobs = 120;
        int workers = 4;
        JobQueue pusher = open("pusher");
        Set<String> pushed = new HashSet<>();
        for (int i = 0; i < jobs; i++) {
            pushed.add(push(pusher, "job"));
        }
        List<String> done = Collections.synchronizedList(new ArrayList<>());
        List<Callable<Boolean>> work = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            JobQueue queue = open("w" + i);
            work.add(() -> workUntil(queue, done, jobs));
        }
        ExecutorService threads = Executors.newFixedThreadPool(workers);
        try {
            for (Future<Boolean> ended : threads.invokeAll(work, 60, TimeUnit.SECONDS)) {
                assertThat(ended.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(done).hasSize(jobs).containsExactlyInAnyOrderElementsOf(pushed);
        assertSize(pusher, 0, 0, 0);
    }

    private static boolean workUntil(JobQueue queue, List<String> done, int jobs) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (done.size() < jobs && System.nanoTime() - end < 0) {
            Optional<Reserved> reserved = queue.reserve();
            if (reserved.isPresent()) {
                assertThat(queue.acknowledge(reserved.get())).isTrue();
                done.add(reserved.get().job().id());
            } else {
                LockSupport.parkNanos(1_000_000);
            }
        }
        return done.size() == jobs;
    }
}
