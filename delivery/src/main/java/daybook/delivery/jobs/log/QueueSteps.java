package daybook.delivery.jobs.log;

/** Called between the steps of a queue, so that a test can let the process die at exactly one, by throwing what nobody catches. */
@FunctionalInterface
public interface QueueSteps {
    /** Nothing happens. */
    QueueSteps NONE = step -> {};

    /** What has just been done. */
    enum Step {
        /** A push has its unique key, and no record yet. */
        KEY_TAKEN,
        /** A push has its record. */
        PUSHED,
        /** A share group has lent a record that is due, and nothing is noted of it. */
        LENT,
        /** A handing-out is counted, and nobody has the job yet. */
        COUNTED,
        /** A job that is released or given up is on its new topic, and at its old place as well. */
        WRITTEN,
        /** The cursor has passed a job, and nobody knows yet. */
        PASSED
    }

    void at(Step step);
}
