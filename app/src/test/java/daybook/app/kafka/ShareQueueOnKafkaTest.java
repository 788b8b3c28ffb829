package daybook.app.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.delivery.jobs.JobDatabases;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.QueueSize;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.jobs.log.LogQueuePorts;
import daybook.delivery.jobs.log.LogQueueSettings;
import daybook.delivery.jobs.share.ShareQueue;
import daybook.delivery.locks.SqlLocks;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A queue on Kafka's share groups: the broker lends, counts and takes back. */
class ShareQueueOnKafkaTest {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final long PATIENCE_NS = Duration.ofSeconds(30).toNanos();

    private final Log log = QueuesOnKafka.log(TestBroker.shared());
    private final String deployment = "share-" + UUID.randomUUID();
    private final LogQueueSettings settings = new LogQueueSettings("work", "jobs.work", deployment, LEASE);
    private final SqlLocks locks = new SqlLocks(JobDatabases.of(Engine.POSTGRESQL), deployment);
    private final List<ShareQueue> queues = new ArrayList<>();

    @BeforeEach
    void topics() {
        log.createTopic(new TopicSpec(settings.topic(), 1, Retention.days(7)));
        log.createTopic(new TopicSpec(settings.failedTopic(), 1, Retention.days(30)));
    }

    @AfterEach
    void close() {
        queues.forEach(ShareQueue::close);
        locks.close();
        log.close();
    }

    @Test
    void jobsOfOnePartitionAreInManyHandsAndEachIsAnsweredForItself() {
        ShareQueue a = queue();
        ShareQueue b = queue();
        assertThat(a.reserve()).isEmpty();
        assertThat(asksFor(b, Duration.ofSeconds(1))).as("both are members").isEmpty();
        Set<String> pushed = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            pushed.add(a.push(NewJob.of("job", "{}")).orElseThrow());
        }

        Reserved first = next(a);
        Reserved second = next(b);
        assertThat(first.job().id()).isNotEqualTo(second.job().id());
        assertThat(a.size()).isEqualTo(new QueueSize(4, 2, 2));
        assertThat(b.acknowledge(second)).isTrue();
        assertThat(a.size()).as("done, though the one before it is not").isEqualTo(new QueueSize(3, 2, 1));
        assertThat(a.release(first, Duration.ZERO, "again")).isTrue();
        Set<String> done = new HashSet<>(Set.of(second.job().id()));
        boolean failed = false;
        while (!done.equals(pushed)) {
            Reserved next = next(b);
            // On a slow machine the broker may have taken others back from a worker that had not begun them: it counts
            // that, too.
            assertThat(next.attempt())
                    .isGreaterThanOrEqualTo(next.job().id().equals(first.job().id()) ? 2 : 1);
            done.add(next.job().id());
            assertThat(failed ? b.acknowledge(next) : b.fail(next, "bad")).isTrue();
            failed = true;
        }
        assertThat(b.failed(9)).hasSize(1);
        assertThat(b.size()).isEqualTo(new QueueSize(0, 0, 0));
    }

    /** renewed beyond its length; then its worker is silent, and the broker gives the job to another and counts it. */
    @Test
    void aLeaseIsRenewedAndOneThatIsNotIsTheNextWorkersWithItsAttempt() {
        ShareQueue frozen = queue();
        frozen.push(NewJob.of("job", "{}"));
        Reserved stale = next(frozen);
        ShareQueue other = queue();
        for (int i = 0; i < 4; i++) {
            assertThat(asksFor(other, LEASE.dividedBy(3)))
                    .as("renewed %d times", i)
                    .isEmpty();
            assertThat(frozen.renew(stale)).isTrue();
        }

        Reserved again = next(other);

        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.token()).isGreaterThan(stale.token());
        assertThat(frozen.release(stale, Duration.ZERO, "late")).isFalse();
        assertThat(frozen.acknowledge(stale)).isFalse();
        assertThat(other.acknowledge(again)).isTrue();
        assertThat(other.size().size()).isZero();
    }

    private ShareQueue queue() {
        LogQueuePorts ports = new LogQueuePorts(
                log,
                JobDatabases.of(Engine.POSTGRESQL),
                locks,
                new LogQueuePorts.Sources(
                        InstantSource.system(),
                        System::nanoTime,
                        () -> UUID.randomUUID().toString()));
        ShareQueue queue = new ShareQueue(settings, ports, Duration.ofMillis(100));
        queues.add(queue);
        return queue;
    }

    private static Reserved next(ShareQueue queue) {
        return asksFor(queue, Duration.ofNanos(PATIENCE_NS)).orElseThrow();
    }

    private static Optional<Reserved> asksFor(ShareQueue queue, Duration patience) {
        long beganNs = System.nanoTime();
        Optional<Reserved> next = queue.reserve();
        while (next.isEmpty() && System.nanoTime() - beganNs < patience.toNanos()) {
            next = queue.reserve();
        }
        return next;
    }
}
