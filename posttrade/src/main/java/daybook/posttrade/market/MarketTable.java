package daybook.posttrade.market;

import daybook.delivery.Statements;
import daybook.events.SessionState;
import daybook.events.Timeframe;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The market in the database: state, offsets, session ends, books, bars. What is read and written in one transaction is of one seq.
 * Confined to one thread.
 */
final class MarketTable {
    private static final String STATE = "SELECT seq, time_us, session, topic_id, zone FROM market_state WHERE id = 1";
    private static final String SAVE =
            "UPDATE market_state SET seq = ?, time_us = ?, session = ?, topic_id = ?, zone = ?,"
                    + " late = ?, saved_at_ms = ? WHERE id = 1 AND seq = ?";
    private static final String OFFSETS = "SELECT partition_no, next_offset FROM market_offset";
    private static final String SAVE_OFFSET = "INSERT INTO market_offset (partition_no, next_offset) VALUES (?, ?)"
            + " ON CONFLICT (partition_no) DO UPDATE SET next_offset = excluded.next_offset";
    private static final String ENDS = "SELECT end_us FROM session_end ORDER BY end_us";
    private static final String LAST_END = "SELECT end_us FROM session_end ORDER BY end_us DESC LIMIT 1";
    private static final String SAVE_END =
            "INSERT INTO session_end (end_us) VALUES (?) ON CONFLICT (end_us) DO NOTHING";
    private static final String SYMBOLS = "SELECT symbol, seq, body FROM symbol_state";
    private static final String SAVE_SYMBOL = "INSERT INTO symbol_state (symbol, seq, body) VALUES (?, ?, ?)"
            + " ON CONFLICT (symbol) DO UPDATE SET seq = excluded.seq, body = excluded.body";
    private static final List<String> CLEAR = List.of(
            "DELETE FROM market_offset",
            "DELETE FROM session_end",
            "DELETE FROM symbol_state",
            "UPDATE market_state SET seq = 0, time_us = 0, session = 'CLOSED', topic_id = '', zone = '', late = 0");

    /** As many trades are kept with a book as an answer may show. */
    private static final int TAPE = 1_000;

    private final Statements statements = new Statements();
    private final BarTable bars = new BarTable();

    /** What a row of the state says. */
    record State(long seq, long timeMicros, SessionState session, String topicId, String zone) {}

    State state(Connection connection) throws SQLException {
        try (ResultSet row = statements.prepare(connection, STATE).executeQuery()) {
            row.next();
            return new State(
                    row.getLong(1),
                    row.getLong(2),
                    SessionState.valueOf(row.getString(3)),
                    row.getString(4),
                    row.getString(5));
        }
    }

    /** The market as it was saved last; empty if it was not, or its days begin elsewhere. */
    Optional<MarketSnapshot> load(Connection connection, ZoneId zone) throws SQLException {
        State state = state(connection);
        if (state.seq() == 0 || !state.zone().equals(zone.getId())) {
            return Optional.empty();
        }
        List<Long> ends = sessionEnds(connection);
        EmptyBars empty = new EmptyBars(new VenueDay(zone), ends);
        List<SymbolState> symbols = new ArrayList<>();
        try (ResultSet row = statements.prepare(connection, SYMBOLS).executeQuery()) {
            while (row.next()) {
                symbols.add(SymbolBytes.read(row.getString(1), row.getLong(2), row.getBytes(3)));
            }
        }
        List<SymbolState> whole = new ArrayList<>();
        for (SymbolState symbol : symbols) {
            whole.add(withBars(connection, symbol, empty, state.timeMicros()));
        }
        return Optional.of(new MarketSnapshot(
                state.seq(),
                state.timeMicros(),
                state.session(),
                UUID.fromString(state.topicId()),
                offsets(connection),
                ends,
                whole));
    }

    List<Long> sessionEnds(Connection connection) throws SQLException {
        List<Long> ends = new ArrayList<>();
        try (ResultSet row = statements.prepare(connection, ENDS).executeQuery()) {
            while (row.next()) {
                ends.add(row.getLong(1));
            }
        }
        return ends;
    }

    /**
     * What is to be saved.
     *
     * @param savedSeq up to which this process believes that the tables are
     * @param closed bars with trades that were closed since then
     */
    record Change(
            long savedSeq,
            UUID topic,
            ZoneId zone,
            Map<Integer, Long> offsets,
            Map<SymbolFrame, List<BarTable.Row>> closed,
            long savedAtMs) {}

    /** Whose bars. */
    record SymbolFrame(String symbol, Timeframe timeframe) {}

    /** Moves the tables to where the fold is. False if they are not where they were believed to be: another owner moved them. */
    boolean save(Connection connection, MarketFold fold, Change change) throws SQLException {
        PreparedStatement save = statements.prepare(connection, SAVE);
        save.setLong(1, fold.seq());
        save.setLong(2, fold.timeMicros());
        save.setString(3, fold.state().name());
        save.setString(4, change.topic().toString());
        save.setString(5, change.zone().getId());
        save.setLong(6, fold.symbols().stream().mapToLong(SymbolMarket::late).sum());
        save.setLong(7, change.savedAtMs());
        save.setLong(8, change.savedSeq());
        if (save.executeUpdate() == 0) {
            return false;
        }
        saveOffsets(connection, change.offsets());
        saveEnds(connection, fold.sessionEnds());
        saveSymbols(connection, fold, change.savedSeq());
        for (Map.Entry<SymbolFrame, List<BarTable.Row>> each : change.closed().entrySet()) {
            SymbolMarket market = fold.find(each.getKey().symbol());
            if (market != null) {
                bars.set(connection, series(connection, market, each.getKey().timeframe()), each.getValue());
            }
        }
        saveRunning(connection, fold, change.savedSeq());
        return true;
    }

    /** Deletes everything that was made from the venue's events. */
    void clear(Connection connection) throws SQLException {
        for (String sql : CLEAR) {
            statements.prepare(connection, sql).executeUpdate();
        }
        bars.clear(connection);
    }

    /** Forgets what it remembers of the tables: another process may have changed them. */
    void forget() {
        bars.forget();
    }

    private Map<Integer, Long> offsets(Connection connection) throws SQLException {
        Map<Integer, Long> offsets = new TreeMap<>();
        try (ResultSet row = statements.prepare(connection, OFFSETS).executeQuery()) {
            while (row.next()) {
                offsets.put(row.getInt(1), row.getLong(2));
            }
        }
        return offsets;
    }

    private SymbolState withBars(Connection connection, SymbolState symbol, EmptyBars empty, long knownMicros)
            throws SQLException {
        Map<Timeframe, SymbolState.SeriesState> series = new EnumMap<>(Timeframe.class);
        for (Timeframe timeframe : Timeframe.values()) {
            String key = BarKey.ofVenue(symbol.symbol(), timeframe).text();
            Optional<BarTable.Series> found = bars.find(connection, key);
            if (found.isPresent()) {
                List<BarTable.Row> rows = bars.last(connection, found.get(), MarketFeed.REMEMBERED_BARS);
                if (!rows.isEmpty()) {
                    series.put(timeframe, series(rows, empty, knownMicros));
                }
            }
        }
        return new SymbolState(
                symbol.symbol(),
                symbol.seq(),
                symbol.instrument(),
                symbol.pending(),
                symbol.orders(),
                symbol.incoming(),
                symbol.tape(),
                series);
    }

    private static SymbolState.SeriesState series(List<BarTable.Row> rows, EmptyBars empty, long knownMicros) {
        BarTable.Row last = rows.get(rows.size() - 1);
        Optional<BarSeries.Running> running = last.bar().closed()
                ? Optional.empty()
                : Optional.of(new BarSeries.Running(last.bar(), last.firstMicros(), last.lastMicros()));
        List<EmptyBars.Traded> traded = rows.stream()
                .map(row -> new EmptyBars.Traded(row.bar(), row.lastMicros()))
                .toList();
        List<Bar> closed = empty.last(traded, knownMicros, MarketFeed.REMEMBERED_BARS).stream()
                .filter(Bar::closed)
                .toList();
        return new SymbolState.SeriesState(closed, running, empty.sessionEnd(last.lastMicros()));
    }

    private void saveOffsets(Connection connection, Map<Integer, Long> offsets) throws SQLException {
        PreparedStatement save = statements.prepare(connection, SAVE_OFFSET);
        for (Map.Entry<Integer, Long> each : offsets.entrySet()) {
            save.setInt(1, each.getKey());
            save.setLong(2, each.getValue());
            save.addBatch();
        }
        save.executeBatch();
    }

    private void saveEnds(Connection connection, List<Long> ends) throws SQLException {
        long last = lastEnd(connection);
        PreparedStatement save = statements.prepare(connection, SAVE_END);
        for (int i = ends.size() - 1; i >= 0 && ends.get(i) > last; i--) {
            save.setLong(1, ends.get(i));
            save.addBatch();
        }
        save.executeBatch();
    }

    private long lastEnd(Connection connection) throws SQLException {
        try (ResultSet row = statements.prepare(connection, LAST_END).executeQuery()) {
            return row.next() ? row.getLong(1) : Long.MIN_VALUE;
        }
    }

    private void saveSymbols(Connection connection, MarketFold fold, long savedSeq) throws SQLException {
        PreparedStatement save = statements.prepare(connection, SAVE_SYMBOL);
        for (SymbolMarket market : fold.symbols()) {
            if (market.changedSeq > savedSeq) {
                save.setString(1, market.symbol);
                save.setLong(2, market.changedSeq);
                save.setBytes(3, SymbolBytes.write(market.state(TAPE)));
                save.addBatch();
            }
        }
        save.executeBatch();
    }

    private void saveRunning(Connection connection, MarketFold fold, long savedSeq) throws SQLException {
        for (SymbolMarket market : fold.symbols()) {
            if (market.changedSeq > savedSeq) {
                for (Timeframe timeframe : Timeframe.values()) {
                    BarSeries.Running running = market.bars(timeframe).running();
                    if (running != null) {
                        BarTable.Row row = new BarTable.Row(running.bar(), running.firstMicros(), running.lastMicros());
                        bars.set(connection, series(connection, market, timeframe), List.of(row));
                    }
                }
            }
        }
    }

    private BarTable.Series series(Connection connection, SymbolMarket market, Timeframe timeframe)
            throws SQLException {
        int priceScale = market.instrument == null ? 0 : market.instrument.priceScale();
        int quantityScale = market.instrument == null ? 0 : market.instrument.quantityScale();
        return bars.series(
                connection,
                new BarTable.Series(0, BarKey.ofVenue(market.symbol, timeframe), priceScale, quantityScale, false));
    }
}
