package daybook.app.jobs;

import daybook.delivery.Writer;
import daybook.delivery.jobs.JobContext;
import daybook.delivery.jobs.JobHistory;
import daybook.delivery.jobs.WorkerSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;

/**
 * Deletes what has been kept for long enough: history of jobs and failed jobs after {@link #HISTORY}, names of locks, what is known of
 * records of share groups, sent outbox rows, inbox ids. The quickest first, so that a long one keeps none of them from its turn. Ends
 * between two batches when it is to end; what was deleted until then stays so.
 */
final class PurgeJob implements PatientJob.Body {
    static final String NAME = "venue.purge";
    static final Duration HISTORY = Duration.ofDays(30);
    private static final int AT_ONCE = 5_000;

    /** Clocks of two machines. */
    private static final Duration APART = Duration.ofMinutes(1);

    private final VenueJobs.Outside outside;

    /** One kind of rows, and how many of them were deleted. */
    private record Step(String what, ToLongFunction<BooleanSupplier> purge) {}

    PurgeJob(VenueJobs.Outside outside) {
        this.outside = outside;
    }

    @Override
    public void run(JobContext context) {
        List<Step> steps = steps();
        List<String> said = new ArrayList<>();
        for (Step step : steps) {
            context.progress(said.size(), steps.size(), step.what());
            said.add(step.what() + " " + step.purge().applyAsLong(context::isCancelled));
            if (context.isCancelled()) {
                throw new CancellationException("cancelled after " + String.join(", ", said));
            }
        }
        context.progress(steps.size(), steps.size(), String.join(", ", said));
    }

    private List<Step> steps() {
        Purges purges = outside.purges();
        Instant now = outside.time().machine().instant();
        Instant keptSince = now.minus(HISTORY);
        return List.of(
                new Step("history", stop -> history(keptSince, stop)),
                new Step("dead attempts", stop -> deadAttempts(now)),
                new Step("failed jobs", stop -> purges.failedJobs(keptSince, stop)),
                new Step("locks", stop -> purges.locks()),
                new Step("loans", purges::loans),
                new Step("outbox", stop -> purges.store("outbox", stop)),
                new Step("inbox", stop -> purges.store("inbox", stop)));
    }

    private long history(Instant keptSince, BooleanSupplier stop) {
        long forgotten = 0;
        try (JobHistory history = new JobHistory(new Writer(outside.jobsDatabase()))) {
            int step = AT_ONCE;
            while (step == AT_ONCE && !stop.getAsBoolean()) {
                step = history.purge(keptSince.toEpochMilli(), AT_ONCE);
                forgotten += step;
            }
        }
        return forgotten;
    }

    /** No attempt lasts as long as the lease: what runs for longer does not run any more, whoever should have said so. */
    private long deadAttempts(Instant now) {
        Instant before = now.minus(outside.lease()).minus(WorkerSettings.GRACE).minus(APART);
        try (JobHistory history = new JobHistory(new Writer(outside.jobsDatabase()))) {
            return history.endDead(before.toEpochMilli(), now.toEpochMilli());
        }
    }
}
