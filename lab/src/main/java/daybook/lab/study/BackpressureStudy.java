package daybook.lab.study;

import daybook.events.Side;
import daybook.exchange.Submission;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.journal.FileDisk;
import daybook.lab.study.BackpressureResult.Sample;
import daybook.lab.study.BackpressureResult.Wiring;
import daybook.log.LogException;
import daybook.publisher.CheckpointFile;
import daybook.publisher.JournalEvents;
import daybook.publisher.JournalPublisher;
import daybook.publisher.PublisherPorts;
import daybook.publisher.PublisherSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Why the publisher is no stage of the ring: the exchange and the publisher of the venue over a log that goes away for a while, once
 * with the exchange going on only when everything is published, once as they are.
 */
public final class BackpressureStudy {
    private static final int PARTITIONS = 3;
    private static final long QUANTITY = 10;

    private final BackpressurePlan plan;
    private final Workbench bench;

    public BackpressureStudy(BackpressurePlan plan, Workbench bench) {
        this.plan = plan;
        this.bench = bench;
    }

    /** @throws LabException if the log fails where it should not */
    public List<BackpressureResult> run() {
        List<BackpressureResult> results = new ArrayList<>();
        for (Wiring wiring : Wiring.values()) {
            try {
                results.add(new Run(wiring).live());
            } catch (LogException failed) {
                throw new LabException("backpressure: " + failed.getMessage(), failed);
            }
        }
        return results;
    }

    /** One wiring's life. */
    private final class Run {
        private final Wiring wiring;
        private final ShiftedNanos time = ShiftedNanos.standing();
        private final AwayLog away = new AwayLog(bench.log());
        private final LabVenue venue;
        private final JournalPublisher publisher;
        private final List<Sample> samples = new ArrayList<>();
        private int ms;
        private long entered;
        private long taken;
        private long answered;
        private long busy;
        private long longestWaitMs;

        Run(Wiring wiring) {
            this.wiring = wiring;
            String name = wiring.name().toLowerCase(Locale.ROOT).replace('_', '-');
            String topic = bench.topic("backpressure." + name, PARTITIONS).name();
            ExchangeSettings usual = ExchangeSettings.DEFAULT;
            ExchangeSettings settings = new ExchangeSettings(
                    plan.ringSlots(),
                    Math.min(usual.batchCommands(), plan.ringSlots()),
                    usual.batchBytes(),
                    usual.waitingQueries(),
                    Duration.ofDays(1));
            FileDisk disk = new FileDisk();
            this.venue = new LabVenue(
                    disk, bench.directory().resolve("backpressure-" + name), "o", new LabVenue.Limits(settings, time));
            this.publisher = new JournalPublisher(
                    new PublisherPorts(
                            new JournalEvents(disk, venue.journal(), venue.exchange()::durableSeq),
                            away.log(),
                            new CheckpointFile(disk, made("backpressure-" + name + "-checkpoint"), LabVenue.ID),
                            bench.clock(),
                            time),
                    PublisherSettings.of(topic));
        }

        BackpressureResult live() {
            try (venue) {
                venue.prepare(List.of("A-1", "A-2"));
                work();
                for (int step = 0; step < plan.steps(); step++) {
                    ms = step * BackpressurePlan.STEP_MS;
                    away.set(plan.away(ms));
                    enter();
                    work();
                    samples.add(
                            new Sample(ms, taken - answered, publisher.status().lag()));
                    time.pass(Duration.ofMillis(BackpressurePlan.STEP_MS));
                }
                publisher.close();
                return new BackpressureResult(
                        wiring,
                        entered,
                        busy,
                        longestWaitMs,
                        samples.stream().mapToLong(Sample::lag).max().orElse(0),
                        venue.exchange().durableSeq() - publisher.status().publishedSeq(),
                        samples,
                        BackpressureResult.Expected.of(plan, wiring));
            }
        }

        private void enter() {
            int now = ms;
            for (int i = 0; i < plan.ordersPerStep(); i++) {
                boolean sells = entered++ % 2 == 0;
                Submission answer = venue.submit(
                        venue.order(sells ? "A-1" : "A-2", sells ? Side.SELL : Side.BUY, LabVenue.PRICE, QUANTITY),
                        reply -> {
                            answered++;
                            longestWaitMs = Math.max(longestWaitMs, ms - now);
                        });
                if (answer instanceof Submission.Busy) {
                    busy++;
                } else {
                    taken++;
                }
            }
        }

        /** Everybody does what there is to do. As a stage, the exchange goes on only when all is published. */
        private void work() {
            int done = 1;
            while (done > 0) {
                done = mayGoOn() ? venue.exchange().pump() : 0;
                done += publisher.pump();
            }
        }

        private boolean mayGoOn() {
            return wiring == Wiring.TAIL_OF_THE_JOURNAL || publisher.status().lag() == 0;
        }
    }

    private Path made(String directory) {
        try {
            return Files.createDirectories(bench.directory().resolve(directory));
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }
}
