package daybook.bench.peers;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import daybook.bench.Contestant;
import daybook.bench.Crew;
import daybook.bench.JobLoad;
import daybook.bench.Store;
import java.time.Instant;
import java.util.UUID;

/** db-scheduler's client: one-time tasks scheduled one by one by several threads at once. */
public final class DbSchedulerPush implements Contestant {
    private final JobLoad load;
    private final Store store;

    public DbSchedulerPush(JobLoad load, Store store) {
        this.load = load;
        this.store = store;
    }

    @Override
    public String name() {
        return DbSchedulerWork.NAME;
    }

    @Override
    public double run() throws Exception {
        OneTimeTask<String> task = Tasks.oneTime("job", String.class).execute((instance, context) -> {});
        try (DbSchedulerTables tables = new DbSchedulerTables(store, load.workers())) {
            SchedulerClient client =
                    SchedulerClient.Builder.create(tables.pool, task).build();
            int each = load.jobs() / load.workers();
            tables.rows();
            long start = System.nanoTime();
            Crew.run(load.workers(), number -> {
                for (int i = 0; i < each; i++) {
                    boolean pushed = client.scheduleIfNotExists(
                            task.instance(UUID.randomUUID().toString(), "{\"n\":" + i + "}"), Instant.now());
                    if (!pushed) {
                        throw new IllegalStateException("not scheduled");
                    }
                }
            });
            double seconds = (System.nanoTime() - start) / 1e9;
            long rows = tables.rows();
            if (rows != (long) each * load.workers()) {
                throw new IllegalStateException(name() + ": " + rows + " jobs");
            }
            return rows / seconds;
        }
    }
}
