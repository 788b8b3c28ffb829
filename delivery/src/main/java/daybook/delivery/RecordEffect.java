package daybook.delivery;

import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;

/** What one record does. Called on the consumer's thread only. */
@FunctionalInterface
public interface RecordEffect {

    /**
     * Applies a record, within the caller's transaction.
     *
     * @throws BadRecordException if it cannot be processed
     * @throws NotYetException if it cannot be processed now
     * @throws SQLException if the database refuses
     */
    void apply(Connection connection, StoredRecord record) throws SQLException;

    /** The same, for an effect that wants to know how often the record was tried: including this time. */
    default void apply(Connection connection, StoredRecord record, int attempt) throws SQLException {
        apply(connection, record);
    }

    /** Every record of the batch has been applied: stores what was put off until now, within the same transaction. */
    default void endOfBatch(Connection connection) throws SQLException {}

    /** What was applied since the last commit is undone. */
    default void rolledBack() {}
}
