package daybook.delivery.jobs.log;

import daybook.delivery.Engine;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobQueueContract;
import daybook.log.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract on the embedded log, with the cursors in each database. */
@ParameterizedClass
@EnumSource
class LogQueueContractTest extends JobQueueContract {
    private final LogQueueWorld world;

    LogQueueContractTest(Engine engine, @TempDir Path directory) {
        this.world = new LogQueueWorld(engine, EmbeddedStore.in(directory).open()).withTopics();
    }

    @AfterEach
    void close() {
        world.close();
    }

    /** A partition waits for the first of its jobs, and is one worker's. */
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
