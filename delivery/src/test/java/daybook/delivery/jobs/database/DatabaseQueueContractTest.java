package daybook.delivery.jobs.database;

import daybook.delivery.Engine;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobQueueContract;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract on SQLite and on a real PostgreSQL. */
@ParameterizedClass
@EnumSource
class DatabaseQueueContractTest extends JobQueueContract {
    private final QueueWorld world;

    DatabaseQueueContractTest(Engine engine) {
        this.world = new QueueWorld(engine, LEASE);
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Override
    protected Model model() {
        return Model.FULL;
    }

    @Override
    protected JobQueue open(String worker) {
        return world.open(worker);
    }

    @Override
    protected void pass(Duration duration) throws SQLException {
        world.pass(duration);
    }
}
