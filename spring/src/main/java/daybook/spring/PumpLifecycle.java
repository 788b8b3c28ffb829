package daybook.spring;

import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Gives a part its thread between the start and the end of the context. At the end it may finish what is on its way, for a bounded time.
 * Safe for many threads.
 */
public final class PumpLifecycle implements SmartLifecycle {
    /** The relay outlives the worker, and the worker the web server: what each puts in the other still sends. */
    static final int WORKER_PHASE = DEFAULT_PHASE - 4096;

    static final int RELAY_PHASE = DEFAULT_PHASE - 8192;

    private static final Logger LOG = LoggerFactory.getLogger(PumpLifecycle.class);
    private static final Duration REST_AT_END = Duration.ofMillis(10);

    /** Beyond the time for draining: what a part does in one round has deadlines of its own. */
    private static final Duration PATIENCE = Duration.ofSeconds(12);

    private final Terms terms;
    private final Supplier<? extends Part> opening;
    private final Object lock = new Object();
    private @Nullable Running running;

    /**
     * How a part goes.
     *
     * @param phase parts of higher phases end before those of lower ones
     * @param rest pause after a round without work, unless it is woken
     * @param drain so long it may go on at the end
     */
    record Terms(String name, int phase, Duration rest, Duration drain) {}

    /** @param opening opens the part, on the thread that starts the context: what it refuses keeps the context from starting */
    PumpLifecycle(Terms terms, Supplier<? extends Part> opening) {
        this.terms = terms;
        this.opening = opening;
    }

    String name() {
        return terms.name();
    }

    /** How it is doing: red when it has ended by itself. */
    public ServiceStatus status() {
        Running current = current();
        return current == null
                ? new ServiceStatus(Light.RED, List.of(name() + ": not running"), 0, 0)
                : current.status();
    }

    /** Ends its rest. */
    void wake() {
        Running current = current();
        if (current != null) {
            LockSupport.unpark(current.thread);
        }
    }

    @Override
    public void start() {
        synchronized (lock) {
            if (running == null) {
                running = new Running(opening.get());
                running.thread.start();
            }
        }
    }

    @Override
    public void stop() {
        Running current;
        synchronized (lock) {
            current = running;
            running = null;
        }
        if (current != null) {
            current.end();
        }
    }

    @Override
    public boolean isRunning() {
        return current() != null;
    }

    @Override
    public int getPhase() {
        return terms.phase();
    }

    private @Nullable Running current() {
        synchronized (lock) {
            return running;
        }
    }

    /** From one start to its end. */
    private final class Running {
        private final Part part;
        private final Thread thread;
        private volatile boolean stopping;
        private volatile @Nullable ServiceStatus broken;

        Running(Part part) {
            this.part = part;
            this.thread = new Thread(this::run, "daybook-" + name());
        }

        ServiceStatus status() {
            ServiceStatus ended = broken;
            return ended == null ? part.status() : ended;
        }

        void end() {
            stopping = true;
            LockSupport.unpark(thread);
            try {
                thread.join(terms.drain().plus(PATIENCE).toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (thread.isAlive()) {
                LOG.warn("{}: does not end; left alone", name());
            }
        }

        private void run() {
            try (part) {
                while (!stopping) {
                    if (part.pump() == 0) {
                        LockSupport.parkNanos(terms.rest().toNanos());
                    }
                }
                drain();
            } catch (RuntimeException | Error e) { // the top of a thread
                LOG.error("{}: has ended", name(), e);
                ServiceStatus last = part.status();
                broken = new ServiceStatus(
                        Light.RED, List.of(name() + ": has ended: " + e), last.done(), last.failures() + 1);
            }
        }

        private void drain() {
            part.drain();
            long begunNs = System.nanoTime();
            int done = part.pump();
            while (!part.isOver(done)
                    && System.nanoTime() - begunNs < terms.drain().toNanos()) {
                if (done == 0) {
                    LockSupport.parkNanos(REST_AT_END.toNanos());
                }
                done = part.pump();
            }
        }
    }
}
