package daybook.delivery.jobs.log;

import daybook.delivery.jobs.Job;
import daybook.log.StoredRecord;
import java.util.List;

/**
 * A job as a record carries it.
 *
 * @param attempts before this record was written
 * @param history one line for each of those that is known of, oldest first
 * @param isJob false if it is some other record, put there by somebody else: it has a made-up job, for the failed ones
 */
public record CarriedJob(Job job, int attempts, List<String> history, StoredRecord stored, boolean isJob) {

    /** Where it is, for people and for the header {@code retry-of}. */
    public String place() {
        return stored.place() + "@" + stored.offset();
    }
}
