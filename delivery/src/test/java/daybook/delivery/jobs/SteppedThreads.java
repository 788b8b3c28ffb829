package daybook.delivery.jobs;

import daybook.delivery.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Threads on a clock that the test moves: a body runs, all of it, when the length of its kind of job has passed since its start; before that
 * if it is interrupted and listens. One that hangs never does.
 */
final class SteppedThreads implements JobThreads {
    static final Duration FOR_EVER = Duration.ofDays(1_000);

    private final ManualTime time;
    private final Map<String, Duration> lengths = new HashMap<>();
    private final List<Stepped> alive = new ArrayList<>();
    int most;
    boolean hasNone;

    /** A thread: its end, and whether it hears that it is to end. */
    private static final class Stepped implements Started {
        final Runnable body;
        final boolean listens;
        long endNs;

        Stepped(Runnable body, long endNs, boolean listens) {
            this.body = body;
            this.endNs = endNs;
            this.listens = listens;
        }

        @Override
        public void interrupt() {
            if (listens) {
                endNs = 0;
            }
        }
    }

    SteppedThreads(ManualTime time) {
        this.time = time;
    }

    /** How long jobs of this name take from now on. */
    void takes(String job, Duration length) {
        lengths.put(job, length);
    }

    @Override
    public Started start(String name, Runnable body) {
        if (hasNone) {
            throw new IllegalStateException("no more threads");
        }
        Duration length = lengths.getOrDefault(name.split("/")[1], Duration.ZERO);
        Stepped thread = new Stepped(body, time.nanos() + length.toNanos(), !length.equals(FOR_EVER));
        alive.add(thread);
        most = Math.max(most, alive.size());
        return thread;
    }

    int alive() {
        return alive.size();
    }

    /** Those that hang end after all. */
    void endAll() {
        alive.forEach(thread -> thread.endNs = 0);
        step();
    }

    void step() {
        for (Stepped thread : List.copyOf(alive)) {
            if (thread.endNs <= time.nanos()) {
                alive.remove(thread);
                thread.body.run();
            }
        }
    }
}
