package daybook.strategies.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.ManualTime;
import daybook.delivery.MemoryLog;
import daybook.delivery.ServicePorts;
import daybook.delivery.Writer;
import daybook.events.Timeframe;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Retention;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.strategies.AccountKey;
import daybook.strategies.Bodies;
import daybook.strategies.ClosedBar;
import daybook.strategies.EvaluateBatch;
import daybook.strategies.Records;
import daybook.strategies.SeriesKey;
import daybook.strategies.Shards;
import daybook.strategies.StrategyDatabase;
import daybook.strategies.api.Decision;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.api.StrategyKind;
import daybook.strategies.subscriptions.StrategyRow;
import daybook.strategies.subscriptions.StrategyTable;
import daybook.strategies.subscriptions.Subscriptions.Due;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DispatcherTest {
    private static final SeriesKey SERIES = new SeriesKey("okx", "crypto", "spot", "btcusdt", Timeframe.MINUTE);
    private static final SeriesKey PERPETUAL = new SeriesKey("okx", "crypto", "perp", "btcusdt", Timeframe.MINUTE);
    private static final Shards SHARDS = new Shards(128);

    @TempDir
    Path dir;

    private final ManualTime time = new ManualTime();
    private final MemoryLog log = new MemoryLog(true);
    private final Topics topics = new Topics("t.");
    private final Records records = new Records(topics);
    private final String bars = topics.fullName(Topics.BARS_CLOSED);
    private final String batches = topics.fullName(Topics.STRATEGY_EVALUATE);
    private ServicePorts ports =
            new ServicePorts(log, Engine.SQLITE.open(Path.of("."), "none"), time, time::nanos, "a");

    @BeforeEach
    void open() throws Exception {
        Database database = Engine.SQLITE.open(dir, "strategies");
        ports = new ServicePorts(log, database, time, time::nanos, "a");
        for (Topic topic : Topics.ALL) {
            log.createTopic(new TopicSpec(topics.fullName(topic), topic.partitions(), Retention.days(3)));
        }
        StrategyDatabase.migrate(database);
        StrategyTable strategies = new StrategyTable(
                new StrategyCatalog(
                        List.of(kind("bars", StrategyKind.Wakes.CLOSED_BAR), kind("grid", StrategyKind.Wakes.GRID))),
                SHARDS,
                time);
        try (Writer writer = new Writer(database)) {
            for (long id : List.of(513L, 1L, 129L, 257L, 385L, 2L)) {
                StrategyRow.Setup setup = new StrategyRow.Setup(
                        id == 2 ? "grid" : "bars",
                        Parameters.NONE,
                        new AccountKey("okx", "alice", "spot"),
                        List.of(SERIES));
                strategies.add(writer.transaction(), id, setup);
                strategies.start(writer.transaction(), id);
            }
            writer.commit();
        }
    }

    private static StrategyKind kind(String name, StrategyKind.Wakes wakes) {
        return new StrategyKind(name, wakes, "", parameters -> (bar, state) -> Decision.keep(state));
    }

    private Dispatcher dispatcher(DispatchOrder order) {
        return new Dispatcher(ports, new Dispatcher.Settings(topics, SHARDS, 2), order);
    }

    private static ClosedBar bar(SeriesKey series, long token) {
        return new ClosedBar(
                series,
                "BTC-USDT",
                token,
                new ClosedBar.Window(token * 60_000_000, (token + 1) * 60_000_000),
                new ClosedBar.Prices(1, 1, 1, 1),
                new ClosedBar.Traded(1, 1, 1),
                new ClosedBar.Scales(2, 3));
    }

    private void publish(ClosedBar bar) {
        log.append(bars, Records.record(records.of(bar), time.millis()));
    }

    private List<EvaluateBatch> dispatched() {
        return log.all(batches).stream()
                .map(each -> Bodies.readBatch(each.record().value()))
                .toList();
    }

    @Test
    void strategiesOfOneShardAreCutIntoBatchesWithDerivedIds() {
        List<Due> due =
                Stream.of(1, 129, 257, 385, 513).map(id -> new Due(id, 1)).toList();

        List<EvaluateBatch> cut = Batches.of(bar(SERIES, 7), due, 128, 2);

        assertThat(cut)
                .extracting(EvaluateBatch::strategyIds)
                .containsExactly(List.of(1L, 129L), List.of(257L, 385L), List.of(513L));
        assertThat(cut).extracting(EvaluateBatch::shard).containsOnly(1);
        assertThat(cut).extracting(EvaluateBatch::id).doesNotHaveDuplicates();
        assertThat(Batches.of(bar(SERIES, 7), due, 128, 2)).isEqualTo(cut);
    }

    @Test
    void aBarIsDispatchedToWhoListensAndMayMove() {
        publish(bar(SERIES, 7));
        publish(bar(PERPETUAL, 7));

        try (Dispatcher dispatcher = dispatcher(DispatchOrder.COMMIT_LAST)) {
            assertThat(dispatcher.pump()).isEqualTo(2);
            assertThat(dispatcher.counts()).isEqualTo(new Dispatcher.Counts(2, 3, 5, 0));
        }

        assertThat(dispatched())
                .extracting(EvaluateBatch::strategyIds)
                .containsExactly(List.of(1L, 129L), List.of(257L, 385L), List.of(513L));
        assertThat(log.all(batches))
                .allSatisfy(each -> assertThat(new String(each.record().key(), StandardCharsets.UTF_8))
                        .isEqualTo("strategy-shard:1"))
                .extracting(StoredRecord::place)
                .containsOnly(new TopicPartition(batches, 1));
    }

    /** What happens when the log is away while batches are sent. Returns the ids that are there in the end. */
    private List<EvaluateBatch> withAnOutageWhileSending(DispatchOrder order) {
        publish(bar(SERIES, 7));
        try (Dispatcher first = dispatcher(order)) {
            first.pump();
        }
        publish(bar(SERIES, 8));
        try (Dispatcher second = dispatcher(step -> {
            boolean passed = order.run(new DispatchOrder.Step() {
                @Override
                public boolean sent() {
                    log.outage = new LogException(LogException.Kind.UNAVAILABLE, "away (simulated)");
                    boolean sent = step.sent();
                    log.outage = null;
                    return sent;
                }

                @Override
                public void commit() {
                    step.commit();
                }
            });
            return passed;
        })) {
            second.pump();
        } // and dies
        time.pass(Duration.ofSeconds(1));
        try (Dispatcher third = dispatcher(order)) {
            third.pump();
        }
        return dispatched().stream().filter(batch -> batch.bar().token() == 8).toList();
    }

    @Test
    void aBarWhoseBatchesAreNotAllOnTheLogIsNotPassed() {
        assertThat(withAnOutageWhileSending(DispatchOrder.COMMIT_LAST))
                .extracting(EvaluateBatch::strategyIds)
                .containsExactly(List.of(1L, 129L), List.of(257L, 385L), List.of(513L));
    }

    @Test
    void plantedPassingTheBarBeforeItsBatchesAreAcknowledgedLosesThem() {
        DispatchOrder planted = step -> {
            step.commit();
            return step.sent();
        };

        assertThat(withAnOutageWhileSending(planted)).isEmpty();
    }

    @Test
    void anOutageIsWaitedOut() {
        publish(bar(SERIES, 7));
        try (Dispatcher dispatcher = dispatcher(DispatchOrder.COMMIT_LAST)) {
            log.outage = new LogException(LogException.Kind.UNAVAILABLE, "away (simulated)");
            dispatcher.pump();
            assertThat(dispatcher.status().reasons()).first().asString().contains("away");

            log.outage = null;
            time.pass(Duration.ofSeconds(1));
            assertThat(dispatcher.pump()).isEqualTo(1);
            assertThat(dispatcher.status().reasons()).isEmpty();
        }
        assertThat(dispatched()).hasSize(3);
    }

    @Test
    void whatIsNoBarIsPutAsideWithItsOriginAndTheNextOneIsDispatched() throws Exception {
        log.append(
                bars, 2, new LogRecord(SERIES.text().getBytes(StandardCharsets.UTF_8), new byte[] {'{'}, List.of(), 0));
        log.append(bars, 2, Records.record(records.of(bar(SERIES, 7)), 0));

        try (Dispatcher dispatcher = dispatcher(DispatchOrder.COMMIT_LAST)) {
            dispatcher.pump();
            assertThat(dispatcher.counts().invalid()).isEqualTo(1);
        }

        assertThat(dispatched()).hasSize(3);
        try (Writer writer = new Writer(ports.database());
                var select = writer.connection().createStatement();
                var row = select.executeQuery("SELECT topic, partition_no, record_offset FROM dead_letter")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1) + row.getInt(2) + row.getLong(3)).isEqualTo(bars + 2 + 0);
        }
    }
}
