package daybook.lab.study;

import daybook.delivery.CrashHook;
import daybook.delivery.DeliveryMode;
import daybook.delivery.Inbox;
import daybook.log.LogException;
import daybook.log.Producer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Why events are told by their identity and never by a watermark: after a failed send a later trade lies on the topic before an
 * earlier one, and whoever skips what is not above the highest number seen skips the earlier one for ever.
 */
public final class WatermarkStudy {
    private final WatermarkPlan plan;
    private final Workbench bench;
    private final CrashPlan trades;

    public WatermarkStudy(WatermarkPlan plan, Workbench bench) {
        this.plan = plan;
        this.bench = bench;
        this.trades = new CrashPlan(plan.seed(), 1, plan.trades(), 10, 100, 0);
    }

    /**
     * Publishes once and consumes behind each guard.
     *
     * @throws LabException if the log or the database fails
     */
    public List<WatermarkResult> run() {
        try {
            FlakyPublisher publisher = new FlakyPublisher(plan);
            String topic = bench.topic("watermark", 1).name();
            publish(topic, publisher.order());
            List<WatermarkResult> results = new ArrayList<>();
            for (Guard guard : Guard.values()) {
                results.add(consume(guard, topic, publisher));
            }
            return results;
        } catch (SQLException | LogException failed) {
            throw new LabException("watermark: " + failed.getMessage(), failed);
        }
    }

    private void publish(String topic, List<Integer> order) {
        List<LabFill> fills = LabFill.ofDay(trades, 1);
        try (Producer producer = bench.log().producer("lab-publisher")) {
            Acknowledgements sent = new Acknowledgements();
            for (int id : order) {
                producer.send(
                        topic,
                        OptionalInt.of(0),
                        Announcer.announcement(fills.get(id), bench.clock().millis()),
                        Producer.NO_SEQ,
                        sent);
            }
            producer.flush();
            sent.require(topic, order.size());
        }
    }

    private WatermarkResult consume(Guard guard, String topic, FlakyPublisher publisher) throws SQLException {
        String name = "lab-guard-" + guard.name().toLowerCase(Locale.ROOT);
        StoredEffects stored = new StoredEffects(
                trades, guard == Guard.IDENTITY ? Optional.of(new Inbox(name, bench.clock())) : Optional.empty());
        DeliveryMode mode = guard == Guard.IDENTITY ? DeliveryMode.IDEMPOTENT : DeliveryMode.ATOMIC;
        try (Service service = new Service(
                bench,
                name,
                new Service.Reading(topic, mode, trades.batch()),
                guard == Guard.WATERMARK ? new WatermarkEffects(stored) : stored)) {
            service.work(CrashHook.NONE);
            int[] counts = stored.counts(service.writer());
            return new WatermarkResult(
                    guard,
                    Arrays.stream(counts).filter(count -> count == 0).count(),
                    Arrays.stream(counts)
                            .mapToLong(count -> Math.max(0, count - 1L))
                            .sum(),
                    guard == Guard.WATERMARK ? publisher.overtaken() : 0,
                    guard == Guard.NONE ? publisher.copies() : 0);
        }
    }
}
