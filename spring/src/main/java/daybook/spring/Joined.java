package daybook.spring;

import daybook.delivery.DeliveryException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Runs steps on the connection of the caller's transaction. What fails is unchecked: Spring commits when a checked exception leaves a
 * {@code @Transactional} method. Safe for many threads.
 */
final class Joined {
    private final DataSource source;
    private final String database;

    /** @param migrated the same database, in which our tables are by now */
    Joined(DataSource source, ApplicationDatabase migrated) {
        this.source = source;
        this.database = migrated.name();
    }

    interface Step<T> {
        T in(Connection connection) throws SQLException;
    }

    /** Whether the caller is in a transaction of any resource. */
    boolean isInTransaction() {
        return TransactionSynchronizationManager.isActualTransactionActive();
    }

    /**
     * Does it in the caller's transaction.
     *
     * @param what for the message
     * @throws IllegalStateException if the caller is in no transaction of this DataSource
     * @throws DeliveryException if the database refuses, or the owner is stale: the transaction rolls back with it
     */
    <T> T run(String what, Step<T> step) {
        Connection connection = DataSourceUtils.getConnection(source);
        try {
            if (!isInTransaction() || connection.getAutoCommit()) {
                throw new IllegalStateException(what
                        + ": no transaction (expected: a call within @Transactional on the application's DataSource)");
            }
            return step.in(connection);
        } catch (SQLException e) {
            throw new DeliveryException(
                    what + ": " + database + ": "
                            + String.valueOf(e.getMessage()).replace('\n', ' '),
                    e);
        } finally {
            DataSourceUtils.releaseConnection(connection, source);
        }
    }
}
