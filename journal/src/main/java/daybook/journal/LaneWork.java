package daybook.journal;

import org.jspecify.annotations.Nullable;

/** Work of the writer in a {@link DiskLane}, used again and again. The writer starts it and later takes its end. */
final class LaneWork implements Runnable {
    private final DiskLane lane;
    private final Runnable work;
    private boolean started;
    private @Nullable Throwable failure;

    LaneWork(DiskLane lane, Runnable work) {
        this.lane = lane;
        this.work = work;
    }

    void start() {
        lane.start(this);
        started = true;
    }

    /** Whether it has been started and its end has not been taken. */
    boolean isStarted() {
        return started;
    }

    boolean isRunning() {
        return started && lane.isBusy();
    }

    /** Waits for it if it runs. To be followed by {@link #takeEnd}. */
    void await() {
        if (started) {
            lane.await();
        }
    }

    /** Takes the end of work that does not run any more; throws what it threw. */
    void takeEnd() {
        started = false;
        Throwable thrown = failure;
        failure = null;
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
    }

    @Override
    public void run() {
        try {
            work.run();
        } catch (RuntimeException | Error e) { // the writer's thread is the one to act on it
            failure = e;
        }
    }
}
