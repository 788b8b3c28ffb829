package daybook.app.jobs;

import daybook.delivery.Writer;
import daybook.delivery.jobs.JobContext;
import daybook.delivery.jobs.JobHandler;
import daybook.delivery.jobs.JobHistory;
import java.time.Duration;

/** Deletes what has been kept for long enough: sent outbox rows, inbox ids, and the history of jobs after {@link #HISTORY}. */
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
    public void run(JobContext context) {
        context.progress(0, 3, "outbox");
        Object outbox = outside.purge().apply("outbox");
        context.progress(1, 3, "inbox");
        Object inbox = outside.purge().apply("inbox");
        context.progress(2, 3, "history of jobs");
        long forgotten = history(context);
        context.progress(3, 3, "outbox " + outbox + ", inbox " + inbox + ", history " + forgotten);
    }

    private long history(JobContext context) {
        long before = outside.clock().instant().minus(HISTORY).toEpochMilli();
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
