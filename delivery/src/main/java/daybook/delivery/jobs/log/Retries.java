package daybook.delivery.jobs.log;

import daybook.log.LogRecord;

/** How a job is written that is to be tried again. */
@FunctionalInterface
interface Retries {
    LogRecord of(JobFormat.Leaving leaving, long dueAtMs);
}
