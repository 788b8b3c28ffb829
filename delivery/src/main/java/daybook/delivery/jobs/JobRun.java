package daybook.delivery.jobs;

/**
 * What became of one attempt, or how a job ended without one.
 *
 * @param run names the attempt among all that ever were
 * @param attempt from 1; 0 if it was no attempt but somebody's decision
 * @param owner the worker, or who decided
 * @param reason why, for people; "" if it went well
 * @param startedAtMs milliseconds since the epoch
 * @param endedAtMs 0 while it runs
 * @param progress the last that it said
 */
public record JobRun(
        String run,
        String queue,
        String jobId,
        String name,
        int attempt,
        String owner,
        Outcome outcome,
        String reason,
        long startedAtMs,
        long endedAtMs,
        Progress progress) {
    private static final int MOST_REASON = 500;

    /** How it ended. */
    public enum Outcome {
        /** It has not, as far as is known. */
        RUNS("runs"),
        /** It worked: the job is done. */
        DONE("done"),
        /** It failed and the job is tried again. */
        AGAIN("failed, tried again"),
        /** The job was given up. */
        FAILED("given up"),
        /** Its lease was lost: somebody else may have the job. */
        LOST("lease lost"),
        /** The worker ended before it and gave the job back. */
        GIVEN_BACK("given back"),
        /** It was never heard of again, and the job was handed out anew. */
        DIED("worker died"),
        /** Somebody put the failed job in again. */
        RETRIED("put in again"),
        /** Somebody decided that the failed job is not to be done. */
        DISCARDED("forgotten"),
        /** Somebody gave up what waited in the queue. */
        CLEARED("cleared");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        /** What people are told, wherever they look. */
        public String words() {
            return words;
        }
    }

    public JobRun {
        reason = reason.replace('\u0000', '?'); // PostgreSQL has no text with it
        reason = reason.length() > MOST_REASON ? reason.substring(0, MOST_REASON) : reason;
    }
}
