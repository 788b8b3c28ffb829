package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.jobs.JobDesk;
import daybook.app.jobs.JobSettings;
import daybook.app.jobs.PdfPrinter;
import daybook.app.jobs.Timetable;
import daybook.app.jobs.VenueJobs;
import daybook.delivery.Writer;
import daybook.delivery.jobs.EffectGuard;
import daybook.delivery.jobs.JobHandler;
import daybook.delivery.jobs.JobHistory;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.Scheduler;
import daybook.delivery.jobs.Worker;
import daybook.delivery.jobs.WorkerPorts;
import daybook.delivery.jobs.WorkerSettings;
import daybook.journal.FileDisk;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Worker and scheduler of a process. Both are asleep until there is something for them: the worker until there has ever been a job, the
 * scheduler until one of its minutes has come. Until then they have no tables, and ask the database for them once a second.
 */
public final class JobParts implements AutoCloseable {
    static final String WORKER = "worker";
    static final String SCHEDULER = "job-scheduler";

    /** A worker looks once a second when there is nothing; what it must not be late for is a job's end, which rings. */
    static final Duration REST = Duration.ofMillis(100);

    /** So long what runs may go on at the end. */
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private static final Duration LONGEST_END = DRAIN.plus(WorkerSettings.GRACE).plusSeconds(2);

    private final JobWiring wiring;
    private final PostTrade postTrade;
    private final JobDrivers queues;
    private final Timetable timetable;
    private final List<JobHandler> handlers;

    JobParts(JobWiring wiring, PostTrade postTrade) {
        this.wiring = wiring;
        this.postTrade = postTrade;
        this.queues = new JobDrivers(wiring.settings(), postTrade.jobsDatabase(), wiring.carrier());
        VenueJobs jobs = new VenueJobs(outside(wiring, postTrade, queues));
        this.handlers = jobs.handlers();
        check(handlers, wiring.settings());
        this.timetable = new Timetable(
                wiring.settings().schedules() ? jobs.schedules() : List.of(), wiring.time(), TradingDay.ZONE);
    }

    /** At the start, and not when there is a first job. */
    private static void check(List<JobHandler> handlers, JobSettings settings) {
        try {
            Worker.check(handlers, settings.lease());
        } catch (IllegalArgumentException refused) {
            throw new Failure(ExitCode.USAGE, "queue.lease: " + refused.getMessage(), refused);
        }
    }

    @Override
    public void close() {
        queues.close();
    }

    /** @param bell rung when a job ends */
    Services.Service worker(Runnable bell) {
        return asleep(WORKER, queues::isPrepared, () -> openWorker(bell));
    }

    Services.Service scheduler() {
        Instant since = wiring.time().instant();
        return asleep(SCHEDULER, () -> queues.isPrepared() || timetable.wasDueSince(since), () -> openScheduler(since));
    }

    /** Jobs for people; close it. */
    JobDesk desk() {
        return new JobDesk(
                postTrade.jobsDatabase(),
                queues,
                wiring.settings(),
                new JobDesk.Outside(
                        InstantSource.system(),
                        () -> UUID.randomUUID().toString(),
                        handlers.stream().map(JobHandler::name).toList(),
                        timetable));
    }

    /** Makes the tables if they are missing. */
    void prepare() {
        queues.prepare();
    }

    /** A worker of this process; its history is closed with it. */
    Work work(WorkerSettings settings, Runnable bell) {
        queues.prepare();
        JobHistory history = new JobHistory(new Writer(postTrade.jobsDatabase()));
        Worker worker = new Worker(
                handlers,
                settings,
                new WorkerPorts(
                        queues::open,
                        new DaemonThreads(),
                        InstantSource.system(),
                        System::nanoTime,
                        bell,
                        history,
                        new EffectGuard(),
                        queues.owner()));
        return new Work(worker, history);
    }

    /** A worker and what it writes. Its end waits for what runs, for a bounded time. */
    record Work(Worker worker, JobHistory history) implements AutoCloseable {
        @Override
        public void close() {
            end();
            worker.close();
            history.close();
        }

        /** Takes no more, and waits for what runs. */
        void end() {
            long end = System.nanoTime() + LONGEST_END.toNanos();
            worker.drain();
            while (!worker.isOver() && System.nanoTime() - end < 0) {
                if (worker.pump() == 0) {
                    LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
                }
            }
        }
    }

    private Services.Service openWorker(Runnable bell) {
        JobSettings settings = wiring.settings();
        Work opened =
                work(new WorkerSettings(settings.queues(), settings.slots(), settings.lease(), DRAIN, 0, false), bell);
        Worker worker = opened.worker();
        ServiceVoice voice = ServiceVoice.of(
                () -> Map.of(WORKER, worker.status()),
                () -> new ServiceVoice.Details(
                        Map.of("running", (long) worker.running().size()), ""));
        return new Services.Service(WORKER, worker::pump, voice, new Once(opened));
    }

    private Services.Service openScheduler(Instant since) {
        queues.prepare();
        JobHistory marks = new JobHistory(new Writer(postTrade.jobsDatabase()));
        Scheduler scheduler = new Scheduler(
                timetable.schedules(),
                new Scheduler.Ports(
                        queueOfTheClock(),
                        queues.locks(),
                        marks,
                        wiring.time(),
                        System::nanoTime,
                        timetable.zone(),
                        false,
                        since));
        ServiceVoice voice =
                ServiceVoice.of(() -> Map.of(SCHEDULER, scheduler.status()), () -> ServiceVoice.Details.NONE);
        return new Services.Service(SCHEDULER, scheduler::pump, voice, new Once(() -> {
            scheduler.close();
            marks.close();
        }));
    }

    /** A log that cannot do it is a reason to be red, and none to end the process. */
    private JobQueue queueOfTheClock() {
        try {
            return queues.open(JobSettings.DEFAULT_QUEUE);
        } catch (IllegalArgumentException | JobQueueException refused) {
            throw new IllegalStateException(refused.getMessage(), refused);
        }
    }

    private static VenueJobs.Outside outside(JobWiring wiring, PostTrade postTrade, JobDrivers queues) {
        DataDirectory data = wiring.data();
        Duration lease = wiring.settings().lease();
        return new VenueJobs.Outside(
                new FileDisk(),
                data.statements(),
                data.reports(),
                data.snapshots(),
                wiring.settings().copies(),
                postTrade.ledgerReader(),
                postTrade.ledgerDatabase(),
                postTrade.captureDatabase(),
                postTrade.jobsDatabase(),
                new JobPurges(postTrade, queues),
                new JournalReconciling(postTrade, data.journal()),
                new PdfPrinter(),
                new VenueJobs.Time(InstantSource.system(), wiring.time(), TradingDay.ZONE, TradingDay.CLOSE),
                lease.minus(lease.dividedBy(10)),
                lease);
    }

    private static Services.Service asleep(String name, BooleanSupplier wanted, Supplier<Services.Service> opening) {
        LateService late = new LateService(name, new LateService.Opening(wanted, opening), System::nanoTime);
        return new Services.Service(name, late::pump, late, new Once(late));
    }
}
