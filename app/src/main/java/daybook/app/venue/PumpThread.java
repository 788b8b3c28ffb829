package daybook.app.venue;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives a stage its thread: pumps it, rests when there is nothing to do, ends when told to or when the stage throws. */
final class PumpThread implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Logger LOG = LoggerFactory.getLogger(PumpThread.class);

    private final Thread thread;
    private final Pump pump;
    private final long restNs;
    private final Consumer<Throwable> failed;
    private final Runnable atEnd;
    private volatile boolean stopping;

    /** One round of work. Returns how much was done; 0 = nothing to do now. */
    @FunctionalInterface
    interface Pump {
        int pump();
    }

    /**
     * Starts the thread.
     *
     * @param rest how long it rests after a round without work, unless woken
     * @param failed told on this thread what ended it, if it was not {@link #stop}
     */
    PumpThread(String name, Pump pump, Duration rest, Consumer<Throwable> failed) {
        this(name, new Stage(pump, () -> {}), rest, failed);
    }

    /**
     * What a thread runs.
     *
     * @param atEnd run on the thread when it ends, whatever ended it: what waits for others at its close waits beside the others
     */
    record Stage(Pump pump, Runnable atEnd) {}

    PumpThread(String name, Stage stage, Duration rest, Consumer<Throwable> failed) {
        this.pump = stage.pump();
        this.atEnd = stage.atEnd();
        this.restNs = rest.toNanos();
        this.failed = failed;
        this.thread = new Thread(this::run, name);
        thread.start();
    }

    /** Ends its rest. Safe for many threads; quick. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /** Ends the thread after the round it is in, and does not wait for that. Safe for many threads; quick. */
    void ask() {
        stopping = true;
        wake();
    }

    /** Ends the thread after the round it is in, and waits for that. Returns false if it took too long. */
    boolean stop(Duration patience) {
        ask();
        try {
            thread.join(patience.toMillis());
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** As {@link #stop}, for up to ten seconds. */
    @Override
    public void close() {
        stop(PATIENCE);
    }

    private void run() {
        try {
            while (!stopping) {
                if (pump.pump() == 0) {
                    LockSupport.parkNanos(restNs);
                }
            }
        } catch (RuntimeException | Error broken) { // the top of a thread: log, tell, stop
            if (OutsideFault.is(broken)) {
                LOG.error("{} stopped: {}", thread.getName(), broken.getMessage());
            } else {
                LOG.error("{} stopped", thread.getName(), broken);
            }
            failed.accept(broken);
        } finally {
            atEnd.run();
        }
    }
}
