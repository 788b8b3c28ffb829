package daybook.posttrade.ledger;

import daybook.delivery.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@code name} table, whole in memory: accounts and symbols by number, so that a fill's row holds two small integers instead
 * of two texts. Confined to the ledger's thread.
 */
final class Names {
    private static final String LOAD = "SELECT name, name_no FROM name";
    private static final String ADD = "INSERT INTO name (name_no, name) VALUES (?, ?)";

    private final Statements statements = new Statements();
    private final Map<String, Long> numbers = new HashMap<>();
    private final List<String> added = new ArrayList<>();
    private boolean loaded;

    /** The name's number; a new one is in the database after {@link #store}. */
    long number(Connection connection, String name) throws SQLException {
        load(connection);
        Long number = numbers.get(name);
        if (number == null) {
            // Names are never deleted: their numbers are 1 to how many there are.
            number = numbers.size() + 1L;
            numbers.put(name, number);
            added.add(name);
        }
        return number;
    }

    void store(Connection connection) throws SQLException {
        if (added.isEmpty()) {
            return;
        }
        PreparedStatement add = statements.prepare(connection, ADD);
        for (String name : added) {
            add.setLong(1, number(connection, name));
            add.setString(2, name);
            add.addBatch();
        }
        add.executeBatch();
        added.clear();
    }

    void rolledBack() {
        numbers.clear();
        added.clear();
        loaded = false;
    }

    private void load(Connection connection) throws SQLException {
        if (loaded) {
            return;
        }
        try (ResultSet row = statements.prepare(connection, LOAD).executeQuery()) {
            while (row.next()) {
                numbers.put(row.getString(1), row.getLong(2));
            }
        }
        loaded = true;
    }
}
