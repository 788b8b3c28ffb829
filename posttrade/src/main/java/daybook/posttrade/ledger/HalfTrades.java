package daybook.posttrade.ledger;

import daybook.delivery.LongRows;
import daybook.delivery.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The {@code half_trade_entry} table, and in memory all trades of which one side is applied and the other is still on its way,
 * because the two accounts' fills lie in different partitions. Confined to the ledger's thread.
 */
final class HalfTrades {
    private static final String LOAD = "SELECT fill_order FROM half_trade";
    private static final String REMOVE = "DELETE FROM half_trade_entry WHERE fill_order = ?";

    private final Statements statements = new Statements();
    private final LongRows rows = new LongRows("half_trade_entry", List.of("fill_order"), "");
    /** Above the settled line: named by the view, without a row. */
    private final Set<Long> open = new HashSet<>();
    /** With a row, or to get one at the end of the batch. */
    private final Set<Long> entered = new HashSet<>();

    private final Set<Long> added = new HashSet<>();
    private final Set<Long> removed = new HashSet<>();
    private boolean loaded;

    /** A side of a trade, applied for the first time. */
    void see(Connection connection, long order, SettledLine line) throws SQLException {
        load(connection, line);
        // The two sides differ in the last bit only, and are never on two sides of the line.
        long other = order ^ 1;
        if (!line.covers(connection, order)) {
            if (!open.remove(other)) {
                open.add(order);
            }
        } else if (!entered.remove(other)) {
            entered.add(order);
            added.add(order);
        } else if (!added.remove(other)) {
            removed.add(other);
        }
    }

    /**
     * Writes what has changed: a trade whose two sides came in one batch not at all.
     *
     * @param settle those above the line are given rows, too
     */
    void store(Connection connection, SettledLine line, boolean settle) throws SQLException {
        if (settle) {
            load(connection, line);
            added.addAll(open);
            entered.addAll(open);
            open.clear();
        }
        remove(statements.prepare(connection, REMOVE), removed);
        added.forEach(rows::add);
        rows.flush(connection);
    }

    void committed() {
        added.clear();
        removed.clear();
    }

    void rolledBack() {
        open.clear();
        entered.clear();
        added.clear();
        removed.clear();
        rows.clear();
        loaded = false;
    }

    private static void remove(PreparedStatement statement, Set<Long> orders) throws SQLException {
        for (long order : orders) {
            statement.setLong(1, order);
            statement.addBatch();
        }
        statement.executeBatch();
    }

    private void load(Connection connection, SettledLine line) throws SQLException {
        if (loaded) {
            return;
        }
        try (ResultSet row = statements.prepare(connection, LOAD).executeQuery()) {
            while (row.next()) {
                long order = row.getLong(1);
                (line.covers(connection, order) ? entered : open).add(order);
            }
        }
        loaded = true;
    }
}
