package daybook.app.jobs;

import daybook.delivery.jobs.JobQueue;

/** Opens queues with the driver that was chosen. Safe for many threads; what it opens is not. */
public interface JobQueues {

    /** Makes what the driver keeps in the jobs' database, if it is missing. */
    void prepare();

    /** Whether that has been made: before, there has never been a job here. Asks the database until it is. */
    boolean isPrepared();

    /** Opens a queue; close it. */
    JobQueue open(String queue);
}
