package daybook.strategies.subscriptions;

import daybook.delivery.Statements;
import daybook.strategies.AccountKey;
import daybook.strategies.SeriesKey;
import daybook.strategies.Shards;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.cutover.BarOrder;
import daybook.strategies.subscriptions.StrategyRow.Setup;
import daybook.strategies.subscriptions.StrategyRow.Status;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The strategies, and what they listen to. Each method works in the caller's transaction, in which everything about one strategy changes
 * together. Confined to one thread.
 */
public final class StrategyTable {
    private static final String COLUMNS =
            "SELECT id, kind, parameters, account, series, shard, status, reason FROM strategy";
    private static final String ALL = COLUMNS + " ORDER BY id";
    private static final String ONE = COLUMNS + " WHERE id = ?";
    private static final String NEXT = "SELECT COALESCE(MAX(id), 0) + 1 FROM strategy";
    private static final String ADD = "INSERT INTO strategy"
            + " (id, kind, parameters, account, series, shard, status, reason, created_us, changed_us)"
            + " VALUES (?, ?, ?, ?, ?, ?, 'stopped', '', ?, ?)";
    private static final String STATUS = "UPDATE strategy SET status = ?, reason = ?, changed_us = ? WHERE id = ?";
    private static final String FORGIVE = "UPDATE strategy_state SET failures = 0 WHERE strategy_id = ?";

    private final StrategyCatalog catalog;
    private final Shards shards;
    private final InstantSource clock;
    private final Subscriptions subscriptions = new Subscriptions();
    private final Statements statements = new Statements();

    public StrategyTable(StrategyCatalog catalog, Shards shards, InstantSource clock) {
        this.catalog = catalog;
        this.shards = shards;
        this.clock = clock;
    }

    /** Adds one under the next free id, stopped. Throws {@link IllegalArgumentException} if it cannot be set up so. */
    public StrategyRow add(Connection connection, Setup setup) throws SQLException {
        BarOrder.change(connection, micros());
        try (ResultSet row = statements.prepare(connection, NEXT).executeQuery()) {
            row.next();
            return insert(connection, row.getLong(1), setup);
        }
    }

    /** Adds one under an id of the caller's choice, from 1; the database refuses one that is there. */
    public StrategyRow add(Connection connection, long id, Setup setup) throws SQLException {
        if (id < 1) {
            throw new IllegalArgumentException("id: " + id + " (expected: from 1)");
        }
        return insert(connection, id, setup);
    }

    /** It listens from the next bar on; does nothing if it does already. Its states are as they were. */
    public StrategyRow start(Connection connection, long id) throws SQLException {
        BarOrder.change(connection, micros());
        StrategyRow strategy = existing(connection, id);
        if (strategy.status() == Status.RUNNING) {
            return strategy;
        }
        PreparedStatement forgive = statements.prepare(connection, FORGIVE);
        forgive.setLong(1, id);
        forgive.executeUpdate();
        subscriptions.replace(connection, strategy);
        return become(connection, strategy, Status.RUNNING, "");
    }

    /** It listens no more after the last recorded bar; does nothing if it does not run. */
    public StrategyRow stop(Connection connection, long id) throws SQLException {
        BarOrder.change(connection, micros());
        StrategyRow strategy = existing(connection, id);
        if (strategy.status() != Status.RUNNING) {
            return strategy;
        }
        subscriptions.close(connection, id);
        return become(connection, strategy, Status.STOPPED, "");
    }

    /** It has failed too often: stopped, with the reason, unless it was stopped already. */
    public void fail(Connection connection, long id, String reason) throws SQLException {
        BarOrder.change(connection, micros());
        StrategyRow strategy = existing(connection, id);
        if (strategy.status() == Status.RUNNING) {
            subscriptions.close(connection, id);
            become(connection, strategy, Status.FAILED, reason);
        }
    }

    /** All, by id. */
    public List<StrategyRow> list(Connection connection) throws SQLException {
        List<StrategyRow> all = new ArrayList<>();
        try (ResultSet row = statements.prepare(connection, ALL).executeQuery()) {
            while (row.next()) {
                all.add(read(row));
            }
        }
        return all;
    }

    public Optional<StrategyRow> find(Connection connection, long id) throws SQLException {
        PreparedStatement one = statements.prepare(connection, ONE);
        one.setLong(1, id);
        try (ResultSet row = one.executeQuery()) {
            return row.next() ? Optional.of(read(row)) : Optional.empty();
        }
    }

    private StrategyRow insert(Connection connection, long id, Setup setup) throws SQLException {
        catalog.create(setup.kind(), setup.parameters());
        StrategyRow strategy = new StrategyRow(id, setup, shard(id, setup), Status.STOPPED, "");
        PreparedStatement add = statements.prepare(connection, ADD);
        add.setLong(1, id);
        add.setString(2, setup.kind());
        add.setString(3, setup.parameters().text());
        add.setString(4, setup.account().text());
        add.setString(
                5, String.join(" ", setup.series().stream().map(SeriesKey::text).toList()));
        add.setInt(6, strategy.shard());
        add.setLong(7, micros());
        add.setLong(8, micros());
        add.executeUpdate();
        return strategy;
    }

    /** Those that may not move have a shard of their own, behind the others. */
    private int shard(long id, Setup setup) {
        return switch (Eligibility.of(catalog.kind(setup.kind()).wakes(), setup.series())) {
            case ELIGIBLE -> shards.of(id);
            case STAYS_LOCAL -> shards.count();
        };
    }

    private StrategyRow existing(Connection connection, long id) throws SQLException {
        return find(connection, id)
                .orElseThrow(() -> new IllegalArgumentException("strategy: " + id + " (expected: one that exists)"));
    }

    private StrategyRow become(Connection connection, StrategyRow strategy, Status status, String reason)
            throws SQLException {
        PreparedStatement set = statements.prepare(connection, STATUS);
        set.setString(1, status.text());
        set.setString(2, reason);
        set.setLong(3, micros());
        set.setLong(4, strategy.id());
        set.executeUpdate();
        return new StrategyRow(strategy.id(), strategy.setup(), strategy.shard(), status, reason);
    }

    private static StrategyRow read(ResultSet row) throws SQLException {
        return new StrategyRow(
                row.getLong(1),
                new Setup(
                        row.getString(2),
                        Parameters.parse(row.getString(3)),
                        AccountKey.parse(row.getString(4)),
                        Arrays.stream(row.getString(5).split(" "))
                                .map(SeriesKey::parse)
                                .toList()),
                row.getInt(6),
                Status.of(row.getString(7)),
                row.getString(8));
    }

    private long micros() {
        return Math.multiplyExact(clock.millis(), 1_000L);
    }
}
