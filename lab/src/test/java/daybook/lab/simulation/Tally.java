package daybook.lab.simulation;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;

/** What many histories were like, added up. Each history is lived by one thread; several live at once. */
final class Tally {
    private static final int THREADS = 2;
    private static final int MOST_VIOLATIONS = 5;

    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    private final List<Violation> violations = new ArrayList<>();
    private long histories;
    private long calm;
    private long steps;
    private long events;
    private long starts;
    private long simulatedNs;
    private long wallNs;
    private long processorNs;

    /**
     * Lives through the seeds from 1 on.
     *
     * @param goesOn asked before each seed
     */
    static Tally of(LongPredicate goesOn) throws InterruptedException {
        Tally tally = new Tally();
        AtomicLong seeds = new AtomicLong();
        long from = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        for (int i = 0; i < THREADS; i++) {
            threads.execute(() -> {
                for (long seed = seeds.incrementAndGet(); goesOn.test(seed); seed = seeds.incrementAndGet()) {
                    tally.live(seed);
                }
                tally.used(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
            });
        }
        threads.shutdown();
        if (!threads.awaitTermination(1, TimeUnit.HOURS)) {
            throw new IllegalStateException("histories: not over within an hour");
        }
        tally.wallNs = System.nanoTime() - from;
        return tally;
    }

    private void live(long seed) {
        try {
            add(Simulation.run(seed, Parts.AS_THEY_ARE));
        } catch (Violation e) {
            add(e);
        }
    }

    private synchronized void add(Simulation.Outcome outcome) {
        histories++;
        calm += outcome.faultCount() == 0 ? 1 : 0;
        steps += outcome.steps();
        events += outcome.events();
        starts += outcome.starts();
        simulatedNs += outcome.simulatedNs();
        outcome.faults().forEach((fault, count) -> faults.merge(fault, count, Long::sum));
    }

    private synchronized void used(long ns) {
        processorNs += ns;
    }

    private synchronized void add(Violation violation) {
        if (violations.size() < MOST_VIOLATIONS) {
            violations.add(violation);
        }
    }

    List<Violation> violations() {
        return violations;
    }

    Map<Fault, Long> faults() {
        return faults;
    }

    long faultCount() {
        return faults.values().stream().mapToLong(Long::longValue).sum();
    }

    long histories() {
        return histories;
    }

    /** As docs/reliability.md has it. */
    String inWords() {
        double seconds = wallNs / 1e9;
        double hours = simulatedNs / 3.6e12;
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "seeds 1 to %,d: %,d histories, %,d without any fault; %,d faults, %,d starts of the venue, %,d steps, %,d events;"
                        + " %.1f simulated hours in %.0f s (%.0f s of processor time on two threads), %,.0f times real time%n%n| Fault | Times |%n|---|---:|%n",
                histories + violations.size(),
                histories,
                calm,
                faultCount(),
                starts,
                steps,
                events,
                hours,
                seconds,
                processorNs / 1e9,
                hours * 3600 / seconds));
        for (Fault fault : Fault.values()) {
            text.append(String.format(Locale.ROOT, "| %s | %,d |%n", fault, faults.getOrDefault(fault, 0L)));
        }
        return text.toString();
    }
}
