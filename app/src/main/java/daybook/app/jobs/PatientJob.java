package daybook.app.jobs;

import daybook.delivery.jobs.JobContext;
import daybook.delivery.jobs.JobHandler;
import java.time.Duration;

/**
 * A job of the venue that needs services which may be behind, or away: it may take nearly as long as the lease, and is tried for ten
 * minutes.
 *
 * @param timeout shorter than the lease
 */
record PatientJob(String name, Duration timeout, Body body) implements JobHandler {
    private static final int TRIES = 20;
    private static final Duration BACKOFF = Duration.ofSeconds(30);

    /** What it does. */
    interface Body {
        void run(JobContext context) throws Exception;
    }

    @Override
    public int tries() {
        return TRIES;
    }

    @Override
    public Duration backoff(int attempt) {
        return BACKOFF;
    }

    @Override
    public void run(JobContext context) throws Exception {
        body.run(context);
    }
}
