package daybook.spring;

import daybook.delivery.jobs.JobContext;

/** Makes the effect of a job happen once, in the caller's {@code @Transactional} method. Safe for many threads. */
public final class OncePerJob {
    private final Joined joined;

    OncePerJob(Joined joined) {
        this.joined = joined;
    }

    /**
     * Call it in the transaction that writes the effect, and write nothing if it returns false.
     *
     * @return false if this job's effect has been committed before
     * @throws IllegalStateException if there is no transaction
     * @throws daybook.delivery.DeliveryException if the lease is lost, or the database refuses; the transaction rolls back with it
     */
    public boolean begin(JobContext job) {
        return joined.run("job " + job.job().id(), job::once);
    }
}
