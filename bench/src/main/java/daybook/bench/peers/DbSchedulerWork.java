package daybook.bench.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.event.AbstractSchedulerListener;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import daybook.bench.Contestant;
import daybook.bench.JobLoad;
import daybook.bench.JobTimes;
import daybook.bench.Store;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * db-scheduler on a backlog of one-time tasks that do nothing, with the settings that its documents name for throughput: it locks and
 * fetches up to four tasks per thread at once, and again when there is fewer than one per thread.
 */
public final class DbSchedulerWork implements Contestant {
    static final String NAME = "db-scheduler 16.12.0";

    private static final double LOWER = 1.0;
    private static final double UPPER = 4.0;
    private static final int LONGEST_MINUTES = 10;

    private final JobLoad load;
    private final Store store;
    private final JobTimes times;

    public DbSchedulerWork(JobLoad load, Store store, JobTimes times) {
        this.load = load;
        this.store = store;
        this.times = times;
    }

    @Override
    public String name() {
        return NAME + load.label();
    }

    @Override
    public double run() throws Exception {
        Counter counter = new Counter(load.jobs(), times);
        OneTimeTask<String> task =
                Tasks.oneTime("job", String.class).execute((instance, context) -> counter.began(instance.getId()));
        // One for each thread that executes, one for the thread that fetches, one for housekeeping.
        try (DbSchedulerTables tables = new DbSchedulerTables(store, load.workers() + 2)) {
            tables.fill("job", load.jobs() + load.waiting(), load.later());
            Scheduler scheduler = Scheduler.create(tables.pool, task)
                    .threads(load.workers())
                    .pollUsingLockAndFetch(LOWER, UPPER)
                    .pollingInterval(Duration.ofMillis(100))
                    .addSchedulerListener(counter)
                    .build();
            long start = System.nanoTime();
            scheduler.start();
            boolean ended = counter.latch.await(LONGEST_MINUTES, TimeUnit.MINUTES);
            double seconds = (System.nanoTime() - start) / 1e9;
            scheduler.stop();
            if (!ended || tables.rows() > load.waiting() + load.later()) {
                throw new IllegalStateException(name() + ": " + tables.rows() + " left");
            }
            return load.jobs() / seconds;
        }
    }

    /** Told when a task's row has been deleted. */
    private static final class Counter extends AbstractSchedulerListener {
        private final CountDownLatch latch;
        private final JobTimes times;
        private final Map<String, Long> begins = new ConcurrentHashMap<>();

        Counter(int jobs, JobTimes times) {
            this.latch = new CountDownLatch(jobs);
            this.times = times;
        }

        void began(String id) {
            begins.put(id, System.nanoTime());
        }

        @Override
        public void onExecutionStart(com.github.kagkarlsson.scheduler.CurrentlyExecuting currentlyExecuting) {
            began(currentlyExecuting.getTaskInstance().getId());
        }

        @Override
        public void onExecutionComplete(ExecutionComplete complete) {
            Execution execution = complete.getExecution();
            Long began = begins.remove(execution.taskInstance.getId());
            if (began != null) {
                times.done(System.nanoTime() - began);
            }
            latch.countDown();
        }
    }
}
