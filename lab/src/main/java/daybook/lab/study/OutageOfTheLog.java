package daybook.lab.study;

import daybook.delivery.DeliveryMode;
import daybook.delivery.ServiceStatus.Light;
import daybook.journal.EntryVisitor;
import daybook.lab.study.DeadlineResult.Outage;
import daybook.publisher.Checkpoint;
import daybook.publisher.CheckpointStore;
import daybook.publisher.EventSource;
import daybook.publisher.JournalPublisher;
import daybook.publisher.PublisherPorts;
import daybook.publisher.PublisherSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A consumer and the publisher during an outage of the log, on simulated time: how often they try, and when they are back. */
final class OutageOfTheLog {
    private static final Duration STEP = Duration.ofMillis(10);
    private static final long FIRST_PAUSE_MS = 100;
    private static final long LONGEST_PAUSE_MS = 10_000;
    private static final long PUBLISHER_PAUSE_MS = 1_000;

    private final Duration outage;
    private final Workbench bench;

    OutageOfTheLog(Duration outage, Workbench bench) {
        this.outage = outage;
        this.bench = bench;
    }

    List<Outage> run() {
        return List.of(consumer(), publisher());
    }

    private Outage consumer() {
        ShiftedNanos time = ShiftedNanos.standing();
        AwayLog away = new AwayLog(bench.log());
        Workbench cut = new Workbench(
                away.log(),
                bench.prefix(),
                bench.databases(),
                bench.directory(),
                new Workbench.Time(bench.clock(), time, time));
        String topic = bench.topic("deadline", 1).name();
        Service.Reading reading = new Service.Reading(topic, DeliveryMode.ATOMIC, 100);
        try (Service service =
                new Service(cut, "lab-outage", reading, new StoredEffects(CrashPlan.PUBLISHED, Optional.empty()))) {
            return live(
                    new Subject(
                            "consumer",
                            service::pump,
                            () -> service.status().failures(),
                            () -> service.status().light() != Light.RED),
                    away,
                    time,
                    new Limits(Band.exactly((double) attemptsOfAConsumer()), LONGEST_PAUSE_MS + 1_500));
        }
    }

    private Outage publisher() {
        ShiftedNanos time = ShiftedNanos.standing();
        AwayLog away = new AwayLog(bench.log());
        String topic = bench.topic("deadline.events", 1).name();
        JournalPublisher publisher = new JournalPublisher(
                new PublisherPorts(new NothingYet(), away.log(), new Forgetful(), bench.clock(), time),
                PublisherSettings.of(topic));
        double attempts = (double) outage.toMillis() / PUBLISHER_PAUSE_MS;
        Outage lived = live(
                new Subject(
                        "publisher",
                        publisher::pump,
                        () -> publisher.status().errors(),
                        () -> publisher.status().connected()),
                away,
                time,
                new Limits(new Band(attempts - 1, attempts + 1), PUBLISHER_PAUSE_MS + STEP.toMillis()));
        publisher.close();
        return lived;
    }

    /** Who lives through it. */
    private record Subject(String name, Runnable pump, LongSupplier failures, BooleanSupplier well) {}

    private record Limits(Band attempts, long latestMs) {}

    private Outage live(Subject subject, AwayLog away, ShiftedNanos time, Limits limits) {
        for (int i = 0; i < 200 || !subject.well().getAsBoolean(); i++) {
            subject.pump().run();
            time.pass(STEP);
        }
        long before = subject.failures().getAsLong();
        away.set(true);
        for (long ms = 0; ms < outage.toMillis(); ms += STEP.toMillis()) {
            subject.pump().run();
            time.pass(STEP);
        }
        long attempts = subject.failures().getAsLong() - before;
        away.set(false);
        long resumedMs = 0;
        while (!subject.well().getAsBoolean() && resumedMs <= limits.latestMs()) {
            subject.pump().run();
            time.pass(STEP);
            resumedMs += STEP.toMillis();
        }
        return new Outage(subject.name(), attempts, limits.attempts(), resumedMs, limits.latestMs());
    }

    /** At once, then after a tenth of a second, and after twice as long each time, up to ten seconds. */
    private long attemptsOfAConsumer() {
        long attempts = 0;
        long pause = FIRST_PAUSE_MS;
        for (long ms = 0; ms < outage.toMillis(); ms += pause, pause = nextPause(attempts)) {
            attempts++;
        }
        return attempts;
    }

    private static long nextPause(long attempts) {
        long doubled = FIRST_PAUSE_MS << Math.min(attempts, 20);
        return Math.min(doubled, LONGEST_PAUSE_MS);
    }

    /** A journal without events. */
    private static final class NothingYet implements EventSource {
        @Override
        public long durableSeq() {
            return 0;
        }

        @Override
        public Tail from(long seq) {
            return new Tail() {
                @Override
                public int poll(long upToSeq, int max, EntryVisitor visitor) {
                    return 0;
                }

                @Override
                public void close() {}
            };
        }
    }

    /** Keeps nothing. */
    private static final class Forgetful implements CheckpointStore {
        @Override
        public Checkpoint load() {
            return Checkpoint.none(LabVenue.ID);
        }

        @Override
        public void save(Checkpoint checkpoint) {}
    }
}
