package daybook.app.jobs;

import daybook.delivery.Database;
import daybook.delivery.jobs.JobHandler;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.Schedule;
import daybook.journal.Disk;
import daybook.posttrade.ledger.LedgerReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/** The jobs that the venue does itself, and when. A new kind of job is one more line in {@link #handlers}. */
public final class VenueJobs {
    static final String SNAPSHOT = ".dbs";
    /** Of jobs that wait for a service that is behind or not there: ten minutes. */
    static final int TRIES = 20;

    static final Duration BACKOFF = Duration.ofSeconds(30);
    private static final String MINUTE = "{\"minute\":\"{minute}\"}";
    /** Simulated time jumps over the night: what was decided before it has come through so much later. */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    private static final Duration OVERLAP = Duration.ofHours(12);

    private final Outside outside;

    /**
     * The rest of the world, as the jobs see it.
     *
     * @param statements where they are written, a directory for each day
     * @param reports where the reconciliation's are written
     * @param copies where snapshots are copied to; empty: nowhere
     * @param longest timeout of the venue's own jobs: shorter than the lease
     */
    public record Outside(
            Disk disk,
            Path statements,
            Path reports,
            Path snapshots,
            Optional<Path> copies,
            LedgerReader ledger,
            Database ledgerDatabase,
            Database captureDatabase,
            Database jobsDatabase,
            Purges purges,
            Reconciling reconciling,
            StatementPrinter printer,
            Time time,
            Duration longest) {}

    /**
     * What deletes what is done with; the answers are for people.
     *
     * @param store of {@code outbox} or {@code inbox}
     * @param failedJobs those that failed before a time of the machine's
     * @param locks that were over long ago
     */
    public record Purges(Function<String, Object> store, ToLongFunction<Instant> failedJobs, LongSupplier locks) {}

    /**
     * When it is.
     *
     * @param machine the machine's
     * @param venue the venue's, which may be simulated
     * @param zone of the venue's days
     */
    public record Time(InstantSource machine, InstantSource venue, ZoneId zone) {}

    public VenueJobs(Outside outside) {
        this.outside = outside;
    }

    /** All kinds that a worker of this version can do. */
    public List<JobHandler> handlers() {
        return List.of(
                new StatementJob(outside),
                new PurgeJob(outside),
                new CopyJob(outside),
                new ReconcileJob(outside),
                new GreetJob());
    }

    /** What the clock pushes, in the venue's time zone: after the close at 15:30, Monday to Friday. */
    public List<Schedule> schedules() {
        List<Schedule> schedules = new ArrayList<>(List.of(
                schedule("statements", "40 15 * * 1-5", StatementJob.NAME),
                schedule("reconciliation", "45 15 * * 1-5", ReconcileJob.NAME),
                schedule("purge", "30 3 * * *", PurgeJob.NAME)));
        if (outside.copies().isPresent()) {
            schedules.add(schedule("copies", "50 * * * *", CopyJob.NAME));
        }
        return schedules;
    }

    private static Schedule schedule(String name, String when, String job) {
        NewJob pushed = new NewJob(job, MINUTE, SETTLING, Optional.empty(), 0);
        return new Schedule(name, when, pushed, true, Optional.of(OVERLAP));
    }
}
