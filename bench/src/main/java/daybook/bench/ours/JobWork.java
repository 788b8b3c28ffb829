package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.bench.Crew;
import daybook.bench.JobLoad;
import daybook.bench.JobTimes;
import daybook.bench.Store;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.jobs.database.DatabaseQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Workers on a backlog: reserve, nothing to do, acknowledge. */
public final class JobWork implements Contestant {
    private final JobLoad load;
    private final Store store;
    private final boolean inOneStep;
    private final JobTimes times;

    /** @param inOneStep acknowledge and reserve the next in one statement, as our worker does with a backlog */
    public JobWork(JobLoad load, Store store, boolean inOneStep, JobTimes times) {
        this.load = load;
        this.store = store;
        this.inOneStep = inOneStep;
        this.times = times;
    }

    @Override
    public String name() {
        return "Daybook" + (inOneStep ? "" : ", two steps") + load.label();
    }

    @Override
    public double run() throws Exception {
        try (JobStore jobs = new JobStore(store)) {
            jobs.fill(load.jobs() + load.waiting(), load.later());
            List<DatabaseQueue> queues = new ArrayList<>();
            for (int i = 0; i < load.workers(); i++) {
                queues.add(jobs.queue(i));
                queues.get(i).failed(1); // opens its connection
            }
            Set<String> done = ConcurrentHashMap.newKeySet();
            AtomicInteger permits = new AtomicInteger(load.jobs());
            long start = System.nanoTime();
            Crew.run(load.workers(), number -> work(queues.get(number), permits, done));
            double seconds = (System.nanoTime() - start) / 1e9;
            long left = queues.get(0).size().size();
            queues.forEach(DatabaseQueue::close);
            if (done.size() != load.jobs() || left != load.waiting() + load.later()) {
                throw new IllegalStateException(name() + ": " + done.size() + " done, " + left + " left");
            }
            return load.jobs() / seconds;
        }
    }

    /** Takes a permit per job before it takes the job, so that nobody reserves one more than are to be done. */
    private void work(JobQueue queue, AtomicInteger permits, Set<String> done) {
        Optional<Reserved> held = Optional.empty();
        boolean more = permits.getAndDecrement() > 0;
        while (more) {
            Reserved reserved = held.isPresent() ? held.get() : queue.reserve().orElseThrow();
            long handedOut = System.nanoTime();
            done.add(reserved.job().id());
            more = permits.getAndDecrement() > 0;
            JobQueue.Next next = more && inOneStep
                    ? queue.acknowledgeAndReserve(reserved)
                    : new JobQueue.Next(queue.acknowledge(reserved), Optional.empty());
            if (!next.acknowledged()) {
                throw new IllegalStateException("the lease was lost");
            }
            times.done(System.nanoTime() - handedOut);
            held = next.reserved();
        }
    }
}
