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

    private StopSignal(Runnable stop) {
        this.hook = new Thread(() -> whenSignalled(stop), "signal");
    }

    static StopSignal stops(Runnable stop) {
        StopSignal signal = new StopSignal(stop);
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
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

    private void whenSignalled(Runnable stop) {
        stop.run();
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
