package daybook.delivery.jobs;

import daybook.delivery.StaleOwnerException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a job, on the job's thread, and what the worker's thread knows of it. Fields are the worker's; those that both use are
 * volatile.
 */
final class Run implements JobContext {
    private static final Duration ODD_BACKOFF = Duration.ofMinutes(1);

    static final String LEASE_OVER = "lease over: the store did not renew it in time";

    final String queue;
    final Reserved reserved;
    final Kinds.Kind kind;
    final LeaseClock lease;
    private final JobEffects effects;
    private final AtomicReference<@Nullable Verdict> verdict = new AtomicReference<>();
    private volatile boolean ended;
    private volatile boolean told;
    private volatile boolean cancelled;
    private volatile boolean fenced;
    private volatile Progress progress = Progress.NONE;

    Run(String queue, Reserved reserved, Kinds.Kind kind, LeaseClock lease, JobEffects effects) {
        this.queue = queue;
        this.reserved = reserved;
        this.kind = kind;
        this.lease = lease;
        this.effects = effects;
    }

    /** The body of the job's thread: nothing that the handler throws comes out of it. */
    void work(Runnable wake) {
        try {
            judge(outcome());
        } finally {
            ended = true;
            wake.run();
        }
    }

    /** The body of the thread on which the handler is told that the job was given up. */
    void tellFailed(String reason, Runnable wake) {
        try {
            kind.handler().failed(reserved.job(), reason);
        } catch (Throwable hook) { // the top of a thread, and of no use to anybody: the job has failed already
            progress = new Progress(progress.done(), progress.total(), "failed hook: " + text(hook));
        } finally {
            told = true;
            wake.run();
        }
    }

    private Verdict outcome() {
        try {
            kind.handler().run(this);
            return Verdict.DONE;
        } catch (GiveUpException useless) {
            return Verdict.giveUp(text(useless));
        } catch (Throwable thrown) { // the top of a job's thread: whatever it is, the attempt has failed and the worker
            // has not
            return failed(text(thrown));
        }
    }

    /** What an attempt that failed for this reason leads to. */
    Verdict failed(String reason) {
        if (reserved.attempt() >= kind.tries()) {
            return Verdict.giveUp(reason);
        }
        return new Verdict(Verdict.Kind.AGAIN, reason, backoff());
    }

    private Duration backoff() {
        try {
            Duration asked = kind.handler().backoff(reserved.attempt());
            return asked.isNegative() ? Duration.ZERO : asked;
        } catch (RuntimeException | Error odd) {
            return ODD_BACKOFF; // a handler that cannot even say it must not end the worker
        }
    }

    /** The first word counts: a job that ends after its deadline has not made it. */
    void judge(Verdict says) {
        verdict.compareAndSet(null, says);
    }

    @Nullable
    Verdict verdict() {
        return verdict.get();
    }

    /** Whether its thread has nothing to do with it any more. */
    boolean isEnded() {
        return ended;
    }

    /** Whether the handler has been told that the job was given up. */
    boolean isTold() {
        return told;
    }

    /** Asks it to end. */
    void cancel() {
        cancelled = true;
    }

    /**
     * Whether its lease is over by this process's own clock; then its attempt has failed and none of its effects may be written any more,
     * whoever asks first and whatever the worker waits for. It stays so, also if the store would have renewed it: a job that has seen that
     * it is cancelled and returns has not done its work.
     */
    boolean isOutOfLease() {
        if (!fenced && lease.isOver()) {
            judge(failed(LEASE_OVER));
            fence();
        }
        return fenced;
    }

    /** None of its effects may be written any more. */
    void fence() {
        fenced = true;
        cancelled = true;
    }

    Progress progress() {
        return progress;
    }

    @Override
    public Job job() {
        return reserved.job();
    }

    @Override
    public int attempt() {
        return reserved.attempt();
    }

    @Override
    public long token() {
        return reserved.token();
    }

    @Override
    public boolean isCancelled() {
        return cancelled || isOutOfLease();
    }

    @Override
    public void progress(long done, long total, String what) {
        progress = new Progress(done, total, what);
    }

    @Override
    public boolean once(Connection connection) throws SQLException {
        if (isOutOfLease()) {
            throw new StaleOwnerException("job " + job().id() + ": its lease or its time is over");
        }
        return effects.once(connection, queue, reserved);
    }

    private static String text(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        String name = thrown.getClass().getSimpleName();
        String all = thrown instanceof GiveUpException ? message : name;
        if (!(thrown instanceof GiveUpException) && thrown.getMessage() != null) {
            all = name + ": " + message;
        }
        return all.replace('\n', ' ').replace('\r', ' ');
    }
}
