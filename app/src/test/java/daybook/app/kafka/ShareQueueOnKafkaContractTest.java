package daybook.app.kafka;

import daybook.delivery.Engine;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobQueueContract;
import daybook.delivery.jobs.share.ShareQueueWorld;
import daybook.log.ForwardingLog;
import daybook.log.Log;
import daybook.log.ShareReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The contract of job queues on a real broker's share groups, with the rest in a real PostgreSQL. At every change the embedded log passes
 * it. The broker's time cannot be moved: its locks are short, and where they are to end they are waited for.
 */
@EnabledIfSystemProperty(named = "daybook.long", matches = "true")
class ShareQueueOnKafkaContractTest extends JobQueueContract {
    private static final Duration LOCK = Duration.ofSeconds(8);
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final Log log = QueuesOnKafka.log(TestBroker.shared());
    private final Map<JobQueue, ShortLoans> connections = new HashMap<>();
    private final ShareQueueWorld world =
            new ShareQueueWorld(Engine.POSTGRESQL, log, PATIENCE, ShareQueueOnKafkaContractTest::letEnd).withFailed();

    @AfterEach
    void close() {
        world.close();
    }

    @Override
    protected Model model() {
        return new Model(false, true, Integer.MAX_VALUE, true, true, true);
    }

    @Override
    protected JobQueue open(String worker) {
        ShortLoans connection = new ShortLoans(log);
        JobQueue queue = world.queue(connection);
        connections.put(queue, connection);
        return queue;
    }

    @Override
    protected void pass(Duration duration) {
        world.pass(duration);
    }

    /** Its session is over, and with it what it had: a member that is there and never asks would keep its partitions. */
    @Override
    protected void die(JobQueue queue) {
        connections.getOrDefault(queue, new ShortLoans(log)).end();
    }

    /** A lock ends within a lease and not before; none of the contract's tests adds up shorter times to one. */
    private static void letEnd(Duration duration) {
        if (duration.compareTo(ShareQueueWorld.LEASE) >= 0) {
            LockSupport.parkNanos(LOCK.plusSeconds(1).toNanos());
        }
    }

    /** A log that lends for {@link #LOCK}, whatever is asked. */
    private static final class ShortLoans extends ForwardingLog {
        private final List<ShareReader> readers = new ArrayList<>();

        ShortLoans(Log log) {
            super(log);
        }

        @Override
        public ShareReader share(String group, Collection<String> topics, Duration lockDuration) {
            ShareReader reader = super.share(group, topics, LOCK);
            readers.add(reader);
            return reader;
        }

        void end() {
            readers.forEach(ShareReader::close);
        }
    }
}
