package daybook.delivery;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The one writing connection of a service and its transactions: opened when it is needed, opened anew after a failure. Confined
 * to the service's thread; its consumer and its relay share it, one transaction at a time.
 */
public final class Writer implements AutoCloseable {
    private final Database database;
    private @Nullable Connection connection;

    public Writer(Database database) {
        this.database = database;
    }

    /** The connection, in a transaction or not; for reading what has been committed. Not the same one for ever. */
    public Connection connection() throws SQLException {
        Connection current = connection;
        if (current == null) {
            current = database.openWriter();
            connection = current;
        }
        return current;
    }

    /** The connection in a transaction, which begins now unless it has begun. Holds the write lock from then on. */
    public Connection transaction() throws SQLException {
        Connection current = connection();
        current.setAutoCommit(false);
        return current;
    }

    /** Ends the transaction, durably. Does nothing if there is none. */
    public void commit() throws SQLException {
        Connection current = connection;
        if (current != null) {
            // Commits, as JDBC says. commit() itself would begin the next transaction at once on SQLite, and an idle
            // service would keep the write lock.
            current.setAutoCommit(true);
        }
    }

    /** Undoes what is not committed. The connection is given up: whatever broke it does not matter then. */
    public void rollback() {
        Connection current = connection;
        connection = null;
        if (current == null) {
            return;
        }
        try (current) {
            if (!current.getAutoCommit()) {
                current.rollback();
            }
        } catch (SQLException ignored) {
            // A connection that cannot even roll back is closed, which does; the next use opens another one.
        }
    }

    @Override
    public void close() {
        rollback();
    }
}
