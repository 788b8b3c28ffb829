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
import org.junit.jupiter.api.Test;

/** The part of {@link JobQueueContract} about how jobs end: unique keys, failed jobs, clear, and the step from one to the next. */
public abstract class JobQueueEndsContract extends JobQueueSetting {

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

    /** Two operators repair the same job: one of them does, and it is there once, under its id. */
    @Test
    void aFailedJobIsPutInAgainOnceWithAnotherPayload() {
        JobQueue queue = open("w");
        String id = push(queue, "repaired");
        queue.fail(next(queue), "no");
        JobQueue other = open("other");

        assertThat(queue.retry(id, "{\"mended\":1}")).isTrue();
        assertThat(other.retry(id, "{\"mended\":2}")).as("the second").isFalse();
        assertThat(other.discard(id)).isFalse();

        assertThat(queue.failed(10)).isEmpty();
        assertSize(queue, 1, 1, 0);
        Reserved again = next(queue);
        assertThat(again.job().id()).isEqualTo(id);
        assertThat(again.job().payload()).isEqualTo("{\"mended\":1}");
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(queue.acknowledge(again)).isTrue();
    }

    @Test
    void aJobThatIsPutInAgainBearsItsKey() {
        JobQueue queue = open("w");
        if (!model().uniqueKeys()) {
            assertUnsupported(() -> queue.push(unique("k")));
            return;
        }
        String id = push(queue, unique("k"));
        queue.fail(next(queue), "no");
        assertThat(queue.retry(id, "{}")).isTrue();
        assertThat(queue.push(unique("k"))).as("its key").isEmpty();
        queue.fail(next(queue), "no");
        String other = push(queue, unique("k"));

        assertThatThrownBy(() -> queue.retry(id, "{}"))
                .isInstanceOfSatisfying(
                        JobQueueException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(JobQueueException.Kind.REFUSED));
        assertThat(next(queue).job().id()).isEqualTo(other);
    }

    @Test
    void aRepairWithAPayloadThatNoJobMayHaveChangesNothing() {
        JobQueue queue = open("w");
        String id = push(queue, "bad");
        queue.fail(next(queue), "no");

        assertThatThrownBy(() -> queue.retry(id, "\0")).isInstanceOf(IllegalArgumentException.class);

        assertThat(queue.failed(1)).extracting(f -> f.job().id()).containsExactly(id);
        assertSize(queue, 0, 0, 0);
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

        long cleared = queue.clear();

        if (!model().busyKeepPartitions()) {
            assertThat(cleared).isEqualTo(2);
            assertSize(queue, 1, 0, 1);
        }
        assertThat(queue.renew(reserved)).isTrue();
        assertThat(queue.acknowledge(reserved)).isTrue();
        assertThat(cleared + queue.clear()).as("all but the one in flight").isEqualTo(2);
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
}
