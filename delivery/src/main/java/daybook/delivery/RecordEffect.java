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
     * @throws BadRecordException if it cannot be processed, now or ever
     * @throws SQLException if the database refuses
     */
    void apply(Connection connection, StoredRecord record) throws SQLException;

    /** Every record of the batch has been applied: stores what was put off until now, within the same transaction. */
    default void endOfBatch(Connection connection) throws SQLException {}

    /** What was applied since the last commit is undone. */
    default void rolledBack() {}
}
