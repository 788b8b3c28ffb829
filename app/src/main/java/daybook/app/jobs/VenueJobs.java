package daybook.app.jobs;

import daybook.delivery.Database;
import daybook.delivery.jobs.JobContext;
import daybook.delivery.jobs.JobHandler;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.Schedule;
import daybook.journal.Disk;
import daybook.posttrade.ledger.LedgerReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The jobs that the venue does itself, and when. A new kind of job is one more line in {@link #handlers}. */
public final class VenueJobs {
    static final String SNAPSHOT = ".dbs";
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
     * @param lease of a reserved job
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
            Duration longest,
            Duration lease) {

        /** Writes files of a job that are there whole or not at all. */
        WholeFile files(Path directory, JobContext context) {
            return WholeFile.of(disk, directory, context, time.machine());
        }
    }

    /**
     * When it is.
     *
     * @param machine the machine's
     * @param venue the venue's, which may be simulated
     * @param zone of the venue's days
     * @param close when a day's trading is over
     */
    public record Time(InstantSource machine, InstantSource venue, ZoneId zone, LocalTime close) {}

    public VenueJobs(Outside outside) {
        this.outside = outside;
    }

    /** All kinds that a worker of this version can do. */
    public List<JobHandler> handlers() {
        return List.of(
                patient(StatementJob.NAME, new StatementJob(outside)),
                patient(PurgeJob.NAME, new PurgeJob(outside)),
                new CopyJob(new CopyJob.Places(
                        outside.disk(),
                        outside.snapshots(),
                        outside.copies(),
                        outside.time().machine(),
                        outside.longest())),
                patient(ReconcileJob.NAME, new ReconcileJob(outside)),
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

    private JobHandler patient(String name, PatientJob.Body body) {
        return new PatientJob(name, outside.longest(), body);
    }

    private static Schedule schedule(String name, String when, String job) {
        NewJob pushed = new NewJob(job, MINUTE, SETTLING, Optional.empty(), 0);
        return new Schedule(name, when, pushed, true, Optional.of(OVERLAP));
    }
}
