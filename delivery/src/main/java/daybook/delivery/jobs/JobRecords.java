package daybook.delivery.jobs;

import java.util.List;

/** Where is written down what became of attempts. Confined to the worker's thread. */
public interface JobRecords {
    /** Writes nothing down. */
    JobRecords NONE = runs -> {};

    /**
     * Writes them down; of one run the last word counts.
     *
     * @throws RuntimeException if they cannot be written now; the worker goes on and tries again
     */
    void write(List<JobRun> runs);
}
