package daybook.posttrade.ledger;

import daybook.delivery.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The {@code ledger_version} table, and in it the line up to which positions and half-applied trades have rows of their own.
 *
 * <p>Written at once, each position would dirty a page of its own, and the pages are what a commit costs. Above the line only
 * fills are appended, and the views read from them what has changed; once in a while, and in each pause, everything is settled: each changed
 * position is written once, in the order of the table, and the line moves to the highest fill there is. A fill at or below the
 * line - another partition is ahead - is settled in its own transaction. Confined to the ledger's thread.
 */
final class SettledLine {
    private static final String LOAD = "SELECT settled_to,"
            + " (SELECT COUNT(*) FROM fill_entry WHERE fill_order > settled_to),"
            + " (SELECT COALESCE(MAX(fill_order), 0) FROM fill_entry) FROM ledger_version WHERE id = 1";
    private static final String STORE = "UPDATE ledger_version SET version = version + 1, settled_to = ? WHERE id = 1";

    private final Statements statements = new Statements();
    private long line;
    private long highest;
    private long above;
    private boolean loaded;

    /** Whether what this fill changes must have rows of its own when its transaction ends. */
    boolean covers(Connection connection, long order) throws SQLException {
        load(connection);
        return order <= line;
    }

    /** A fill, stored for the first time. */
    void see(Connection connection, long order) throws SQLException {
        load(connection);
        highest = Math.max(highest, order);
        above += order > line ? 1 : 0;
    }

    /** How many fills lie above the line. */
    long above(Connection connection) throws SQLException {
        load(connection);
        return above;
    }

    /**
     * Notes that there is a change.
     *
     * @param settle everything has been given rows of its own
     */
    void store(Connection connection, boolean settle) throws SQLException {
        load(connection);
        if (settle) {
            // Never between the two sides of a trade.
            line = Math.max(line, highest | 1);
            above = 0;
        }
        PreparedStatement store = statements.prepare(connection, STORE);
        store.setLong(1, line);
        store.executeUpdate();
    }

    void rolledBack() {
        loaded = false;
    }

    private void load(Connection connection) throws SQLException {
        if (loaded) {
            return;
        }
        try (ResultSet row = statements.prepare(connection, LOAD).executeQuery()) {
            row.next();
            line = row.getLong(1);
            above = row.getLong(2);
            highest = row.getLong(3);
        }
        loaded = true;
    }
}
