package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
public abstract class JobQueueContract {

    /** How long a job is reserved in these tests, by the clock that {@link #pass} moves. */
    protected static final Duration LEASE = Duration.ofSeconds(60);

    /** Until something that must come has come, by the wall clock: a driver may have to wait for a broker. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** How often is asked before nothing is taken to be nothing. */
    private static final int ASKED = 3;

    /**
     * What a driver's store can do.
     *
     * @param priorities a job of a higher priority comes first; otherwise it waits for its turn
     * @param delayedPassedOver a job that is not due keeps nobody waiting; otherwise those behind it in its partition wait
     * @param mostInFlight so many jobs are in somebody's hands at once, all workers together: the partitions, where one of each can be
     * @param uniqueKeys otherwise a push with one is refused as {@code UNSUPPORTED}
     * @param failedKept {@code failed}, {@code retry} and {@code discard} know those that failed; otherwise {@code UNSUPPORTED}
     */
    public record Model(
            boolean priorities, boolean delayedPassedOver, int mostInFlight, boolean uniqueKeys, boolean failedKept) {

        /** All that the port promises. */
        public static final Model FULL = new Model(true, true, Integer.MAX_VALUE, true, true);
    }

    protected abstract Model model();

    /** Another worker's instance of the one queue of this test; closed by the driver's test. */
    protected abstract JobQueue open(String worker);

    /** So much time passes for the store. */
    protected abstract void pass(Duration duration) throws Exception;

    /** The worker of this instance has died: it does nothing any more, not even close. Where time alone frees its jobs: nothing. */
    protected void die(JobQueue queue) throws Exception {}

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
        if (model().delayedPassedOver()) {
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
    void aUniqueKeyIsTakenWhileItsJobWaitsOrRuns() throws Exception {
        JobQueue queue = open("w");
        if (!model().uniqueKeys()) {
            assertUnsupported(() -> queue.push(unique("k")));
            return;
        }
        assertThat(queue.push(unique("k"))).isPresent();
        assertThat(open("other").push(unique("k"))).as("waits").isEmpty();
        assertThat(queue.push(unique("l"))).as("another key").isPresent();
        Reserved reserved = next(queue);
        String key = reserved.job().uniqueKey().orElseThrow();
        assertThat(queue.push(unique(key))).as("runs").isEmpty();

        assertThat(queue.acknowledge(reserved)).isTrue();

        assertThat(queue.push(unique(key))).as("done").isPresent();
    }

    /** R25: freed on success or on final failure, not on a retry. */
    @Test
    void aUniqueKeyIsKeptOverARetryAndFreedByTheFailure() throws Exception {
        JobQueue queue = open("w");
        if (!model().uniqueKeys()) {
            assertUnsupported(() -> queue.push(unique("k")));
            return;
        }
        push(queue, unique("k"));
        queue.release(next(queue), Duration.ofSeconds(10), "once more");
        assertThat(queue.push(unique("k"))).as("waits for its retry").isEmpty();
        pass(Duration.ofSeconds(11));
        Reserved reserved = next(queue);
        assertThat(queue.push(unique("k"))).as("runs again").isEmpty();

        assertThat(queue.fail(reserved, "no")).isTrue();

        assertThat(queue.push(unique("k"))).as("failed").isPresent();
    }

    @Test
    void aUniqueKeyIsFreedByClear() {
        JobQueue queue = open("w");
        if (!model().uniqueKeys()) {
            assertUnsupported(() -> queue.push(unique("k")));
            return;
        }
        push(queue, unique("k"));
        queue.clear();

        assertThat(queue.push(unique("k"))).isPresent();
    }

    @Test
    void aJobThatIsGivenUpIsKeptWithItsHistory() throws Exception {
        JobQueue queue = open("w");
        String id = push(queue, "hopeless");
        queue.release(next(queue), Duration.ZERO, "first try:\nno route");
        assertThat(queue.fail(next(queue), "no such account")).isTrue();

        assertSize(queue, 0, 0, 0);
        assertNothing(queue);
        if (!model().failedKept()) {
            assertUnsupported(() -> queue.failed(10));
            return;
        }
        FailedJob failed = queue.failed(10).get(0);
        assertThat(failed.job().id()).isEqualTo(id);
        assertThat(failed.job().payload()).isEqualTo("{\"of\":\"hopeless\"}");
        assertThat(failed.reason()).isEqualTo("no such account");
        assertThat(failed.attempts()).isEqualTo(2);
        assertThat(failed.from()).contains(queue.name());
        assertThat(failed.failedAtMs()).isGreaterThanOrEqualTo(failed.job().pushedAtMs());
        assertThat(failed.history()).hasSizeGreaterThanOrEqualTo(1);
        assertThat(failed.history().get(failed.history().size() - 1)).contains("no such account");
    }

    @Test
    void theNewestOfTheFailedComesFirst() {
        JobQueue queue = open("w");
        List<String> failed = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            push(queue, "bad");
            Reserved reserved = next(queue);
            failed.add(reserved.job().id());
            queue.fail(reserved, "no " + i);
        }
        if (!model().failedKept()) {
            assertUnsupported(() -> queue.failed(10));
            return;
        }
        Collections.reverse(failed);

        assertThat(queue.failed(10)).extracting(f -> f.job().id()).containsExactlyElementsOf(failed);
        assertThat(queue.failed(2)).hasSize(2);
    }

    @Test
    void aFailedJobIsPutInAgainWithNoAttemptsCounted() {
        JobQueue queue = open("w");
        String id = push(queue, "bad");
        Reserved first = next(queue);
        queue.fail(first, "no");
        if (!model().failedKept()) {
            assertUnsupported(() -> queue.retry(id));
            return;
        }

        assertThat(queue.retry("no such id")).isFalse();
        assertThat(queue.retry(id)).isTrue();
        assertThat(queue.retry(id)).as("twice").isFalse();

        assertThat(queue.failed(10)).isEmpty();
        Reserved again = next(queue);
        assertThat(again.job().id()).isEqualTo(id);
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.token()).as("tokens go on").isGreaterThan(first.token());
        assertThat(queue.acknowledge(first)).as("the old holder").isFalse();
        assertThat(queue.acknowledge(again)).isTrue();
    }

    @Test
    void aFailedJobThatIsDiscardedIsGone() {
        JobQueue queue = open("w");
        String id = push(queue, "bad");
        queue.fail(next(queue), "no");
        if (!model().failedKept()) {
            assertUnsupported(() -> queue.discard(id));
            return;
        }

        assertThat(queue.discard("no such id")).isFalse();
        assertThat(queue.discard(id)).isTrue();

        assertThat(queue.failed(10)).isEmpty();
        assertThat(queue.retry(id)).isFalse();
        assertSize(queue, 0, 0, 0);
    }

    /** R13. */
    @Test
    void clearSkipsAndCountsThoseThatWait() {
        JobQueue queue = open("w");
        push(queue, "a");
        push(queue, "b");
        assertSize(queue, 2, 2, 0);

        assertThat(queue.clear()).isEqualTo(2);

        assertSize(queue, 0, 0, 0);
        assertNothing(queue);
        assertThat(queue.clear()).isZero();
        String later = push(queue, "c");
        assertThat(next(queue).job().id()).as("what comes later").isEqualTo(later);
    }

    @Test
    void whatIsInFlightGoesOnWhenTheQueueIsCleared() {
        JobQueue queue = open("w");
        push(queue, "runs");
        Reserved reserved = next(queue);
        push(queue, new NewJob("later", "{}", Duration.ofHours(1), Optional.empty(), 0));
        push(queue, "waits");

        assertThat(queue.clear()).isEqualTo(2);

        assertSize(queue, 1, 0, 1);
        assertThat(queue.renew(reserved)).isTrue();
        assertThat(queue.acknowledge(reserved)).isTrue();
        assertSize(queue, 0, 0, 0);
    }

    @Test
    void whatIsDoneAndTheNextAreOneStepForWhoWantsThat() {
        JobQueue queue = open("w");
        Set<String> pushed = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            pushed.add(push(queue, "job"));
        }
        Set<String> done = new HashSet<>();
        Optional<Reserved> reserved = Optional.of(next(queue));
        while (done.size() < pushed.size()) {
            Reserved current = reserved.orElseGet(() -> next(queue));
            JobQueue.Next next = queue.acknowledgeAndReserve(current);
            assertThat(next.acknowledged()).isTrue();
            assertThat(done.add(current.job().id())).isTrue();
            reserved = next.reserved();
        }

        assertThat(done).isEqualTo(pushed);
        assertThat(reserved).isEmpty();
        assertSize(queue, 0, 0, 0);
    }

    @Test
    void oneStepOfAStaleHolderChangesNothingAndTakesTheNextAllTheSame() throws Exception {
        JobQueue queue = open("w");
        push(queue, "lost");
        Reserved stale = next(queue);
        pass(LEASE.plusSeconds(1));
        JobQueue other = open("other");
        Reserved present = next(other);

        JobQueue.Next next = queue.acknowledgeAndReserve(stale);

        assertThat(next.acknowledged()).isFalse();
        assertThat(next.reserved()).isEmpty();
        assertThat(other.acknowledge(present)).isTrue();
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

    private Set<String> takeAll(JobQueue queue) {
        Set<String> ids = new HashSet<>();
        for (int nothing = 0; nothing < ASKED; ) {
            Optional<Reserved> reserved = queue.reserve();
            if (reserved.isPresent()) {
                ids.add(reserved.get().job().id());
                assertThat(queue.acknowledge(reserved.get())).isTrue();
                nothing = 0;
            } else {
                settle();
                nothing++;
            }
        }
        return ids;
    }

    /** A driver that fetches in the background has had its time. */
    protected void settle() {}

    protected static String push(JobQueue queue, String name) {
        return queue.push(NewJob.of(name.replace(' ', '-'), "{\"of\":\"" + name + "\"}"))
                .orElseThrow();
    }

    protected static String push(JobQueue queue, NewJob job) {
        return queue.push(job).orElseThrow();
    }

    protected static NewJob unique(String key) {
        return new NewJob("unique", "{}", Duration.ZERO, Optional.of(key), 0);
    }

    /** The next job, which must come. */
    protected static Reserved next(JobQueue queue) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - end < 0) {
            Optional<Reserved> reserved = queue.reserve();
            if (reserved.isPresent()) {
                return reserved.get();
            }
            LockSupport.parkNanos(1_000_000);
        }
        throw new AssertionError("no job came within " + PATIENCE);
    }

    protected final void assertNothing(JobQueue queue) {
        for (int i = 0; i < ASKED; i++) {
            assertThat(queue.reserve()).as("nothing is due").isEmpty();
            settle();
        }
    }

    protected static void assertSize(JobQueue queue, long size, long due, long inFlight) {
        assertThat(queue.size()).isEqualTo(new QueueSize(size, due, inFlight));
    }

    private static void assertUnsupported(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        JobQueueException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(JobQueueException.Kind.UNSUPPORTED));
    }
}
