package daybook.delivery.jobs.log;

import static daybook.delivery.jobs.log.LogQueueWorld.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.MemoryLog;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.QueueSize;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.locks.LocalLocks;
import daybook.delivery.locks.Lock;
import daybook.delivery.locks.LockStore;
import daybook.log.ForwardingLog;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A log that is away, that forgets, that has holes; topics that are missing; locks that are none. */
class LogQueueTroubleTest {
    private final MemoryLog log = new MemoryLog(false);
    private final LogQueueWorld world = new LogQueueWorld(Engine.SQLITE, log);

    @AfterEach
    void close() {
        log.outage = null;
        world.close();
    }

    @Test
    void aLockStoreOfOneProcessIsRefusedAndSoIsOneThatCannotLock() {
        LockStore local = new LocalLocks(world.time::nanos);
        LockStore cache = new LockStore() {
            @Override
            public boolean isShared() {
                return true;
            }

            @Override
            public boolean canLock() {
                return false;
            }

            @Override
            public Optional<Lock> acquire(String name, Duration ttl) {
                return Optional.empty();
            }
        };

        assertThatThrownBy(() -> new LogQueue(world.settings, world.ports(local)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("of this process alone (expected: shared by all workers");
        assertThatThrownBy(() -> new LogQueue(world.settings, world.ports(cache)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("shared, but nothing can be taken by one alone");
    }

    @Test
    void aMissingTopicIsNamedAndNotMade() {
        LogQueue queue = world.queue();

        for (Runnable call : List.<Runnable>of(() -> queue.push(world.in(0, "a")), queue::reserve, queue::size)) {
            assertThatThrownBy(call::run)
                    .isInstanceOfSatisfying(
                            JobQueueException.class,
                            e -> assertThat(e.kind()).isEqualTo(JobQueueException.Kind.NO_TOPIC))
                    .hasMessageContaining(world.settings.topic() + " is not there");
        }
        assertThat(log.topics()).isEmpty();
        world.withTopics();
        assertThat(queue.push(world.in(0, "a"))).isPresent();
    }

    /** Q-05, its first half. */
    @Test
    void withoutTheTopicOfFailedOnesItsPartitionWaitsAndGoesOnByItselfWhenItIsThere() {
        world.withJobs();
        LogQueue queue = world.queue();
        queue.push(world.in(0, "bad"));
        queue.push(world.in(0, "behind"));
        queue.push(world.in(1, "elsewhere"));
        Reserved bad = queue.reserve().orElseThrow();

        assertThatThrownBy(() -> queue.fail(bad, "no such account"))
                .isInstanceOfSatisfying(
                        JobQueueException.class, e -> assertThat(e.kind()).isEqualTo(JobQueueException.Kind.NO_TOPIC))
                .hasMessageContaining(world.settings.failedTopic());
        assertThat(queue.waits())
                .singleElement()
                .asString()
                .contains(
                        world.place(0) + " waits: topic " + world.settings.failedTopic() + " is not there",
                        bad.job().id());
        for (int second = 0; second < 60; second++) {
            world.time.pass(Duration.ofSeconds(1));
            assertThat(work(queue)).isEqualTo(second == 0 ? List.of("elsewhere#1") : List.of());
        }

        log.createTopic(new TopicSpec(world.settings.failedTopic(), 1, Retention.days(30)));
        world.time.pass(Duration.ofSeconds(1));
        assertThat(work(queue)).containsExactly("behind#1");
        assertThat(queue.waits()).isEmpty();
        assertThat(queue.failed(9)).singleElement().satisfies(failed -> {
            assertThat(failed.reason()).isEqualTo("no such account");
            assertThat(failed.attempts()).isEqualTo(1);
        });
    }

    @Test
    void aLogThatIsAwayIsSaidToBeAwayAndLosesNothing() {
        world.withTopics();
        LogQueue queue = world.queue();
        queue.push(world.in(0, "a"));
        queue.push(world.in(0, "b"));
        Reserved a = queue.reserve().orElseThrow();

        log.outage = new LogException(LogException.Kind.UNAVAILABLE, "no broker answers");
        for (Runnable call : List.<Runnable>of(
                () -> queue.push(world.in(0, "c")),
                () -> queue.release(a, Duration.ZERO, "x"),
                () -> queue.fail(a, "x"))) {
            assertThatThrownBy(call::run)
                    .isInstanceOfSatisfying(
                            JobQueueException.class, e -> assertThat(e.kind()).isEqualTo(JobQueueException.Kind.AWAY))
                    .hasMessageContaining("no broker answers");
        }
        assertThat(queue.acknowledge(a)).isTrue(); // needs the database alone

        log.outage = null;
        assertThat(work(queue)).containsExactly("b#1");
    }

    /** R17. */
    @Test
    void whatRetentionTookIsCountedAsLostAndTheQueueGoesOnAtTheEarliest() {
        world.withTopics();
        LogQueue queue = world.queue();
        for (int i = 0; i < 10; i++) {
            queue.push(world.in(0, "" + i));
        }
        queue.acknowledge(queue.reserve().orElseThrow());
        queue.close();
        log.drop(world.place(0), 7);

        LogQueue restarted = world.queue();
        assertThat(work(restarted)).containsExactly("7#1", "8#1", "9#1");
        assertThat(restarted.lost()).isEqualTo(6);
    }

    @Test
    void aQueueWithoutACursorBeginsAtTheEarliestThatIsKept() {
        world.withTopics();
        LogQueue queue = world.queue();
        for (int i = 0; i < 5; i++) {
            queue.push(world.in(0, "" + i));
        }
        log.drop(world.place(0), 3);

        assertThat(queue.size()).isEqualTo(new QueueSize(2, 2, 0));
        assertThat(work(queue)).containsExactly("3#1", "4#1");
        assertThat(queue.lost()).isZero();
    }

    @Test
    void aTopicThatWasMadeAgainBeginsAgainAndItsKeysAreFree() {
        world.withTopics();
        LogQueue queue = world.queue();
        queue.push(world.in(0, "old"));
        var keyed = world.in(0, "old too");
        queue.push(keyed);
        queue.acknowledge(queue.reserve().orElseThrow());
        queue.close();
        log.makeAgain(world.settings.topic());

        LogQueue restarted = world.queue();
        restarted.push(world.in(0, "new"));
        assertThat(work(restarted)).containsExactly("new#1");
        assertThat(restarted.push(keyed)).isPresent();
    }

    @Test
    void aLogThatHasLostItsEndIsSaidSoAndTheQueueGoesOnAtItsEnd() {
        world.withTopics();
        LogQueue queue = world.queue();
        for (int i = 0; i < 5; i++) {
            queue.push(world.in(0, "" + i));
        }
        assertThat(work(queue)).hasSize(5);
        queue.close();
        log.loseTail(world.place(0), 2);

        LogQueue restarted = world.queue();
        assertThat(restarted.size().size()).isZero();
        restarted.push(world.in(0, "new"));
        restarted.reserve();
        restarted.push(world.in(0, "newer"));
        restarted.push(world.in(0, "newest"));
        assertThat(work(restarted)).contains("newest#1");
    }

    @Test
    void marksOfTransactionsAreNoJobs() {
        world.withTopics();
        MarkedLog marked = new MarkedLog(log);
        LogQueueWorld seen = new LogQueueWorld(Engine.SQLITE, marked, world.settings.deployment());
        LogQueue queue = seen.queue();
        queue.push(seen.in(0, "a"));
        mark();
        queue.push(seen.in(0, "b"));
        mark();
        mark();

        assertThat(queue.size()).isEqualTo(new QueueSize(2, 2, 0));
        assertThat(work(queue)).containsExactly("a#1", "b#1");
        assertThat(queue.size()).isEqualTo(new QueueSize(0, 0, 0));
        queue.close();
        assertThat(log.committed("jobs.work", seen.place(0))).hasValue(5);
    }

    /** R20: six questions that are answered within their deadlines, and each too late for the one behind it. */
    @Test
    void aLogThatAnswersSlowlyDoesNotMakeACallLast() {
        world.withTopics();
        Log slow = new ForwardingLog(log) {
            @Override
            public long endOffset(TopicPartition place) {
                world.time.pass(Duration.ofSeconds(4));
                return super.endOffset(place);
            }
        };
        LogQueueWorld seen = new LogQueueWorld(Engine.SQLITE, slow, world.settings.deployment(), world.time);
        LogQueue queue = seen.queue();
        long beganMs = world.time.millis();

        assertThat(queue.reserve()).isEmpty();
        assertThat(world.time.millis() - beganMs).isEqualTo(12_000);
        assertThatThrownBy(queue::size)
                .isInstanceOfSatisfying(
                        JobQueueException.class, e -> assertThat(e.kind()).isEqualTo(JobQueueException.Kind.AWAY));
    }

    @Test
    void beyondAThousandTheLagIsTold() {
        world.withTopics();
        LogQueue queue = world.queue();
        for (int i = 0; i < 1_500; i++) {
            log.append(world.settings.topic(), 0, JobFormat.pushed(job("" + i)));
        }

        assertThat(queue.size()).isEqualTo(new QueueSize(1_500, 1_500, 0));
        assertThat(queue.clear()).isEqualTo(1_500);
        assertThat(queue.size().size()).isZero();
    }

    private daybook.delivery.jobs.Job job(String payload) {
        long now = world.time.millis();
        return new daybook.delivery.jobs.Job("id" + payload, "work", payload, Optional.empty(), 0, now, now);
    }

    /** As Kafka's own mark at the end of a transaction: it takes an offset, and nobody reads it. */
    private void mark() {
        log.append(world.settings.topic(), 0, new LogRecord(new byte[0], MarkedLog.MARK, List.of(), 1));
    }
}
