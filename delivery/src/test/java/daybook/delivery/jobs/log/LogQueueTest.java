package daybook.delivery.jobs.log;

import static daybook.delivery.jobs.log.LogQueueWorld.PARTITIONS;
import static daybook.delivery.jobs.log.LogQueueWorld.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.StaleOwnerException;
import daybook.delivery.Writer;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.QueueSize;
import daybook.delivery.jobs.Reserved;
import daybook.log.Header;
import daybook.log.LogRecord;
import daybook.log.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A queue on the embedded log, with its numbers in each database. */
@ParameterizedClass
@EnumSource(Engine.class)
class LogQueueTest {
    private final Engine engine;
    private LogQueueWorld world;

    LogQueueTest(Engine engine, @TempDir Path directory) {
        this.engine = engine;
        this.world = new LogQueueWorld(engine, EmbeddedStore.in(directory).open());
    }

    @BeforeEach
    void topics() {
        world.withTopics();
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void sixPartitionsAreSixInFlightAndASeventhWorkerWaits() {
        LogQueue pusher = world.queue();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            pusher.push(world.in(partition, "a" + partition));
            pusher.push(world.in(partition, "b" + partition));
        }
        List<LogQueue> workers = new ArrayList<>();
        List<Reserved> inFlight = new ArrayList<>();
        for (int worker = 0; worker < PARTITIONS; worker++) {
            workers.add(world.queue());
            inFlight.add(workers.get(worker).reserve().orElseThrow());
        }
        LogQueue seventh = world.queue();

        assertThat(seventh.reserve()).isEmpty();
        assertThat(workers.get(3).reserve()).isEmpty();
        assertThat(pusher.size()).isEqualTo(new QueueSize(12, 6, 6));
        workers.get(0).acknowledge(inFlight.get(0));
        workers.get(0).close();
        assertThat(seventh.reserve())
                .hasValueSatisfying(next -> assertThat(next.job().payload())
                        .isEqualTo("b" + inFlight.get(0).job().payload().charAt(1)));
    }

    @Test
    void aWorkerThatDiesHasUsedAnAttemptAlsoAcrossARetry() {
        LogQueueChecks.deathsAreCounted(world, parts -> parts);
    }

    @Test
    void aRetryIsANewRecordAtTheTailWithTheSameIdAndLosesItsPlace() {
        LogQueue queue = world.queue();
        String id = queue.push(world.in(2, "a")).orElseThrow();
        queue.push(world.in(2, "b"));

        queue.release(queue.reserve().orElseThrow(), Duration.ZERO, "once more");

        assertThat(work(queue)).containsExactly("b#1", "a#2");
        LogRecord retry = world.log.read(world.place(2), 2, 1).get(0).record();
        assertThat(retry.header("ce_id").map(Header::text)).hasValue(id);
        assertThat(retry.header("attempts").map(Header::text)).hasValue("1");
        assertThat(retry.header("retry-of").map(Header::text)).hasValue(world.place(2) + "@0");
    }

    /** Q-03. */
    @Test
    void aDelayedJobHoldsUpItsPartitionAndNoOtherAndIsNeverEarly() {
        LogQueueChecks.delayedHoldsUpItsPartition(world, parts -> parts);
    }

    /** Q-04. */
    @Test
    void theDelayOfARetrySurvivesARestartAndNeedsNoOtherJob() {
        LogQueueChecks.delayOfARetryIsKept(world, parts -> parts);
    }

    @Test
    void aStaleWorkerCannotMoveTheCursorBack() {
        LogQueueChecks.staleWorkerMovesNothing(world, parts -> parts);
    }

    @Test
    void aPartitionIsOneWorkersWhateverItsNumbersSay() {
        LogQueueChecks.onePartitionIsOneWorkers(world, world::locks);
    }

    @Test
    void whoHasLostItsLeaseIsToldByEachCallAndHoldsNothing() throws Exception {
        LogQueue queue = world.queue();
        queue.push(world.in(5, "a"));
        Reserved reserved = queue.reserve().orElseThrow();
        try (Writer writer = new Writer(world.database)) {
            reserved.confirm(writer.transaction());
            writer.commit();
            assertThat(queue.renew(reserved)).isTrue();

            world.endLeases();

            assertThatThrownBy(() -> reserved.confirm(writer.transaction())).isInstanceOf(StaleOwnerException.class);
            writer.rollback();
        }
        assertThat(queue.renew(reserved)).isFalse();
        assertThat(queue.acknowledge(reserved)).isFalse();
        Reserved again = queue.reserve().orElseThrow();
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.token()).isGreaterThan(reserved.token());
    }

    @Test
    void aFailedJobIsOnItsTopicWithWhatIsKnownAndCanBePutInAgainOnceOrForgotten() {
        LogQueue queue = world.queue();
        String id = queue.push(world.in(1, "bad")).orElseThrow();
        String other = queue.push(world.in(1, "worse")).orElseThrow();
        queue.fail(queue.reserve().orElseThrow(), "no such account");
        world.time.pass(Duration.ofSeconds(1));
        queue.fail(queue.reserve().orElseThrow(), "never mind");

        LogRecord record = world.log
                .read(new daybook.log.TopicPartition(world.settings.failedTopic(), 0), 0, 1)
                .get(0)
                .record();
        assertThat(record.header("error").map(Header::text)).hasValue("no such account");
        assertThat(record.header("failed-from").map(Header::text)).hasValue(world.place(1) + "@0");
        assertThat(record.header("failed-at").map(Header::text)).hasValue("2026-11-29T09:15:00Z");
        assertThat(record.header("attempts").map(Header::text)).hasValue("1");
        assertThat(queue.failed(10)).extracting(job -> job.job().id()).containsExactly(other, id);
        assertThat(queue.failed(1)).extracting(job -> job.reason()).containsExactly("never mind");

        assertThat(queue.retry(id)).isTrue();
        assertThat(queue.retry(id)).isFalse();
        assertThat(queue.discard(other)).isTrue();
        assertThat(queue.discard(other)).isFalse();
        assertThat(queue.failed(10)).isEmpty();
        Reserved again = queue.reserve().orElseThrow();
        assertThat(again.job().id()).isEqualTo(id);
        assertThat(again.attempt()).isEqualTo(1);
        queue.fail(again, "still bad");
        assertThat(queue.failed(10)).extracting(job -> job.reason()).containsExactly("still bad");
    }

    @Test
    void sizeIsTheLagAndClearPassesWhatWaitsAndLeavesTheRecords() {
        LogQueue queue = world.queue();
        queue.push(world.in(0, "in flight"));
        queue.push(world.in(0, "behind it"));
        queue.push(world.in(1, "elsewhere"));
        NewJob keyed = world.in(2, "keyed");
        queue.push(keyed);
        LogQueue worker = world.queue();
        Reserved inFlight = worker.reserve().orElseThrow();

        assertThat(queue.size()).isEqualTo(new QueueSize(4, 3, 1));
        assertThat(queue.clear()).isEqualTo(3);
        assertThat(queue.size()).isEqualTo(new QueueSize(1, 0, 1));
        assertThat(worker.acknowledge(inFlight)).isTrue();
        assertThat(queue.size()).isEqualTo(new QueueSize(0, 0, 0));
        assertThat(worker.reserve()).isEmpty();
        assertThat(queue.push(keyed)).isPresent();
        assertThat(work(queue)).containsExactly("keyed#1");

        try (var other = world.log.owned("another", List.of(world.place(0)))) {
            assertThat(other.poll(10, Duration.ZERO))
                    .extracting(stored -> new String(stored.record().value(), java.nio.charset.StandardCharsets.UTF_8))
                    .containsExactly("in flight", "behind it");
        }
    }

    @Test
    void theLogsGroupShowsHowFarTheQueueHasCome() {
        LogQueue queue = world.queue();
        for (int i = 0; i < 5; i++) {
            queue.push(world.in(0, "" + i));
        }
        queue.acknowledge(queue.reserve().orElseThrow());
        queue.acknowledge(queue.reserve().orElseThrow());
        world.time.pass(Duration.ofSeconds(1));
        queue.reserve();

        assertThat(world.log.groups()).contains("jobs.work");
        assertThat(world.log.committed("jobs.work", world.place(0))).hasValue(2);
    }

    /** It had not told the log yet; there is nothing left to do, and the lag would stay for ever. */
    @Test
    void theLagOfAWorkerThatDiedIsTakenBackByWhoeverHasNothingToDo() {
        LogQueue queue = world.queue();
        queue.push(world.in(0, "a"));
        queue.push(world.in(0, "b"));
        queue.acknowledge(queue.reserve().orElseThrow());
        queue.acknowledge(queue.reserve().orElseThrow());
        world.kill(queue);
        LogQueue other = world.queue();
        assertThat(other.reserve()).isEmpty();
        world.time.pass(Duration.ofSeconds(1));
        assertThat(other.reserve()).isEmpty();

        assertThat(world.log.committed("jobs.work", world.place(0))).hasValue(2);
    }

    @Test
    void aUniqueKeyIsFreedBySuccessAndByFinalFailureAndNotByARetry() {
        LogQueue queue = world.queue();
        NewJob job = world.in(0, "only one");

        assertThat(queue.push(job)).isPresent();
        assertThat(queue.push(job)).isEmpty();
        Reserved reserved = queue.reserve().orElseThrow();
        assertThat(queue.push(job)).isEmpty();
        queue.release(reserved, Duration.ZERO, "again");
        assertThat(queue.push(job)).isEmpty();
        queue.acknowledge(queue.reserve().orElseThrow());
        assertThat(queue.push(job)).isPresent();
        queue.fail(queue.reserve().orElseThrow(), "bad");
        assertThat(queue.push(job)).isPresent();

        String failed = queue.failed(1).get(0).job().id();
        assertThatThrownBy(() -> queue.retry(failed))
                .isInstanceOf(JobQueueException.class)
                .hasMessageContaining("has the unique key");
        assertThat(work(queue)).containsExactly("only one#1");
        assertThat(queue.retry(failed)).isTrue();
        assertThat(queue.push(job)).isEmpty();
    }

    /**
     * Its key was in partition 1 when it failed in partition 2: the topic had fewer partitions then. Its tokens rise only where its other
     * records are.
     */
    @Test
    void aFailedJobGoesBackToItsPartitionAlsoIfTheTopicHasGrownSince() {
        LogQueue queue = world.queue();
        queue.push(world.in(1, "moved"));
        queue.fail(queue.reserve().orElseThrow(), "bad");
        LogRecord failed = world.log
                .read(new daybook.log.TopicPartition(world.settings.failedTopic(), 0), 0, 1)
                .get(0)
                .record();
        List<Header> headers = new ArrayList<>(failed.headers());
        headers.removeIf(header -> header.name().equals("failed-from"));
        headers.add(Header.of("failed-from", world.place(2) + "@7"));
        try (JobWriter writer = new JobWriter(world.log, "before it grew")) {
            writer.write(
                    world.settings.failedTopic(),
                    OptionalInt.empty(),
                    new LogRecord(failed.key(), failed.value(), headers, failed.timeMs()));
        }
        String id = queue.failed(1).get(0).job().id();

        assertThat(queue.retry(id)).isTrue();

        assertThat(world.log.endOffset(world.place(1))).isEqualTo(1);
        assertThat(world.log.endOffset(world.place(2))).isEqualTo(1);
        assertThat(queue.push(new NewJob("other", "{}", Duration.ZERO, Optional.of(key(failed)), 0)))
                .as("its key is its own there")
                .isEmpty();
        assertThat(work(queue)).containsExactly("moved#1");
    }

    private static String key(LogRecord record) {
        return record.header("unique-key").map(Header::text).orElseThrow();
    }

    @Test
    void aPushThatDiesBeforeItsRecordHoldsItsKeyForAMinute() {
        LogQueue dying = world.queue(parts -> LogQueueWorld.dying(parts, dieAt(QueueSteps.Step.KEY_TAKEN)));
        NewJob job = world.in(0, "only one");
        assertThatThrownBy(() -> dying.push(job)).isInstanceOf(Died.class);

        LogQueue queue = world.queue();
        assertThat(queue.push(job)).isEmpty();
        world.ageKeys(UniqueKeys.ABANDONED.plusSeconds(1));
        assertThat(queue.push(job)).isPresent();
        assertThat(work(queue)).containsExactly("only one#1");
    }

    @Test
    void theRecordOfAPushThatDiedIsPassedOverIfItsKeyIsAnothersByThen() {
        LogQueue dying = world.queue(parts -> LogQueueWorld.dying(parts, dieAt(QueueSteps.Step.PUSHED)));
        NewJob job = world.in(0, "of the dead");
        NewJob same = new NewJob("work", "of the living", Duration.ZERO, job.uniqueKey(), 0);
        assertThatThrownBy(() -> dying.push(job)).isInstanceOf(Died.class);
        world.ageKeys(UniqueKeys.ABANDONED.plusSeconds(1));

        LogQueue queue = world.queue();
        assertThat(queue.push(same)).isPresent();

        assertThat(work(queue)).containsExactly("of the living#1");
    }

    @Test
    void theRecordOfAPushThatDiedIsDoneIfNobodyElseHasItsKey() {
        LogQueue dying = world.queue(parts -> LogQueueWorld.dying(parts, dieAt(QueueSteps.Step.PUSHED)));
        NewJob job = world.in(0, "of the dead");
        assertThatThrownBy(() -> dying.push(job)).isInstanceOf(Died.class);

        LogQueue queue = world.queue();
        Reserved reserved = queue.reserve().orElseThrow();
        world.ageKeys(UniqueKeys.ABANDONED.plusSeconds(1));

        assertThat(queue.push(job)).isEmpty();
        queue.acknowledge(reserved);
        assertThat(queue.push(job)).isPresent();
    }

    @Test
    void whatIsNoJobGoesToTheFailedOnesAndHoldsUpNobody() {
        try (var producer = world.log.producer("stranger")) {
            LogRecord stranger = new LogRecord(
                    new byte[] {1}, "hello".getBytes(java.nio.charset.StandardCharsets.UTF_8), List.of(), 1);
            producer.send(world.settings.topic(), OptionalInt.of(0), stranger, -1, new Ignored());
            producer.flush();
        }
        LogQueue queue = world.queue();
        queue.push(world.in(0, "a job"));

        assertThat(work(queue)).containsExactly("a job#1");
        assertThat(queue.failed(5)).singleElement().satisfies(failed -> {
            assertThat(failed.reason()).startsWith("no job");
            assertThat(failed.job().payload()).isEqualTo("hello");
            assertThatThrownBy(() -> queue.retry(failed.job().id())).isInstanceOf(JobQueueException.class);
        });
    }

    /** W-03. */
    @Test
    void anotherDeploymentOnTheSameLogAndLocksSharesNothing() {
        LogQueueWorld other = new LogQueueWorld(engine, world.log, world.settings.deployment() + "-two").withTopics();
        LogQueue here = world.queue();
        LogQueue there = other.queue();
        NewJob job = world.in(0, "here");

        assertThat(here.push(job)).isPresent();
        assertThat(there.push(job)).isPresent();
        Reserved inFlight = here.reserve().orElseThrow();
        assertThat(work(there)).containsExactly("here#1");
        assertThat(here.acknowledge(inFlight)).isTrue();
        there.close();
    }

    @Test
    void aWorkerThatHasSomethingToDoKeepsNoOtherPartition() {
        LogQueue two = world.queue();
        for (int i = 0; i < 2; i++) {
            two.push(world.in(0, "p0 " + i));
            two.push(world.in(1, "p1 " + i));
        }
        Reserved one = two.reserve().orElseThrow();
        Reserved other = two.reserve().orElseThrow();
        two.acknowledge(one);
        two.acknowledge(other);

        assertThat(two.reserve()).isPresent();

        assertThat(world.queue().reserve()).isPresent();
    }

    @Test
    void whatIsDoneAndTheNextOfItsPartitionAreOneTransactionAndTheNextIsCounted() {
        int jobs = 40;
        LogQueue queue = world.queue();
        for (int i = 0; i < jobs; i++) {
            queue.push(NewJob.of("plain", "" + i));
        }
        int[] alone = {0};
        LogQueue worker = world.queue(parts -> LogQueueWorld.dying(parts, step -> {
            alone[0] += step == QueueSteps.Step.COUNTED ? 1 : 0;
        }));
        Set<String> done = new HashSet<>();
        Reserved current = worker.reserve().orElseThrow();
        while (done.size() < jobs - 1) {
            assertThat(current.attempt()).isEqualTo(1);
            assertThat(done.add(current.job().payload())).isTrue();
            JobQueue.Next next = worker.acknowledgeAndReserve(current);
            assertThat(next.acknowledged()).isTrue();
            assertThat(worker.acknowledge(current)).as("it is over").isFalse();
            current = next.reserved().orElseThrow();
        }
        assertThat(alone[0]).as("once for each partition").isLessThanOrEqualTo(PARTITIONS);
        world.kill(worker);

        Reserved again = queue.reserve().orElseThrow();
        assertThat(again.job().id()).isEqualTo(current.job().id());
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.token()).isGreaterThan(current.token());
    }

    /** Q-08: one in flight per partition, so each is counted for itself. */
    @Test
    void aJobThatKillsItsWorkerCostsNoOtherAnAttempt() {
        LogQueue pusher = world.queue();
        for (int i = 0; i < 50; i++) {
            pusher.push(world.in(i % PARTITIONS, i == 25 ? "deadly" : "good"));
        }
        List<String> done = new ArrayList<>();
        for (int start = 0; start < 4; start++) {
            LogQueue worker = world.queue();
            Optional<Reserved> next = worker.reserve();
            while (next.isPresent()
                    && !(next.get().job().payload().equals("deadly")
                            && next.get().attempt() <= 3)) {
                if (next.get().attempt() > 3) {
                    worker.fail(next.get(), "worker died");
                } else {
                    done.add(next.get().job().payload() + "#" + next.get().attempt());
                    worker.acknowledge(next.get());
                }
                next = worker.reserve();
            }
            world.kill(worker);
        }

        assertThat(done).hasSize(49).containsOnly("good#1");
        assertThat(pusher.failed(9)).extracting(job -> job.attempts()).containsExactly(3);
    }

    static QueueSteps dieAt(QueueSteps.Step last) {
        return step -> {
            if (step == last) {
                throw new Died();
            }
        };
    }

    /** What nobody catches. */
    static final class Died extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final class Ignored implements daybook.log.Producer.Acknowledgement {
        @Override
        public void stored(daybook.log.TopicPartition place, long offset) {}

        @Override
        public void duplicate(daybook.log.TopicPartition place) {}

        @Override
        public void failed(daybook.log.LogException error) {
            throw error;
        }
    }
}
