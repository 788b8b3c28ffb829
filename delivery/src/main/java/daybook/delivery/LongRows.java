package daybook.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of 64-bit integers for one table, collected and stored together: on PostgreSQL one statement takes whole columns as arrays,
 * which is several times as fast as a batch of statements; on SQLite, where a statement is a call and not a message, a batch is.
 * Confined to one thread.
 */
public final class LongRows {
    private final int columns;
    private final String rowByRow;
    private final String arrays;
    private final Statements statements = new Statements();
    private long[] values;
    private int rows;
    private @Nullable Connection owner;
    private @Nullable Dialect dialect;

    /**
     * Rows of a table.
     *
     * @param onConflict the statement's ON CONFLICT clause, or "". If it updates, a key may come once only between two flushes
     */
    public LongRows(String table, List<String> columns, String onConflict) {
        this.columns = columns.size();
        this.values = new long[64 * this.columns];
        String insert = "INSERT INTO " + table + " (" + String.join(", ", columns) + ") ";
        this.rowByRow = insert + "VALUES (" + repeat("?") + ") " + onConflict;
        this.arrays = insert + "SELECT * FROM unnest(" + repeat("?::bigint[]") + ") " + onConflict;
    }

    /** Takes a row, to be stored at the next {@link #flush}. */
    public void add(long... row) {
        if (row.length != columns) {
            throw new IllegalArgumentException("row: " + row.length + " values (expected: " + columns + ")");
        }
        int at = rows * columns;
        if (at == values.length) {
            values = Arrays.copyOf(values, 2 * values.length);
        }
        System.arraycopy(row, 0, values, at, columns);
        rows++;
    }

    public int size() {
        return rows;
    }

    /** Stores what was added, in the caller's transaction. Returns how many rows the database has taken. */
    public int flush(Connection connection) throws SQLException {
        if (rows == 0) {
            return 0;
        }
        int stored = switch (dialect(connection)) {
            case SQLITE -> storeRows(statements.prepare(connection, rowByRow));
            case POSTGRESQL -> storeArrays(statements.prepare(connection, arrays));
        };
        rows = 0;
        return stored;
    }

    /** Forgets what was added. */
    public void clear() {
        rows = 0;
    }

    private Dialect dialect(Connection connection) throws SQLException {
        Dialect current = dialect;
        if (current == null || owner != connection) {
            current = Dialect.of(connection);
            dialect = current;
            owner = connection;
        }
        return current;
    }

    private int storeRows(PreparedStatement insert) throws SQLException {
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                insert.setLong(column + 1, values[row * columns + column]);
            }
            insert.addBatch();
        }
        int stored = 0;
        for (int count : insert.executeBatch()) {
            stored += count;
        }
        return stored;
    }

    private int storeArrays(PreparedStatement insert) throws SQLException {
        for (int column = 0; column < columns; column++) {
            long[] array = new long[rows];
            for (int row = 0; row < rows; row++) {
                array[row] = values[row * columns + column];
            }
            insert.setObject(column + 1, array);
        }
        return insert.executeUpdate();
    }

    private String repeat(String word) {
        return String.join(", ", Collections.nCopies(columns, word));
    }
}
