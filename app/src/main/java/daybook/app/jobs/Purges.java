package daybook.app.jobs;

import java.time.Instant;
import java.util.function.BooleanSupplier;

/**
 * What deletes what is done with, outside of the history of jobs; in batches, between which it is asked whether to stop. Each says how many
 * rows it has deleted. Safe for many threads.
 */
public interface Purges {

    /** Rows of {@code outbox} or {@code inbox} that every reader is done with, of every service. */
    long store(String store, BooleanSupplier stop);

    /** Jobs that failed before a time of the machine's. */
    long failedJobs(Instant before, BooleanSupplier stop);

    /** What is known of records that a share group is done with. */
    long loans(BooleanSupplier stop);

    /** Names of locks that were over long ago. */
    long locks();
}
