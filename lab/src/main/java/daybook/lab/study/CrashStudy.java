package daybook.lab.study;

import daybook.delivery.Consumer;
import daybook.delivery.ConsumerOptions;
import daybook.delivery.CrashHook;
import daybook.delivery.Database;
import daybook.delivery.DeliveryMode;
import daybook.delivery.Inbox;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.StepHandler;
import daybook.delivery.Writer;
import daybook.lab.study.ModeResult.Day;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A position service under crashes, once in each delivery mode: the production consumer, cursors and inbox over a real log and a
 * real database, killed at steps drawn from a seed. For each fill it is counted how often it reached the positions.
 */
public final class CrashStudy {
    private final CrashPlan plan;
    private final Workbench bench;
    private final CrashTrace trace;

    public CrashStudy(CrashPlan plan, Workbench bench, CrashTrace trace) {
        this.plan = plan;
        this.bench = bench;
        this.trace = trace;
    }

    /**
     * Runs it.
     *
     * @param progress told after each day how many are done
     * @throws LabException if the log or the database fails
     */
    public List<ModeResult> run(IntConsumer progress) {
        String topic = bench.topic("crashes", CrashPlan.PARTITIONS).name();
        List<Subject> subjects = new ArrayList<>();
        ExecutorService beside = Executors.newFixedThreadPool(DeliveryMode.values().length);
        try {
            for (DeliveryMode mode : DeliveryMode.values()) {
                subjects.add(subject(mode, topic));
            }
            for (int day = 1; day <= plan.days(); day++) {
                List<LabFill> fills = LabFill.ofDay(plan, day);
                trace.fills(
                        day,
                        fills.stream().mapToLong(LabFill::slot).toArray(),
                        fills.stream().mapToLong(LabFill::quantity).toArray());
                publish(topic, fills);
                live(subjects, day, fills, beside);
                progress.accept(day);
            }
        } catch (LogException failed) {
            throw failed(failed);
        } finally {
            beside.shutdownNow();
            subjects.forEach(subject -> subject.service.close());
        }
        return subjects.stream()
                .map(subject -> ModeResult.of(plan, subject.mode, subject.days))
                .toList();
    }

    /**
     * Why a mode is not to be had on this log for events that are sent until acknowledged; empty if all are. The study's own fills are
     * sent once, so that every mode can be shown.
     */
    public Optional<String> refusal() {
        try (Database database = bench.databases().create("lab-refusal")) {
            ConsumerOptions.TopicSource resent = new ConsumerOptions.TopicSource("fills.v1", PublicationPolicy.OUTBOX);
            new Consumer(
                            ConsumerOptions.of("lab-refusal", resent, DeliveryMode.ATOMIC, plan.batch()),
                            new Consumer.Ports(bench.log(), new Writer(database), bench.clock(), bench.nanos()),
                            new StepHandler((connection, record) -> {}, CrashHook.NONE))
                    .close();
            return Optional.empty();
        } catch (IllegalArgumentException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
    }

    private Subject subject(DeliveryMode mode, String topic) {
        String name = "lab-" + mode.name().toLowerCase(Locale.ROOT).replace('_', '-');
        Effects effects = switch (mode) {
            case AT_MOST_ONCE, AT_LEAST_ONCE -> new OutsideEffects(plan);
            case ATOMIC -> new StoredEffects(plan, Optional.empty());
            case IDEMPOTENT -> new StoredEffects(plan, Optional.of(new Inbox(name, bench.clock())));
        };
        return new Subject(
                mode,
                effects,
                new Service(bench, name, new Service.Reading(topic, mode, plan.batch()), effects),
                new ArrayList<>());
    }

    /** One mode: its service, and what that has done. */
    private record Subject(DeliveryMode mode, Effects effects, Service service, List<Day> days) {}

    private void publish(String topic, List<LabFill> fills) {
        try (Producer producer = bench.log().producer("lab-crashes")) {
            Acknowledgements sent = new Acknowledgements();
            for (LabFill fill : fills) {
                producer.send(
                        topic,
                        OptionalInt.empty(),
                        new LogRecord(
                                fill.key(),
                                fill.body(),
                                List.of(),
                                bench.clock().millis()),
                        Producer.NO_SEQ,
                        sent);
            }
            producer.flush();
            sent.require(topic, fills.size());
        }
    }

    /** A day in all modes, each on a thread of its own: mostly they wait for the disk. What happens to one depends on no other. */
    private void live(List<Subject> subjects, int day, List<LabFill> fills, ExecutorService beside) {
        List<Callable<Boolean>> lives = subjects.stream()
                .<Callable<Boolean>>map(subject -> () -> subject.days.add(live(subject, day, fills)))
                .toList();
        try {
            for (Future<Boolean> life : beside.invokeAll(lives)) {
                life.get();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new LabException("crashes: interrupted");
        } catch (ExecutionException failed) {
            throw failed(failed.getCause());
        }
    }

    private static LabException failed(@Nullable Throwable cause) {
        return cause instanceof LabException known
                ? known
                : new LabException("crashes: " + (cause == null ? "" : cause.getMessage()), cause);
    }

    private Day live(Subject subject, int day, List<LabFill> fills) throws SQLException {
        subject.effects.startDay(subject.service.writer());
        SplittableRandom random = new SplittableRandom(
                (plan.seed() * 31 + day) * 31 + subject.mode.name().hashCode());
        CrashSchedule schedule = new CrashSchedule(
                plan, random, (step, stage, index) -> trace.crash(subject.mode, day, step, stage, index));
        subject.service.work(schedule);
        int[] counts = subject.effects.counts(subject.service.writer());
        trace.day(subject.mode, day, counts);
        return Day.of(
                schedule.struck(), counts, worstError(fills, subject.effects.positions(subject.service.writer())));
    }

    private long worstError(List<LabFill> fills, long[] positions) {
        long[] difference = positions.clone();
        fills.forEach(fill -> difference[fill.slot()] -= fill.quantity());
        long worst = 0;
        for (long shares : difference) {
            worst = Math.max(worst, Math.abs(shares));
        }
        return worst;
    }
}
