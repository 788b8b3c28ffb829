package daybook.delivery;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * One service's database, and how it is reached: SQLite (one file per service) and PostgreSQL (one schema per service). What differs
 * in their SQL is in {@link Dialect}; everything else is written in words that both understand.
 */
public interface Database extends AutoCloseable {

    /**
     * A connection for the service's one writer, with autocommit on; turning it off begins a transaction, turning it on again
     * commits it ({@link Writer} does). On SQLite a transaction takes the write lock when it begins, waiting up to the database's
     * deadline, so that one that has read cannot fail for want of the lock later; on PostgreSQL rows are locked as they are
     * written. A commit survives a power cut.
     */
    Connection openWriter() throws SQLException;

    /**
     * A connection that cannot write, also while a writer is at work. Autocommit is off: what one transaction reads is one
     * state. End it soon (roll back): it keeps the engine from cleaning up.
     */
    Connection openReader() throws SQLException;

    /** Connections for the migrations: autocommit on. */
    DataSource migrations();

    /** Whether it is known to have a service's tables already, as a copy of another has: then nobody looks. */
    default boolean isMigrated(String location) {
        return false;
    }

    /** Which SQL it speaks. */
    Dialect dialect();

    /** Where in the database the service's tables are; empty if the database is this service's alone. */
    default Optional<String> schema() {
        return Optional.empty();
    }

    /**
     * Whether others have tables in it, too, with migrations of their own: what is there before our first script is left as it is. Without
     * it a first script refuses a place that is not empty.
     */
    default boolean isSharedWithOthers() {
        return false;
    }

    /** Whether there is something to open; a server's answer is yes without being asked. */
    default boolean exists() {
        return true;
    }

    /** Deletes it with all that is in it. Nobody may have it open. Does nothing if it is not there. */
    default void drop() throws SQLException {
        throw new SQLFeatureNotSupportedException("database: " + name() + " cannot be deleted");
    }

    /**
     * Leaves nothing beside the database that a writer leaves there while somebody reads. For a service's process, once the writer is
     * closed. Does nothing if there is nothing to do.
     */
    default void tidy() throws SQLException {}

    /** Whether the service has made its tables, of which this is one. Asks; makes nothing. */
    default boolean has(String table) throws SQLException {
        if (!exists()) {
            return false;
        }
        try (Connection connection = openReader();
                ResultSet tables = connection.getMetaData().getTables(null, schema().orElse(null), table, null)) {
            return tables.next();
        }
    }

    /** File or URL, for messages; no secrets. */
    String name();

    /** Gives up connections that are kept for readers. */
    @Override
    default void close() {}
}
