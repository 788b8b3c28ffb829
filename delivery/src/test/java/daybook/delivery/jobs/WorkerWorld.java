package daybook.delivery.jobs;

import daybook.delivery.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** Workers, a queue in memory and threads, all on one clock that the test moves. */
final class WorkerWorld {
    static final Duration LEASE = Duration.ofSeconds(20);
    private static final Duration STEP = Duration.ofMillis(100);

    final ManualTime time = new ManualTime();
    final MemoryJobs jobs = new MemoryJobs(time, LEASE);
    final SteppedThreads threads = new SteppedThreads(time);
    final Map<String, JobRun> rows = new LinkedHashMap<>();
    final Map<String, Integer> runs = new HashMap<>();
    final List<String> done = new ArrayList<>();
    final List<String> given = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    Optional<List<Thread>> realThreads = Optional.empty();
    boolean historyIsAway;
    private int started;

    /** What a job of a test does. */
    interface Body {
        void run(JobContext context) throws Exception;
    }

    JobQueue queue(String name) {
        return jobs.queue(name);
    }

    String push(String name) {
        return push("default", name, Duration.ZERO);
    }

    String push(String queue, String name, Duration delay) {
        return queue(queue)
                .push(new NewJob(name, "{}", delay, Optional.empty(), 0))
                .orElseThrow();
    }

    JobHandler job(String name, Body body) {
        return job(name, Duration.ofSeconds(10), body);
    }

    JobHandler job(String name, Duration timeout, Body body) {
        return new JobHandler() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Duration timeout() {
                return timeout;
            }

            @Override
            public void run(JobContext context) throws Exception {
                runs.merge(context.job().id(), 1, Integer::sum);
                body.run(context);
                done.add(context.job().id());
            }

            @Override
            public void failed(Job job, String reason) {
                given.add(job.id() + ": " + reason);
            }
        };
    }

    Worker worker(WorkerSettings settings, JobHandler... handlers) {
        Worker worker = new Worker(List.of(handlers), settings, ports());
        workers.add(worker);
        return worker;
    }

    /** With leases that are counted otherwise. */
    Worker worker(int slots, LongFunction<LeaseClock> leases, JobHandler... handlers) {
        Worker worker = new Worker(List.of(handlers), settings(List.of("default"), slots), ports(), leases);
        workers.add(worker);
        return worker;
    }

    Worker worker(int slots, JobHandler... handlers) {
        return worker(settings(List.of("default"), slots), handlers);
    }

    WorkerSettings settings(List<String> queues, int slots) {
        return new WorkerSettings(queues, slots, LEASE, Duration.ofSeconds(10), 0, false);
    }

    private WorkerPorts ports() {
        JobRecords records = written -> {
            if (historyIsAway) {
                throw new IllegalStateException("history: away");
            }
            written.forEach(row -> rows.put(row.run(), row));
        };
        return new WorkerPorts(
                jobs::queue,
                this::start,
                time,
                time::nanos,
                () -> {},
                records,
                (connection, queue, reserved) -> true,
                "worker-" + ++started);
    }

    private JobThreads.Started start(String name, Runnable body) {
        if (realThreads.isEmpty()) {
            return threads.start(name, body);
        }
        Thread thread = new Thread(body, name);
        realThreads.get().add(thread);
        thread.start();
        return thread::interrupt;
    }

    /** It is gone without a word. */
    void kill(Worker worker) {
        workers.remove(worker);
    }

    /** Moves the time on, all that lives with it. */
    void pass(Duration duration) {
        long end = time.nanos() + duration.toNanos();
        pump();
        while (time.nanos() < end) {
            time.pass(STEP);
            pump();
        }
    }

    private void pump() {
        threads.step();
        for (Worker worker : List.copyOf(workers)) {
            for (int work = worker.pump(); work > 0; work = worker.pump()) {
                threads.step();
            }
        }
    }
}
