package daybook.delivery;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;

/**
 * One service's database, and all that differs between the engines: SQLite (one file per service) and PostgreSQL (one schema
 * per service). Everything else is written in SQL that both understand.
 */
public interface Database {

    /**
     * A connection for the service's one writer, with autocommit on; turning it off begins a transaction, turning it on again
     * commits it ({@link Writer} does). A transaction takes the write lock when it begins, waiting up to the database's
     * deadline, so that one that has read cannot fail for want of the lock later. A commit survives a power cut.
     */
    Connection openWriter() throws SQLException;

    /**
     * A connection that cannot write, also while a writer is at work. Autocommit is off: what one transaction reads is one
     * state. End it soon (roll back): it keeps the engine from cleaning up.
     */
    Connection openReader() throws SQLException;

    /** Connections for the migrations: autocommit on. */
    DataSource migrations();

    /**
     * Words of the table definitions that have no common spelling: {@code bytes} (type of a byte array), {@code identity} (a
     * rising number that is never given twice), {@code rowkey} (type of a primary key that is one 64-bit integer), {@code random} (an expression: 16 random hexadecimal
     * digits), {@code
     * clustered} (table option: rows lie in the order of their key).
     */
    Map<String, String> words();

    /** File or URL, for messages; no secrets. */
    String name();
}
