package daybook.delivery;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The one writing connection of a service, opened when it is needed and opened again after it broke. Confined to the service's
 * thread; its consumer and its relay share it.
 */
public final class Writer implements AutoCloseable {
    private static final int VALID_TIMEOUT_SECONDS = 5;

    private final Database database;
    private @Nullable Connection connection;

    public Writer(Database database) {
        this.database = database;
    }

    /** The connection; not the same one for ever, so statements must not outlive it. */
    public Connection connection() throws SQLException {
        Connection current = connection;
        if (current == null) {
            current = database.openWriter();
            connection = current;
        }
        return current;
    }

    public Database database() {
        return database;
    }

    /** Undoes what is not committed. A connection that cannot even do that is given up. */
    public void rollback() {
        Connection current = connection;
        if (current == null) {
            return;
        }
        try {
            current.rollback();
            if (!current.isValid(VALID_TIMEOUT_SECONDS)) {
                giveUp(current);
            }
        } catch (SQLException e) {
            giveUp(current);
        }
    }

    @Override
    public void close() {
        Connection current = connection;
        if (current != null) {
            rollback();
            giveUp(current);
        }
    }

    private void giveUp(Connection broken) {
        connection = null;
        try {
            broken.close();
        } catch (SQLException ignored) {
            // It is broken already; the next use opens another one and reports what is wrong then.
        }
    }
}
