package daybook.posttrade.ledger;

import daybook.delivery.Statements;
import daybook.events.Fill;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code symbol_mark} table, whole in memory: the price of the fill with the highest trade id seen, so that the order of
 * arrival does not matter. Confined to the ledger's thread.
 */
final class Marks {
    private static final String LOAD =
            "SELECT symbol, trade_id, price, time_us, currency, price_scale, quantity_scale, money_scale FROM symbol_mark";
    private static final String STORE =
            "INSERT INTO symbol_mark (symbol, trade_id, price, time_us, currency, price_scale,"
                    + " quantity_scale, money_scale) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                    + " ON CONFLICT (symbol) DO UPDATE SET trade_id = excluded.trade_id, price = excluded.price,"
                    + " time_us = excluded.time_us";

    private record Mark(Scales scales, long tradeId, long price, long timeUs) {}

    private final Statements statements = new Statements();
    private final Map<String, Mark> marks = new HashMap<>();
    private final Set<String> changed = new HashSet<>();
    private boolean loaded;

    /** The symbol's scales; null if no fill of it has been seen. */
    @Nullable
    Scales scales(Connection connection, String symbol) throws SQLException {
        load(connection);
        Mark mark = marks.get(symbol);
        return mark == null ? null : mark.scales();
    }

    void see(Connection connection, Fill fill) throws SQLException {
        load(connection);
        Mark mark = marks.get(fill.symbol());
        if (mark == null || fill.tradeId() > mark.tradeId()) {
            marks.put(fill.symbol(), new Mark(Scales.of(fill), fill.tradeId(), fill.price(), fill.time()));
            changed.add(fill.symbol());
        }
    }

    void store(Connection connection) throws SQLException {
        PreparedStatement store = statements.prepare(connection, STORE);
        for (String symbol : changed) {
            Mark mark = marks.get(symbol);
            if (mark != null) {
                store.setString(1, symbol);
                store.setLong(2, mark.tradeId());
                store.setLong(3, mark.price());
                store.setLong(4, mark.timeUs());
                store.setString(5, mark.scales().currency());
                store.setInt(6, mark.scales().price());
                store.setInt(7, mark.scales().quantity());
                store.setInt(8, mark.scales().money());
                store.addBatch();
            }
        }
        store.executeBatch();
    }

    void committed() {
        changed.clear();
    }

    void rolledBack() {
        marks.clear();
        changed.clear();
        loaded = false;
    }

    private void load(Connection connection) throws SQLException {
        if (loaded) {
            return;
        }
        try (ResultSet row = statements.prepare(connection, LOAD).executeQuery()) {
            while (row.next()) {
                Scales scales = new Scales(row.getString(5), row.getInt(6), row.getInt(7), row.getInt(8));
                marks.put(row.getString(1), new Mark(scales, row.getLong(2), row.getLong(3), row.getLong(4)));
            }
        }
        loaded = true;
    }
}
