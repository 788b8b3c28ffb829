package daybook.delivery;

import java.sql.Connection;
import java.sql.SQLException;

/** A consumer's transactions, for the parts of it that have some of their own. Confined to its thread. */
interface Turn {
    /** For reading what is committed; no transaction begins. */
    Connection reading() throws SQLException;

    /** The connection in a transaction, which begins now unless it has begun. */
    Connection transaction() throws SQLException;

    /** Commits, if the consumer still is the one who works. */
    void commit() throws SQLException;

    /** Back to what is in the database, in memory too. */
    void undo();
}
