package daybook.app.kafka;

import daybook.delivery.Engine;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobQueueContract;
import daybook.delivery.jobs.log.LogQueueWorld;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The contract of job queues on a real broker, with the cursors in a real PostgreSQL. At every change the embedded log passes it. */
@EnabledIfSystemProperty(named = "daybook.long", matches = "true")
class LogQueueOnKafkaContractTest extends JobQueueContract {
    private final LogQueueWorld world =
            new LogQueueWorld(Engine.POSTGRESQL, QueuesOnKafka.log(TestBroker.shared())).withTopics();

    @AfterEach
    void close() {
        world.close();
    }

    @Override
    protected Model model() {
        return new Model(false, false, LogQueueWorld.PARTITIONS, true, true, false);
    }

    @Override
    protected JobQueue open(String worker) {
        return world.queue();
    }

    @Override
    protected void pass(Duration duration) {
        world.pass(duration);
    }
}
