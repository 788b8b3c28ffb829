package daybook.app.jobs;

import daybook.delivery.Writer;
import daybook.delivery.jobs.JobContext;
import daybook.delivery.jobs.JobHandler;
import daybook.delivery.jobs.JobHistory;
import java.time.Duration;
import java.time.Instant;

/**
 * Deletes what has been kept for long enough: history of jobs and failed jobs after {@link #HISTORY}, names of locks, sent outbox rows, inbox
 * ids. The quickest first, so that a long one keeps none of them from its turn.
 */
final class PurgeJob implements JobHandler {
    static final String NAME = "venue.purge";
    static final Duration HISTORY = Duration.ofDays(30);
    private static final int AT_ONCE = 5_000;

    private final VenueJobs.Outside outside;

    PurgeJob(VenueJobs.Outside outside) {
        this.outside = outside;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration timeout() {
        return outside.longest();
    }

    @Override
    public int tries() {
        return VenueJobs.TRIES;
    }

    @Override
    public Duration backoff(int attempt) {
        return VenueJobs.BACKOFF;
    }

    @Override
    public void run(JobContext context) {
        context.progress(0, 5, "history of jobs");
        long forgotten = history(context);
        context.progress(1, 5, "failed jobs");
        long failed = outside.purges().failedJobs().applyAsLong(keptSince());
        context.progress(2, 5, "locks");
        long locks = outside.purges().locks().getAsLong();
        context.progress(3, 5, "outbox");
        Object outbox = outside.purges().store().apply("outbox");
        context.progress(4, 5, "inbox");
        Object inbox = outside.purges().store().apply("inbox");
        context.progress(
                5,
                5,
                "history " + forgotten + ", failed jobs " + failed + ", locks " + locks + ", outbox " + outbox
                        + ", inbox " + inbox);
    }

    private Instant keptSince() {
        return outside.time().machine().instant().minus(HISTORY);
    }

    private long history(JobContext context) {
        long before = keptSince().toEpochMilli();
        long forgotten = 0;
        try (JobHistory history = new JobHistory(new Writer(outside.jobsDatabase()))) {
            int step = AT_ONCE;
            while (step == AT_ONCE && !context.isCancelled()) {
                step = history.purge(before, AT_ONCE);
                forgotten += step;
            }
        }
        return forgotten;
    }
}
