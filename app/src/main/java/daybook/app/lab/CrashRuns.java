package daybook.app.lab;

import daybook.delivery.CrashHook;
import daybook.delivery.DeliveryMode;
import daybook.lab.study.CrashFigure;
import daybook.lab.study.CrashPlan;
import daybook.lab.study.CrashStudy;
import daybook.lab.study.CrashTrace;
import daybook.lab.study.ModeResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The crash study, for those who look at the lab page: one at a time, on a thread that rests after each day as long as it has
 * worked, so that a venue beside it keeps the machine. The last one's result is kept. Safe for many threads.
 */
public final class CrashRuns implements AutoCloseable {
    /** Most days of a run. */
    public static final int MOST_DAYS = 20;
    /** Most crashes a day. */
    public static final int MOST_CRASHES = 100;

    private static final Logger LOG = LoggerFactory.getLogger(CrashRuns.class);
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final long PATIENCE_MS = 10_000;

    private long runs;
    private @Nullable Run last;

    /** How a run goes. */
    public enum State {
        RUNNING,
        DONE,
        CANCELLED,
        FAILED
    }

    /**
     * A run as it is now.
     *
     * @param daysDone of the plan's
     * @param result as {@code lab crashes --json} prints it; empty unless DONE
     * @param figure SVG; empty unless DONE
     * @param message why it failed; else ""
     */
    public record Report(
            long id,
            State state,
            CrashPlan plan,
            int daysDone,
            Optional<Map<String, Object>> result,
            Optional<String> figure,
            String message) {}

    /** A plan of a size that is over in minutes. */
    public static CrashPlan plan(int days, int crashes, long seed) {
        CrashPlan published = CrashPlan.PUBLISHED;
        return new CrashPlan(seed, days, published.fills(), published.accounts(), published.batch(), crashes);
    }

    /** Begins a run. Empty if one is under way. */
    public synchronized Optional<Report> start(CrashPlan plan) {
        if (last != null && last.report().state() == State.RUNNING) {
            return Optional.empty();
        }
        Run run = new Run(++runs, plan);
        last = run;
        run.thread.start();
        return Optional.of(run.report());
    }

    /** The run with an id, if it is the last one. */
    public synchronized Optional<Report> find(long id) {
        return Optional.ofNullable(last).filter(run -> run.id == id).map(Run::report);
    }

    /** The last run. */
    public synchronized Optional<Report> last() {
        return Optional.ofNullable(last).map(Run::report);
    }

    /** Ends a run at the next crash, or at the end of the day. Empty if it is not the last one. */
    public synchronized Optional<Report> cancel(long id) {
        Optional<Run> run = Optional.ofNullable(last).filter(found -> found.id == id);
        run.ifPresent(Run::cancel);
        return run.map(Run::report);
    }

    /** Ends the run that is under way, and waits for its thread. */
    @Override
    public void close() {
        Run run;
        synchronized (this) {
            run = last;
        }
        if (run == null) {
            return;
        }
        run.cancel();
        try {
            run.thread.join(PATIENCE_MS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** One run; its thread writes, everybody reads. */
    private static final class Run {
        private final long id;
        private final CrashPlan plan;
        private final Thread thread;
        private volatile boolean cancelled;
        private volatile Report report;
        private long dayBeganNs;

        Run(long id, CrashPlan plan) {
            this.id = id;
            this.plan = plan;
            this.report = new Report(id, State.RUNNING, plan, 0, Optional.empty(), Optional.empty(), "");
            this.thread = new Thread(this::run, "lab-crashes");
            thread.setDaemon(true);
        }

        Report report() {
            return report;
        }

        /** It may be at rest until the next day. */
        void cancel() {
            cancelled = true;
            LockSupport.unpark(thread);
        }

        private void run() {
            Optional<Report> done = Optional.empty();
            try {
                done = Optional.of(study());
            } catch (RuntimeException broken) { // the top of a thread
                if (!cancelled) {
                    LOG.warn("the crash study of the lab page ended: {}", broken.getMessage());
                }
            } finally { // whatever ended it: one that is said to run keeps everybody else from running one
                report = done.orElseGet(this::ended);
            }
        }

        private Report study() {
            dayBeganNs = System.nanoTime();
            try (LabBench bench = LabBench.embedded(Optional.empty(), DEADLINE)) {
                List<ModeResult> results = new CrashStudy(plan, bench.workbench(), new Listener()).run(this::endOfDay);
                return new Report(
                        id,
                        State.DONE,
                        plan,
                        plan.days(),
                        Optional.of(LabTables.crashesByDay(plan, results)),
                        Optional.of(CrashFigure.of(plan, results).svg()),
                        "");
            }
        }

        /** Ends a mode's day at its next crash. */
        private final class Listener implements CrashTrace {
            @Override
            public void fills(int day, long[] slots, long[] quantities) {}

            @Override
            public void crash(DeliveryMode mode, int day, int step, CrashHook.Stage stage, int index) {
                if (cancelled) {
                    throw new CancellationException();
                }
            }

            @Override
            public void day(DeliveryMode mode, int day, int[] counts) {}
        }

        private void endOfDay(int day) {
            report = new Report(id, State.RUNNING, plan, day, Optional.empty(), Optional.empty(), "");
            if (!cancelled && day < plan.days()) {
                LockSupport.parkNanos(System.nanoTime() - dayBeganNs);
            }
            if (cancelled) {
                throw new CancellationException();
            }
            dayBeganNs = System.nanoTime();
        }

        private Report ended() {
            State state = cancelled ? State.CANCELLED : State.FAILED;
            String message = cancelled ? "" : "it could not go on; the reason is in the log";
            return new Report(id, state, plan, report.daysDone(), Optional.empty(), Optional.empty(), message);
        }
    }
}
