package daybook.lab.study;

import daybook.delivery.CrashHook;
import daybook.delivery.Database;
import daybook.delivery.DeliveryMode;
import daybook.delivery.Inbox;
import daybook.delivery.Migrations;
import daybook.delivery.Writer;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * The producer's side of delivery: a service that stores trades and announces them dies in the gap of its design. Counted are, from
 * its table, from the topic, and from a consumer's tables, what was lost, what never was, and what came twice.
 */
public final class OutboxStudy {
    private static final int READ = 1_000;

    private final OutboxPlan plan;
    private final Workbench bench;
    private final CrashPlan trades;

    public OutboxStudy(OutboxPlan plan, Workbench bench) {
        this.plan = plan;
        this.bench = bench;
        this.trades = new CrashPlan(plan.seed(), 1, plan.trades(), 10, 100, 0);
    }

    /**
     * Runs every design on the same trades with the same crashes.
     *
     * @param progress told after each design how many are done
     * @throws LabException if the log or the database fails
     */
    public List<OutboxResult> run(IntConsumer progress) {
        List<OutboxResult> results = new ArrayList<>();
        for (Design design : Design.values()) {
            try {
                results.add(run(design));
            } catch (SQLException | LogException failed) {
                throw new LabException("outbox: " + failed.getMessage(), failed);
            }
            progress.accept(results.size());
        }
        return results;
    }

    private OutboxResult run(Design design) throws SQLException {
        String name = design.name().toLowerCase(Locale.ROOT).replace('_', '-');
        String topic = bench.topic(name, 1).name();
        Database database = bench.databases().create("lab-" + name);
        Migrations.migrate(database, "daybook/lab/db/study");
        int crashes;
        boolean[] stored;
        try (database;
                Writer writer = new Writer(database)) {
            crashes = live(announcer(design, writer, topic));
            stored = stored(writer);
        }
        int[] announced = announced(topic);
        int[] counted = counted(design, name, topic);
        long lost = 0;
        long phantom = 0;
        for (int id = 0; id < plan.trades(); id++) {
            lost += stored[id] && announced[id] == 0 ? 1 : 0;
            phantom += !stored[id] && announced[id] > 0 ? 1 : 0;
        }
        boolean logDropsCopies = bench.log().has(Log.Capability.DURABLE_DEDUP);
        return new OutboxResult(
                design,
                crashes,
                lost,
                phantom,
                beyondTheFirst(announced),
                beyondTheFirst(counted),
                OutboxResult.Expected.of(plan, design, logDropsCopies));
    }

    private Announcer announcer(Design design, Writer writer, String topic) {
        return switch (design) {
            case WRITE_THEN_PUBLISH -> new NaiveAnnouncers.WriteThenPublish(writer, bench.log(), topic);
            case PUBLISH_THEN_WRITE -> new NaiveAnnouncers.PublishThenWrite(writer, bench.log(), topic);
            case OUTBOX_WITHOUT_KEY -> new OutboxAnnouncers.Keyless(writer, bench, topic);
            case OUTBOX -> new OutboxAnnouncers.Keyed(writer, bench, topic);
        };
    }

    private int live(Announcer announcer) throws SQLException {
        SplittableRandom random = new SplittableRandom(plan.seed());
        int crashes = 0;
        for (LabFill trade : LabFill.ofDay(trades, 1)) {
            try {
                announcer.trade(trade, random.nextDouble() < plan.crashRate());
            } catch (CrashHook.Crash crash) {
                crashes++;
                announcer.restart();
            }
        }
        return crashes;
    }

    private boolean[] stored(Writer writer) throws SQLException {
        boolean[] stored = new boolean[plan.trades()];
        try (PreparedStatement select = writer.connection().prepareStatement("SELECT id FROM trade");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                stored[row.getInt(1)] = true;
            }
        }
        return stored;
    }

    private int[] announced(String topic) {
        int[] announced = new int[plan.trades()];
        TopicPartition place = new TopicPartition(topic, 0);
        long end = bench.log().endOffset(place);
        for (long next = bench.log().startOffset(place); next < end; ) {
            for (StoredRecord record : bench.log().read(place, next, READ)) {
                announced[LabFill.of(record.record().value()).id()]++;
                next = record.offset() + 1;
            }
        }
        return announced;
    }

    /** What a consumer makes of it: with the outbox one that knows events by their identity, else one that counts records. */
    private int[] counted(Design design, String name, String topic) throws SQLException {
        String consumer = "lab-reader-of-" + name;
        boolean knows = design == Design.OUTBOX;
        StoredEffects effects =
                new StoredEffects(trades, knows ? Optional.of(new Inbox(consumer, bench.clock())) : Optional.empty());
        DeliveryMode mode = knows ? DeliveryMode.IDEMPOTENT : DeliveryMode.ATOMIC;
        try (Service service =
                new Service(bench, consumer, new Service.Reading(topic, mode, trades.batch()), effects)) {
            service.work(CrashHook.NONE);
            return effects.counts(service.writer());
        }
    }

    private static long beyondTheFirst(int[] counts) {
        return Arrays.stream(counts).mapToLong(count -> Math.max(0, count - 1L)).sum();
    }
}
