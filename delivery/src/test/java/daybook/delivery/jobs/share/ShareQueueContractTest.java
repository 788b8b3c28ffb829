package daybook.delivery.jobs.share;

import daybook.delivery.Engine;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobQueueContract;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract on the embedded log's share groups, with each database beside it. */
@ParameterizedClass
@EnumSource
class ShareQueueContractTest extends JobQueueContract {
    private final ShareQueueWorld world;

    ShareQueueContractTest(Engine engine, @TempDir Path directory) {
        this.world = new ShareQueueWorld(engine, directory).withFailed();
    }

    @AfterEach
    void close() {
        world.close();
    }

    /** No priorities; what is not due is held aside, while it is not too much. */
    @Override
    protected Model model() {
        return new Model(false, true, Integer.MAX_VALUE, true, true, false);
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
