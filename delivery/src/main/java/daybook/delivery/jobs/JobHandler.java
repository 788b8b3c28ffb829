package daybook.delivery.jobs;

import java.time.Duration;

/** A kind of job. Stateless, or safe for as many threads as the worker has. */
public interface JobHandler {

    /** Stable for ever: it is in the queue with each job. */
    String name();

    /** Attempts before it is given up. A worker that dies on the way has used one. */
    default int tries() {
        return 3;
    }

    /** After so long it is interrupted and the attempt has failed with {@code deadline}. Shorter than the queue's lease. */
    default Duration timeout() {
        return Duration.ofSeconds(60);
    }

    /** Pause after a failed attempt. */
    default Duration backoff(int attempt) {
        return Duration.ofSeconds(Math.min(60, 1L << Math.min(attempt - 1, 6)));
    }

    /**
     * Does it.
     *
     * @throws GiveUpException if another attempt would be of no use
     * @throws Exception if the attempt has failed
     */
    void run(JobContext context) throws Exception;

    /** It has been given up: called once, best effort, after it is among the failed ones. */
    default void failed(Job job, String reason) {}
}
