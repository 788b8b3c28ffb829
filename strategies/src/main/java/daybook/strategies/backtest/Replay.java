package daybook.strategies.backtest;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.strategies.AccountKey;
import daybook.strategies.ClosedBar;
import daybook.strategies.OrderIntent;
import daybook.strategies.SeriesKey;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.Strategy;
import daybook.strategies.api.StrategyCatalog;
import daybook.strategies.clock.ClosedBars;
import daybook.strategies.evaluate.Evaluation;
import daybook.strategies.evaluate.Stamp;
import daybook.strategies.parity.ParityWindow;
import daybook.strategies.parity.Replayer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides again what was decided, from the recorded bars and the strategies as they were set up: each strategy in each series from its first bar
 * to the end of the window. What was not run then (its batch dead, the strategy stopped as failed) is not run now. Reads only. Safe for many
 * threads.
 */
public final class Replay implements Replayer {
    private static final String LISTENED = "SELECT DISTINCT u.strategy_id, u.series, s.kind, s.parameters, s.account"
            + " FROM subscription u JOIN strategy s ON s.id = u.strategy_id ORDER BY u.series, u.strategy_id";
    private static final String RUN = "SELECT token FROM evaluation WHERE strategy_id = ? AND series = ? AND token > ?"
            + " AND end_us <= ? AND outcome IN ('decided', 'failed') ORDER BY token LIMIT ?";
    private static final int BARS = 1_000;

    private final DatabaseReader reader;
    private final StrategyCatalog catalog;

    public Replay(Database database, StrategyCatalog catalog) {
        this.reader = new DatabaseReader(database);
        this.catalog = catalog;
    }

    @Override
    public Replayed replay(ParityWindow window) {
        return reader.read(connection -> replay(connection, window));
    }

    /** A strategy in one series. */
    private record Listener(long strategyId, SeriesKey series, AccountKey account, Strategy strategy) {}

    private Replayed replay(Connection connection, ParityWindow window) throws SQLException {
        long evaluations = 0;
        List<OrderIntent> intents = new ArrayList<>();
        for (Listener listener : listeners(connection)) {
            String state = Strategy.NOTHING;
            long token = Long.MIN_VALUE;
            List<ClosedBar> some = run(connection, listener, token, window.untilMicros());
            while (!some.isEmpty()) {
                for (ClosedBar bar : some) {
                    Evaluation evaluation = Evaluation.run(listener.strategy(), bar, state);
                    state = evaluation.decision().state();
                    token = bar.token();
                    if (bar.window().endMicros() > window.afterMicros()) {
                        evaluations++;
                        Stamp.Source source = new Stamp.Source(listener.strategyId(), listener.account(), bar);
                        intents.addAll(Stamp.DERIVED.stamp(source, evaluation.decision(), Backtest.FENCE));
                    }
                }
                some = run(connection, listener, token, window.untilMicros());
            }
        }
        return new Replayed(evaluations, intents);
    }

    private List<Listener> listeners(Connection connection) throws SQLException {
        List<Listener> listeners = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(LISTENED);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                listeners.add(new Listener(
                        row.getLong(1),
                        SeriesKey.parse(row.getString(2)),
                        AccountKey.parse(row.getString(5)),
                        catalog.create(row.getString(3), Parameters.parse(row.getString(4)))));
            }
        }
        return listeners;
    }

    /** The next bars that it was run on. */
    private List<ClosedBar> run(Connection connection, Listener listener, long afterToken, long toMicros)
            throws SQLException {
        List<Long> tokens = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(RUN)) {
            select.setLong(1, listener.strategyId());
            select.setString(2, listener.series().text());
            select.setLong(3, afterToken);
            select.setLong(4, toMicros);
            select.setInt(5, BARS);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    tokens.add(row.getLong(1));
                }
            }
        }
        List<ClosedBar> found = new ArrayList<>();
        ClosedBars bars = new ClosedBars();
        for (long token : tokens) {
            bars.of(connection, listener.series(), token - 1, 1).stream()
                    .map(ClosedBars.Row::bar)
                    .filter(bar -> bar.token() == token)
                    .forEach(found::add);
        }
        return found;
    }
}
