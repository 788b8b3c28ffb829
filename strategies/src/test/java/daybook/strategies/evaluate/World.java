package daybook.strategies.evaluate;

import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.ManualTime;
import daybook.delivery.Outbox;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.ServicePorts;
import daybook.delivery.Writer;
import daybook.events.Timeframe;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.log.LogRecord;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.strategies.AccountKey;
import daybook.strategies.ClosedBar;
import daybook.strategies.Records;
import daybook.strategies.SeriesKey;
import daybook.strategies.Shards;
import daybook.strategies.StrategyRelay;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.clock.ClosedBars;
import daybook.strategies.cutover.Cutover;
import daybook.strategies.cutover.Move;
import daybook.strategies.dispatch.Dispatcher;
import daybook.strategies.subscriptions.StrategyRow;
import daybook.strategies.subscriptions.StrategyTable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** A database, a log, a clock's bars, and processes that evaluate: in one thread and in virtual time. */
final class World implements AutoCloseable {
    static final long MINUTE = 60_000_000;
    static final SeriesKey BTC = series("btcusdt");
    static final AccountKey ACCOUNT = new AccountKey("sim", "alice", "spot");

    final ManualTime time = new ManualTime();
    final SimLog log = new SimLog(time::nanos);
    final Topics topics = new Topics("t.");
    final Records records = new Records(topics);
    final TestDatabase database;
    final Shards shards;
    final Cutover cutover;
    final StrategyTable strategies;
    final List<ClosedBar> recorded = new ArrayList<>();
    final List<LocalScheduler> bus = new ArrayList<>();
    /** Bars that the mirror loses; the outbox loses none. */
    Predicate<ClosedBar> mirrorLoses = bar -> false;

    Kinds.Hook hook = (bar, parameters) -> {};
    final StrategyCatalog catalog = Kinds.catalog((bar, parameters) -> hook.during(bar, parameters));

    private final Writer writer;
    private final Outbox outbox;
    private final StrategyRelay clockRelay;
    private final ClosedBars bars = new ClosedBars();

    World(Engine engine, Path dir, int shardCount, int partitions) throws SQLException, IOException {
        database = new TestDatabase(engine, dir);
        shards = new Shards(shardCount);
        cutover = new Cutover(shards, time);
        strategies = new StrategyTable(catalog, shards, time);
        outbox = new Outbox(time);
        for (Topic topic : Topics.ALL) {
            boolean batches = topic.equals(Topics.STRATEGY_EVALUATE);
            log.createTopic(new TopicSpec(
                    topics.fullName(topic), batches ? partitions : topic.partitions(), Retention.days(3)));
        }
        tick();
        ServicePorts ports = ports("clock", new HarmedDatabase.Harm() {});
        writer = new Writer(ports.database());
        clockRelay = new StrategyRelay(ports, "clock", writer);
        cutover.prepare(writer.transaction());
        writer.commit();
    }

    static SeriesKey series(String instrument) {
        return new SeriesKey("binance", "crypto", "spot", instrument, Timeframe.MINUTE);
    }

    static ClosedBar bar(SeriesKey series, long token) {
        long close = 1_000 + token % 997;
        return new ClosedBar(
                series,
                series.instrument(),
                token,
                new ClosedBar.Window(token * MINUTE, (token + 1) * MINUTE),
                new ClosedBar.Prices(close - 1, close + 2, close - 3, close),
                new ClosedBar.Traded(10, close, 2),
                new ClosedBar.Scales(2, 3));
    }

    ServicePorts ports(String owner, HarmedDatabase.Harm harm) {
        return ports(owner, harm, time::nanos);
    }

    ServicePorts ports(String owner, HarmedDatabase.Harm harm, LongSupplier nanos) {
        return new ServicePorts(log, database.with(harm), time, nanos, owner);
    }

    Evaluator.Settings settings() {
        return settings(EvaluationOptions.DEFAULT);
    }

    Evaluator.Settings settings(EvaluationOptions options) {
        return new Evaluator.Settings(topics, shards, catalog, options);
    }

    Evaluator evaluator(String owner) {
        return new Evaluator(ports(owner, new HarmedDatabase.Harm() {}), settings());
    }

    Dispatcher dispatcher(String owner, int batchSize) {
        return new Dispatcher(
                ports(owner, new HarmedDatabase.Harm() {}), new Dispatcher.Settings(topics, shards, batchSize));
    }

    LocalScheduler local(String owner) {
        LocalScheduler scheduler = new LocalScheduler(ports(owner, new HarmedDatabase.Harm() {}), settings());
        bus.add(scheduler);
        return scheduler;
    }

    /** Adds strategies of one kind under rising ids and starts them. */
    void strategies(String kind, long firstId, int count, SeriesKey... series) throws SQLException {
        for (long id = firstId; id < firstId + count; id++) {
            strategy(id, kind, "", series);
        }
    }

    void strategy(long id, String kind, String parameters, SeriesKey... series) throws SQLException {
        StrategyRow.Setup setup = new StrategyRow.Setup(kind, Parameters.parse(parameters), ACCOUNT, List.of(series));
        strategies.add(writer.transaction(), id, setup);
        strategies.start(writer.transaction(), id);
        writer.commit();
    }

    Connection transaction() throws SQLException {
        return writer.transaction();
    }

    void commit() throws SQLException {
        writer.commit();
    }

    Move percent(int percent) throws SQLException {
        Move move = cutover.set(writer.transaction(), percent);
        writer.commit();
        return move;
    }

    /** As the clock does it: the table and the outbox, the bus, the mirror. */
    void close(ClosedBar bar) throws SQLException {
        PublicationPolicy policy = cutover.policy(writer.transaction());
        bars.insert(writer.transaction(), bar, Optional.of(policy), time.millis());
        if (policy == PublicationPolicy.OUTBOX) {
            outbox.add(writer.transaction(), List.of(records.of(bar)));
        }
        writer.commit();
        recorded.add(bar);
        bus.forEach(scheduler -> scheduler.onBar(bar));
        if (policy == PublicationPolicy.MIRROR && !mirrorLoses.test(bar)) {
            log.stored.append(topics.fullName(Topics.BARS_CLOSED), Records.record(records.of(bar), time.millis()));
        }
    }

    /** Puts a bar on the log, whatever is there. */
    void publish(ClosedBar bar) {
        log.stored.append(topics.fullName(Topics.BARS_CLOSED), record(bar));
    }

    LogRecord record(ClosedBar bar) {
        return Records.record(records.of(bar), time.millis());
    }

    void pass(Duration duration) throws SQLException {
        time.pass(duration);
        tick();
    }

    private void tick() throws SQLException {
        database.time(time.millis());
    }

    void pumpClock() {
        clockRelay.pump();
    }

    long number(String sql) throws SQLException {
        try (Statement statement = database.timekeeper.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    List<String> texts(String sql) throws SQLException {
        try (Statement statement = database.timekeeper.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<String> texts = new ArrayList<>();
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    cells.add(String.valueOf(row.getString(i)));
                }
                texts.add(String.join(" ", cells));
            }
            return texts;
        }
    }

    @Override
    public void close() throws SQLException {
        writer.close();
        database.close();
    }
}
