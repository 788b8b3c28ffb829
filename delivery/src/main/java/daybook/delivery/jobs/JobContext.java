package daybook.delivery.jobs;

import java.sql.Connection;
import java.sql.SQLException;

/** What a job knows of its own run. Safe for the job's threads. */
public interface JobContext {
    Job job();

    /** From 1. */
    int attempt();

    /** Fencing token of the lease under which it runs: pass it on to whatever can compare it. */
    long token();

    /** Whether the lease is lost or the worker wants to end: a job that works in steps looks here between them. */
    boolean isCancelled();

    /** For people who look: done of total; total 0 = not known. */
    void progress(long done, long total, String what);

    /**
     * Makes the effect of a job happen once: call it in the transaction that writes the effect, and write nothing if it returns false.
     *
     * @return false if this job's effect has been committed before
     * @throws daybook.delivery.StaleOwnerException if the lease is lost; the transaction must not be committed
     */
    boolean once(Connection connection) throws SQLException;
}
