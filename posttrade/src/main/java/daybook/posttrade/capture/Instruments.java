package daybook.posttrade.capture;

import daybook.delivery.Statements;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code instrument} table, whole in memory: what is needed of an instrument to make fills. */
final class Instruments {
    private static final String LOAD =
            "SELECT symbol, seq, currency, price_scale, quantity_scale, money_scale FROM instrument";
    private static final String STORE =
            "INSERT INTO instrument (symbol, seq, currency, price_scale, quantity_scale, money_scale)"
                    + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (symbol) DO UPDATE SET seq = excluded.seq, currency = excluded.currency,"
                    + " price_scale = excluded.price_scale, quantity_scale = excluded.quantity_scale,"
                    + " money_scale = excluded.money_scale WHERE instrument.seq < excluded.seq";

    /** @param seq the event that set them */
    record Terms(long seq, String currency, int priceScale, int quantityScale, int moneyScale) {}

    private final Statements statements = new Statements();
    private final Map<String, Terms> terms = new HashMap<>();
    private boolean loaded;

    @Nullable
    Terms terms(Connection connection, String symbol) throws SQLException {
        load(connection);
        return terms.get(symbol);
    }

    void changed(Connection connection, List<InstrumentChanged> events) throws SQLException {
        load(connection);
        PreparedStatement store = statements.prepare(connection, STORE);
        for (InstrumentChanged event : events) {
            Instrument instrument = event.instrument();
            Terms now = new Terms(
                    event.seq(),
                    instrument.currency(),
                    instrument.priceScale(),
                    instrument.quantityScale(),
                    instrument.moneyScale());
            terms.merge(instrument.symbol(), now, (a, b) -> a.seq() < b.seq() ? b : a);
            store.setString(1, instrument.symbol());
            store.setLong(2, now.seq());
            store.setString(3, now.currency());
            store.setInt(4, now.priceScale());
            store.setInt(5, now.quantityScale());
            store.setInt(6, now.moneyScale());
            store.addBatch();
        }
        store.executeBatch();
    }

    void rolledBack() {
        terms.clear();
        loaded = false;
    }

    private void load(Connection connection) throws SQLException {
        if (loaded) {
            return;
        }
        try (ResultSet row = statements.prepare(connection, LOAD).executeQuery()) {
            while (row.next()) {
                terms.put(
                        row.getString(1),
                        new Terms(row.getLong(2), row.getString(3), row.getInt(4), row.getInt(5), row.getInt(6)));
            }
        }
        loaded = true;
    }
}
