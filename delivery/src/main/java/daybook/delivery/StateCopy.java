package daybook.delivery;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Copies what a service has computed - its tables and the cursors that say from what - from one database of that service to
 * another, whichever engines they are on. With the cursors a copy says itself what it covers: it is a snapshot.
 *
 * <p>What belongs to a database and not to the state stays behind: who holds its lease, and what it has published.
 */
public final class StateCopy {
    private static final Set<String> STAYS = Set.of(
            Migrations.HISTORY, "lease", "outbox", "outbox_origin", "outbox_mark", "outbox_event", "sqlite_sequence");

    private static final int BATCH = 1_000;

    private StateCopy() {}

    /**
     * Replaces the state of one by the state of the other, within the caller's transaction. Memory does not grow with the tables;
     * the transaction does.
     *
     * @param from one state of it: a reader in its transaction
     * @throws SQLException if the tables differ, so that another version of the program made one of them; the caller rolls back
     */
    public static void copy(Connection from, Connection to) throws SQLException {
        Map<String, List<String>> tables = tables(to);
        if (!tables.equals(tables(from))) {
            throw new SQLException("tables: " + tables(from) + " (expected: those of this version, " + tables + ")");
        }
        for (var table : tables.entrySet()) {
            clear(to, table.getKey());
            rows(from, to, table.getKey(), table.getValue());
        }
        Dialect.of(to).numbersGoOn(to, tables.keySet());
    }

    private static Map<String, List<String>> tables(Connection connection) throws SQLException {
        DatabaseMetaData facts = connection.getMetaData();
        String schema = connection.getSchema();
        Map<String, List<String>> tables = new TreeMap<>();
        try (ResultSet row = facts.getTables(null, schema, "%", new String[] {"TABLE"})) {
            while (row.next()) {
                String table = row.getString("TABLE_NAME");
                if (!STAYS.contains(table)) {
                    tables.put(table, new ArrayList<>());
                }
            }
        }
        for (var table : tables.entrySet()) {
            try (ResultSet row = facts.getColumns(null, schema, table.getKey(), "%")) {
                while (row.next()) {
                    table.getValue().add(row.getString("COLUMN_NAME"));
                }
            }
            table.getValue().sort(null); // added by a migration, or there from the beginning
        }
        return tables;
    }

    private static void clear(Connection to, String table) throws SQLException {
        try (Statement delete = to.createStatement()) {
            delete.executeUpdate("DELETE FROM " + table);
        }
    }

    private static void rows(Connection from, Connection to, String table, List<String> columns) throws SQLException {
        String names = String.join(", ", columns);
        String marks = "?, ".repeat(columns.size() - 1) + "?";
        try (PreparedStatement select = from.prepareStatement("SELECT " + names + " FROM " + table);
                PreparedStatement insert =
                        to.prepareStatement("INSERT INTO " + table + " (" + names + ") VALUES (" + marks + ")")) {
            select.setFetchSize(BATCH);
            try (ResultSet row = select.executeQuery()) {
                int waiting = 0;
                while (row.next()) {
                    for (int i = 1; i <= columns.size(); i++) {
                        insert.setObject(i, row.getObject(i));
                    }
                    insert.addBatch();
                    if (++waiting % BATCH == 0) {
                        insert.executeBatch();
                    }
                }
                insert.executeBatch();
            }
        }
    }
}
