package daybook.lab.study;

import daybook.delivery.Database;
import daybook.lab.study.DeadlineResult.Call;
import daybook.lab.study.DeadlineResult.Outage;
import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.OwnedReader;
import daybook.log.Producer;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Everything has an end: each call of a log and of a database that do not answer, on the clock of the wall; and services during an
 * outage, on a simulated one.
 */
public final class DeadlineStudy {
    private static final TopicPartition PLACE = new TopicPartition("lab.deadline", 0);
    private static final String GROUP = "lab-deadline";

    private final DeadlinePlan plan;
    private final List<Target> targets;
    private final Workbench bench;

    /**
     * Who does not answer.
     *
     * @param log of a cluster there, made anew for each call, with the plan's deadline
     * @param database on a server there, likewise
     */
    public record Target(String name, Supplier<Log> log, Supplier<Database> database) {}

    /** @param bench for the simulated part; its log answers */
    public DeadlineStudy(DeadlinePlan plan, List<Target> targets, Workbench bench) {
        this.plan = plan;
        this.targets = List.copyOf(targets);
        this.bench = bench;
    }

    /** @throws LabException if the log of the simulated part fails */
    public DeadlineResult run() {
        List<Outage> outages = new OutageOfTheLog(plan.outage(), bench).run();
        ExecutorService callers = Executors.newCachedThreadPool(work -> {
            Thread caller = new Thread(work, "lab-caller");
            caller.setDaemon(true);
            return caller;
        });
        try {
            List<Future<Call>> running = new ArrayList<>();
            for (Target target : targets) {
                calls().forEach((name, what) -> running.add(callers.submit(() -> onALog(target, name, what))));
                running.add(callers.submit(() -> onADatabase(target)));
            }
            List<Call> calls = new ArrayList<>();
            for (Future<Call> call : running) {
                calls.add(call.get(10 * plan.deadline().toSeconds() + 60, TimeUnit.SECONDS));
            }
            return new DeadlineResult(calls, outages);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new LabException("deadline: interrupted", stopped);
        } catch (ExecutionException | TimeoutException endless) {
            throw new LabException("deadline: " + endless, endless);
        } finally {
            callers.shutdownNow();
        }
    }

    /** What one can ask of a log, each as its name, and how much longer than the deadline it may take. */
    private Map<String, Asking> calls() {
        Map<String, Asking> calls = new LinkedHashMap<>();
        calls.put("metadata", new Asking(log -> log.topics(), Duration.ZERO));
        calls.put(
                "create",
                new Asking(
                        log -> {
                            log.createTopic(new TopicSpec(PLACE.topic(), 1, Retention.days(1)));
                            return PLACE;
                        },
                        Duration.ZERO));
        calls.put("produce", new Asking(this::produce, Duration.ZERO));
        calls.put("fetch", new Asking(log -> log.read(PLACE, 0, 1), Duration.ZERO));
        calls.put("poll of a group", new Asking(this::poll, plan.deadline()));
        calls.put("end offset", new Asking(log -> log.endOffset(PLACE), Duration.ZERO));
        calls.put("committed offset", new Asking(log -> log.committed(GROUP, PLACE), Duration.ZERO));
        calls.put("commit", new Asking(this::commit, Duration.ZERO));
        return calls;
    }

    /** A call, and for how long it may wait by itself. */
    private record Asking(Question question, Duration itsOwnWait) {}

    /** Asks a log something. */
    @FunctionalInterface
    private interface Question {
        Object ask(Log log);
    }

    private Object produce(Log log) {
        try (Producer producer = log.producer(GROUP)) {
            Acknowledgements sent = new Acknowledgements();
            producer.send(
                    PLACE.topic(),
                    OptionalInt.empty(),
                    new LogRecord(
                            new byte[] {1},
                            new byte[] {1},
                            List.of(),
                            bench.clock().millis()),
                    Producer.NO_SEQ,
                    sent);
            producer.flush();
            sent.require(PLACE.topic(), 1);
            return PLACE;
        }
    }

    private Object poll(Log log) {
        try (GroupReader reader = log.group(GroupOptions.of(GROUP, GroupOptions.Start.EARLIEST, PLACE.topic()))) {
            return reader.poll(1, plan.deadline());
        }
    }

    private Object commit(Log log) {
        try (OwnedReader reader = log.owned(GROUP, List.of(PLACE))) {
            reader.commit(Map.of(PLACE, 1L));
            return PLACE;
        }
    }

    private Call onALog(Target target, String name, Asking asking) {
        try (Log log = target.log().get()) {
            long limitMs = plan.deadline()
                    .plus(asking.itsOwnWait())
                    .plus(DeadlinePlan.EPSILON)
                    .toMillis();
            return timed(target, name, limitMs, () -> asking.question().ask(log));
        }
    }

    private Call onADatabase(Target target) {
        long limitMs = plan.deadline().plus(DeadlinePlan.EPSILON).toMillis();
        try (Database database = target.database().get()) {
            return timed(target, "connect to a database", limitMs, () -> {
                try (Connection connection = database.openWriter()) {
                    return connection;
                }
            });
        }
    }

    private static Call timed(Target target, String name, long limitMs, Callable<?> call) {
        long start = System.nanoTime();
        String error = "";
        try {
            call.call();
        } catch (LogException | SQLException | LabException failed) {
            error = String.valueOf(failed.getMessage());
        } catch (Exception unexpected) {
            throw new LabException(target.name() + ", " + name + ": " + unexpected, unexpected);
        }
        long tookMs = (System.nanoTime() - start) / 1_000_000;
        return new Call(target.name(), name, tookMs, limitMs, !error.isEmpty(), error);
    }
}
