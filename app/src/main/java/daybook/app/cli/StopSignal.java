package daybook.app.cli;

import daybook.app.ExitCode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * SIGTERM and SIGINT ask for a stop in order, and the process then ends with the command's own exit code, not with the signal's. A
 * stop that takes longer than half a minute is cut short; nothing acknowledged is lost by that.
 */
final class StopSignal implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile ExitCode exit = ExitCode.FAILURE;
    private final Thread hook;

    private boolean signalled;
    private Runnable stop = () -> {};

    private StopSignal() {
        this.hook = new Thread(this::whenSignalled, "signal");
    }

    /** From now on a signal is remembered. */
    static StopSignal installed() {
        StopSignal signal = new StopSignal();
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    /** Says how to stop; at once if a signal has come already. */
    synchronized void stops(Runnable how) {
        stop = how;
        if (signalled) {
            how.run();
        }
    }

    /** The command is through. If a signal asked for that, the process ends here and now. */
    void finished(ExitCode how) {
        exit = how;
        finished.countDown();
    }

    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            // The hook runs; it ends the process.
        }
    }

    private synchronized void askToStop() {
        signalled = true;
        stop.run();
    }

    private void whenSignalled() {
        askToStop();
        try {
            if (!finished.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("daybook: the stop takes too long and is cut short");
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        System.err.flush();
        Runtime.getRuntime().halt(exit.code());
    }
}
