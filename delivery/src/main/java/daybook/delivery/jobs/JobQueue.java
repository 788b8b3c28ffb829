package daybook.delivery.jobs;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One queue of jobs. At least once: who reserves a job and dies is followed by another, and each handing-out counts as an attempt,
 * durably, before the job is handed out.
 *
 * <p>What each driver makes of it is told in {@code docs/formats/jobs.md}. Each call has a wall-clock deadline (10 s unless configured)
 * and throws {@link JobQueueException} when the store does not answer; nothing has been lost then, and a push may have happened.
 *
 * <p>Confined to one thread, but {@link #size} and {@link #push} of another instance may be called by any other.
 */
public interface JobQueue extends AutoCloseable {

    String name();

    /**
     * Puts a job in, durably when it returns.
     *
     * @return its id; empty if a job with the same unique key waits or runs: then nothing was put in
     */
    Optional<String> push(NewJob job);

    /**
     * Takes the next job that is due, for the length of the lease.
     *
     * @return empty if there is none now
     */
    Optional<Reserved> reserve();

    /**
     * Makes the lease of a reserved job last its whole length again from now on.
     *
     * @return false if it is lost: somebody else may have the job already, and none of its effects may be written any more
     */
    boolean renew(Reserved reserved);

    /**
     * It is done.
     *
     * @return false, and nothing changes, if the lease is lost
     */
    boolean acknowledge(Reserved reserved);

    /**
     * {@link #acknowledge} and {@link #reserve} in one: where the driver can, in one step and with one forced write, so that a worker
     * with a backlog needs half as many. What it returns is in the caller's hands as after {@link #reserve}: call it only if the next
     * job is to be done now.
     */
    default Next acknowledgeAndReserve(Reserved reserved) {
        return new Next(acknowledge(reserved), reserve());
    }

    /**
     * What became of the last one, and the next.
     *
     * @param acknowledged as {@link #acknowledge}
     * @param reserved as {@link #reserve}; it is the caller's whatever became of the last one
     */
    record Next(boolean acknowledged, Optional<Reserved> reserved) {}

    /**
     * It is to be tried again, not before the delay is over. Its attempts go with it.
     *
     * @param reason why, for people
     * @return false, and nothing changes, if the lease is lost
     */
    boolean release(Reserved reserved, Duration delay, String reason);

    /**
     * It was not begun, or was stopped in order: it comes again as if it had not been handed out, at its place where the driver can. This
     * hand-out is no attempt. Its token stays used.
     *
     * @return false, and nothing changes, if the lease is lost
     */
    boolean giveBack(Reserved reserved);

    /** Reason of {@link #fail} for a job that was handed out once more than it may be tried: this hand-out began nothing. */
    String WORKER_DIED = "worker died";

    /**
     * It is given up and goes to the failed ones with its history. Its attempts are the hand-outs until now, without this one if the reason
     * is {@link #WORKER_DIED}.
     *
     * @return false, and nothing changes, if the lease is lost
     */
    boolean fail(Reserved reserved, String reason);

    QueueSize size();

    /** What it waits for and why, one line each, for the status: what is waited for is no error. Safe for any thread. */
    default List<String> waits() {
        return List.of();
    }

    /**
     * Gives up all that wait, without running them. What is in flight goes on.
     *
     * @return how many were skipped
     */
    long clear();

    /** The failed ones, newest first. */
    List<FailedJob> failed(int max);

    /**
     * Puts a failed job in again, under its id, with no attempts counted. Of two who do so at once, or one who does and one who discards
     * it, one is told that there is none.
     *
     * @return false if there is no such failed job
     * @throws JobQueueException of kind REFUSED if meanwhile another job waits or runs under its unique key
     */
    boolean retry(String id);

    /**
     * The same, with another payload.
     *
     * @param payload as {@link NewJob}'s
     */
    boolean retry(String id, String payload);

    /**
     * Forgets a failed job.
     *
     * @return false if there is no such failed job
     */
    boolean discard(String id);

    /** Gives back what it holds. A job that is reserved comes again once its lease is over. */
    @Override
    void close();
}
