package daybook.app.strategies;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.delivery.Engine;
import daybook.delivery.Lease;
import daybook.delivery.Writer;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Timeframe;
import daybook.events.Topics;
import daybook.strategies.AccountKey;
import daybook.strategies.Bodies;
import daybook.strategies.ClosedBar;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.SeriesKey;
import daybook.strategies.Shards;
import daybook.strategies.StrategyDatabase;
import daybook.strategies.api.Decision;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.api.StrategyKind;
import daybook.strategies.evaluate.StrategyViews;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A strategies database, a desk on it, and what the services would have written into it. */
final class World implements AutoCloseable {
    static final long MINUTE = 60_000_000;
    static final SeriesKey INFY = new SeriesKey("daybook", "cash", "spot", "infy", Timeframe.MINUTE);
    static final SeriesKey TCS = new SeriesKey("daybook", "cash", "spot", "tcs", Timeframe.MINUTE);
    static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-05T05:00:00Z"));

    private static final StrategyCatalog CATALOG = new StrategyCatalog(List.of(
            new StrategyKind(
                    "momentum",
                    StrategyKind.Wakes.CLOSED_BAR,
                    "fast=5 (1..100) slow=20 (2..200, above fast)",
                    parameters -> {
                        parameters.checkNames(Set.of("fast", "slow"));
                        parameters.get("fast", 5, 1, 100);
                        return (bar, state) -> Decision.keep(state);
                    }),
            new StrategyKind("grid", StrategyKind.Wakes.GRID, "", parameters -> (bar, state) -> Decision.keep(state))));

    private final AtomicLong nanos = new AtomicLong();
    private final Database database;
    final StrategyDesk desk;
    private final Writer writer;

    World(Engine engine, Path directory) {
        database = engine.open(directory, "strategies");
        desk = new StrategyDesk(
                database,
                new StrategyDesk.Settings(CATALOG, new Shards(Shards.DEFAULT_COUNT), new Topics("daybook.")),
                CLOCK,
                nanos::get);
        writer = new Writer(database);
        StrategyDatabase.migrate(database);
    }

    Map<String, Object> addMomentum(String... series) {
        return desk.add(new Wanted("momentum", Map.of("fast", 3L), "alice", List.of(series)));
    }

    /** A closed bar, as the clock records it. */
    ClosedBar bar(SeriesKey series, long token) {
        ClosedBar bar = new ClosedBar(
                series,
                series.instrument(),
                token,
                new ClosedBar.Window(token * MINUTE, (token + 1) * MINUTE),
                new ClosedBar.Prices(100, 102, 99, 101),
                new ClosedBar.Traded(10, 100, 2),
                new ClosedBar.Scales(2, 0));
        write(
                "INSERT INTO closed_bar (event_id, series, token, symbol, start_us, end_us, open, high, low, close, volume,"
                        + " vwap, trades, price_scale, quantity_scale, policy, recorded_at_ms)"
                        + " VALUES (?, ?, ?, ?, ?, ?, 100, 102, 99, 101, 10, 100, 2, 2, 0, 'mirror', 0)",
                bar.id().toString(),
                series.text(),
                token,
                "INFY",
                token * MINUTE,
                (token + 1) * MINUTE);
        return bar;
    }

    /** A strategy's evaluation on a bar, as either path records it. */
    void evaluated(long strategy, ClosedBar bar) {
        long end = bar.window().endMicros();
        write(
                "INSERT INTO evaluation (strategy_id, event_id, series, token, end_us, path, fencing_token, outcome, intents,"
                        + " detail, evaluated_at_us) VALUES (?, ?, ?, ?, ?, 'local', 1, 'decided', 0, '', ?)",
                strategy,
                bar.id().toString(),
                bar.series().text(),
                bar.token(),
                end,
                micros() - 5_000_000);
        write(
                "INSERT INTO strategy_state (strategy_id, series, state, last_token, last_end_us, failures)"
                        + " VALUES (?, ?, '', ?, ?, 0) ON CONFLICT (strategy_id, series)"
                        + " DO UPDATE SET last_token = excluded.last_token, last_end_us = excluded.last_end_us",
                strategy,
                bar.series().text(),
                bar.token(),
                end);
    }

    /** What it wants to be ordered, as it is stored with the evaluation. */
    OrderIntent intends(long strategy, ClosedBar bar) {
        OrderIntent intent = intent(strategy, bar.id());
        write(
                "INSERT INTO intent (intent_id, strategy_id, event_id, ordinal, end_us, account, body)"
                        + " VALUES (?, ?, ?, 0, ?, ?, ?)",
                intent.id().toString(),
                strategy,
                bar.id().toString(),
                bar.window().endMicros(),
                intent.account().text(),
                Bodies.write(intent));
        return intent;
    }

    static OrderIntent intent(long strategy, UUID source) {
        return new OrderIntent(
                new OrderIntent.Cause(strategy, source, 0),
                new AccountKey("daybook", "alice", "spot"),
                "INFY",
                new OrderIntent.Terms(
                        Side.BUY, OrderType.LIMIT, TimeInForce.DAY, 150_005, 7, new ClosedBar.Scales(2, 0)),
                strategy == 0 ? Fence.MANUAL : new Fence(Shards.lease((int) strategy), 1));
    }

    /** The gateway's order for it. */
    void order(OrderIntent intent, String status, long filled) {
        write(
                "INSERT INTO gateway_order (intent_id, account_key, symbol, strategy_id, fence_lease, fence_token, body, status,"
                        + " step, attempts, venue_order_id, filled, reason, received_at_ms, submitted_at_ms, changed_at_ms)"
                        + " VALUES (?, ?, 'INFY', ?, ?, ?, ?, ?, 1, 1, 'v-9', ?, 'because', ?, 0, 0)",
                intent.id().toString(),
                intent.account().text(),
                intent.cause().strategyId(),
                intent.fence().lease(),
                intent.fence().token(),
                Bodies.write(intent),
                status,
                filled,
                CLOCK.millis() - 3_000);
    }

    void lease(int shard, String owner) throws SQLException {
        Lease lease = new Lease(new Lease.Terms(Shards.lease(shard), owner, Duration.ofMinutes(10)), () -> 0L);
        lease.hold(writer);
        nanos.addAndGet(2_000_000_000L);
    }

    /** Evaluations that have no row though they are expected, counted one by one. */
    long owed() {
        return new DatabaseReader(database).read(StrategyViews::lag).evaluations();
    }

    void drained() {
        write("UPDATE shard_route SET drained = 1");
    }

    private static long micros() {
        return CLOCK.millis() * 1_000;
    }

    /** What anybody writes is seen by the desk two seconds later. */
    private void write(String sql, Object... values) {
        nanos.addAndGet(2_000_000_000L);
        try {
            Connection connection = writer.connection();
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < values.length; i++) {
                    statement.setObject(i + 1, values[i]);
                }
                statement.executeUpdate();
            }
        } catch (SQLException refused) {
            throw new IllegalStateException(refused);
        }
    }

    @Override
    public void close() {
        writer.close();
        desk.close();
        database.close();
    }
}
