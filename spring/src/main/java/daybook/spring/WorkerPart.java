package daybook.spring;

import daybook.delivery.DeliveryException;
import daybook.delivery.ServiceStatus;
import daybook.delivery.Writer;
import daybook.delivery.jobs.EffectGuard;
import daybook.delivery.jobs.JobHandler;
import daybook.delivery.jobs.JobHistory;
import daybook.delivery.jobs.JobThreads;
import daybook.delivery.jobs.Worker;
import daybook.delivery.jobs.WorkerPorts;
import daybook.delivery.jobs.WorkerSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does the jobs for which the application has handlers, and writes down what became of them. */
final class WorkerPart implements Part {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerPart.class);
    private static final Duration KEEP_HISTORY = Duration.ofDays(30);
    private static final Duration PURGE_EVERY = Duration.ofMinutes(10);
    private static final int PURGE_ROWS = 1_000;

    private final JobHistory history;
    private final Worker worker;
    private long purgeNs = System.nanoTime();

    /**
     * The rest of the world.
     *
     * @param opening opens a queue by its name
     * @param wake rung when a job ends
     */
    record Outside(ApplicationDatabase database, QueueOpening opening, Runnable wake, String owner) {}

    /** @throws PropertyException if the handlers and the lease do not go together */
    WorkerPart(Collection<JobHandler> handlers, WorkerSettings settings, Outside outside) {
        this.history = new JobHistory(new Writer(outside.database()));
        this.worker = PropertyException.under(
                "daybook.jobs",
                () -> new Worker(
                        handlers,
                        settings,
                        new WorkerPorts(
                                outside.opening()::open,
                                WorkerPart::start,
                                InstantSource.system(),
                                System::nanoTime,
                                outside.wake(),
                                history,
                                new EffectGuard(),
                                outside.owner())));
    }

    @Override
    public int pump() {
        purge();
        return worker.pump();
    }

    @Override
    public void drain() {
        worker.drain();
    }

    @Override
    public boolean isOver(int done) {
        return worker.isOver();
    }

    @Override
    public ServiceStatus status() {
        return worker.status();
    }

    @Override
    public void close() {
        worker.close();
        history.close();
    }

    private void purge() {
        long ns = System.nanoTime();
        if (ns - purgeNs < 0) {
            return;
        }
        purgeNs = ns + PURGE_EVERY.toNanos();
        try {
            long before = InstantSource.system().instant().minus(KEEP_HISTORY).toEpochMilli();
            if (history.purge(before, PURGE_ROWS) == PURGE_ROWS) {
                purgeNs = ns; // there are more
            }
        } catch (DeliveryException away) { // the history decides nothing
            LOG.warn("{}", away.getMessage());
        }
    }

    /** A daemon for each job: one that hangs must not keep the process. */
    private static JobThreads.Started start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread::interrupt;
    }
}
