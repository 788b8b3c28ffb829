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

/**
 * The {@code half_trade} table, whole in memory: trades of which one side is applied and the other is still on its way, because
 * the two accounts' fills lie in different partitions. Confined to the ledger's thread.
 */
final class HalfTrades {
    private static final String LOAD = "SELECT trade_id, account, symbol, side FROM half_trade";
    private static final String ADD = "INSERT INTO half_trade (trade_id, account, symbol, side) VALUES (?, ?, ?, ?)";
    private static final String REMOVE = "DELETE FROM half_trade WHERE trade_id = ?";

    private record Half(String account, String symbol, String side) {}

    private final Statements statements = new Statements();
    private final Map<Long, Half> halves = new HashMap<>();
    private final Map<Long, Half> added = new HashMap<>();
    private final Set<Long> removed = new HashSet<>();
    private boolean loaded;

    /** A side of a trade, applied for the first time. */
    void see(Connection connection, Fill fill) throws SQLException {
        load(connection);
        Half other = halves.remove(fill.tradeId());
        if (other == null) {
            Half half = new Half(fill.accountId(), fill.symbol(), fill.side().name());
            halves.put(fill.tradeId(), half);
            added.put(fill.tradeId(), half);
        } else if (added.remove(fill.tradeId()) == null) {
            removed.add(fill.tradeId());
        }
    }

    /** Writes what has changed: a trade whose two sides came in one batch not at all. */
    void store(Connection connection) throws SQLException {
        PreparedStatement remove = statements.prepare(connection, REMOVE);
        for (long tradeId : removed) {
            remove.setLong(1, tradeId);
            remove.addBatch();
        }
        remove.executeBatch();
        PreparedStatement add = statements.prepare(connection, ADD);
        for (Map.Entry<Long, Half> entry : added.entrySet()) {
            add.setLong(1, entry.getKey());
            add.setString(2, entry.getValue().account());
            add.setString(3, entry.getValue().symbol());
            add.setString(4, entry.getValue().side());
            add.addBatch();
        }
        add.executeBatch();
    }

    void committed() {
        added.clear();
        removed.clear();
    }

    void rolledBack() {
        halves.clear();
        added.clear();
        removed.clear();
        loaded = false;
    }

    private void load(Connection connection) throws SQLException {
        if (loaded) {
            return;
        }
        try (ResultSet row = statements.prepare(connection, LOAD).executeQuery()) {
            while (row.next()) {
                halves.put(row.getLong(1), new Half(row.getString(2), row.getString(3), row.getString(4)));
            }
        }
        loaded = true;
    }
}
