package daybook.posttrade.ledger;

import daybook.delivery.Statements;
import daybook.events.Fill;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/**
 * The {@code half_trade} table, whole in memory: trades of which one side is applied and the other is still on its way, because
 * the two accounts' fills lie in different partitions. Confined to the ledger's thread.
 */
final class HalfTrades {
    private static final String LOAD = "SELECT fill_order FROM half_trade";
    private static final String ADD = "INSERT INTO half_trade (fill_order) VALUES (?)";
    private static final String REMOVE = "DELETE FROM half_trade WHERE fill_order = ?";

    private final Statements statements = new Statements();
    private final Set<Long> halves = new HashSet<>();
    private final Set<Long> added = new HashSet<>();
    private final Set<Long> removed = new HashSet<>();
    private boolean loaded;

    /** A side of a trade, applied for the first time. */
    void see(Connection connection, Fill fill) throws SQLException {
        load(connection);
        long order = Position.order(fill.tradeId(), fill.side());
        // The two sides differ in the last bit only.
        long other = order ^ 1;
        if (!halves.remove(other)) {
            halves.add(order);
            added.add(order);
        } else if (!added.remove(other)) {
            removed.add(other);
        }
    }

    /** Writes what has changed: a trade whose two sides came in one batch not at all. */
    void store(Connection connection) throws SQLException {
        write(statements.prepare(connection, REMOVE), removed);
        write(statements.prepare(connection, ADD), added);
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

    private static void write(PreparedStatement statement, Set<Long> orders) throws SQLException {
        for (long order : orders) {
            statement.setLong(1, order);
            statement.addBatch();
        }
        statement.executeBatch();
    }

    private void load(Connection connection) throws SQLException {
        if (loaded) {
            return;
        }
        try (ResultSet row = statements.prepare(connection, LOAD).executeQuery()) {
            while (row.next()) {
                halves.add(row.getLong(1));
            }
        }
        loaded = true;
    }
}
