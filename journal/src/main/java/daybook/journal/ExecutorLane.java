package daybook.journal;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A lane that gives its work to an executor, which must have a thread free for it. */
final class ExecutorLane implements DiskLane, Runnable {
    private final Executor executor;
    private final Runnable done;
    private volatile @Nullable Runnable work;

    /** @param done told after each piece of work, by the executor's thread */
    ExecutorLane(Executor executor, Runnable done) {
        this.executor = executor;
        this.done = done;
    }

    @Override
    public void start(Runnable newWork) {
        if (work != null) {
            throw new IllegalStateException("lane: busy (expected: one piece of work at a time)");
        }
        work = newWork;
        boolean taken = false;
        try {
            executor.execute(this);
            taken = true;
        } finally {
            if (!taken) {
                end(); // nobody else will, and its owner would wait for ever
            }
        }
    }

    @Override
    public boolean isBusy() {
        return work != null;
    }

    @Override
    public synchronized void await() {
        boolean interrupted = false;
        while (work != null) {
            try {
                wait();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The executor's side. */
    @Override
    public void run() {
        Runnable given = work;
        if (given == null) {
            return;
        }
        try {
            given.run();
        } finally {
            end();
        }
        done.run();
    }

    private synchronized void end() {
        work = null;
        notifyAll();
    }
}
