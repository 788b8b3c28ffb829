package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.bench.Crew;
import daybook.bench.JobLoad;
import daybook.bench.Store;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.database.DatabaseQueue;
import java.util.ArrayList;
import java.util.List;

/** Jobs pushed one by one by several at once; each is durable when the push returns. */
public final class JobPush implements Contestant {
    private final JobLoad load;
    private final Store store;

    public JobPush(JobLoad load, Store store) {
        this.load = load;
        this.store = store;
    }

    @Override
    public String name() {
        return "Daybook";
    }

    @Override
    public double run() throws Exception {
        try (JobStore jobs = new JobStore(store)) {
            List<DatabaseQueue> queues = new ArrayList<>();
            for (int i = 0; i < load.workers(); i++) {
                queues.add(jobs.queue(i));
                queues.get(i).size(); // opens its connection
            }
            int each = load.jobs() / load.workers();
            long start = System.nanoTime();
            Crew.run(load.workers(), number -> {
                for (int i = 0; i < each; i++) {
                    NewJob job = NewJob.of("job", "{\"n\":" + i + "}");
                    if (queues.get(number).push(job).isEmpty()) {
                        throw new IllegalStateException("not pushed");
                    }
                }
            });
            double seconds = (System.nanoTime() - start) / 1e9;
            long size = queues.get(0).size().size();
            queues.forEach(DatabaseQueue::close);
            if (size != (long) each * load.workers()) {
                throw new IllegalStateException(name() + ": " + size + " jobs");
            }
            return size / seconds;
        }
    }
}
