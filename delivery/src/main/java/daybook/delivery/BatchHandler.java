package daybook.delivery;

import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What a consumer does with its records. Called on the consumer's thread only. */
public interface BatchHandler {

    /**
     * Applies records within the caller's transaction: no commit, no rollback, nothing outside the database.
     *
     * @param records in offset order per partition; never empty
     * @throws BadRecordException if one of them cannot be processed. The transaction is rolled back and the others are offered
     *     again, without it once it has been tried often enough
     * @throws NotYetException if one of them cannot be processed now. The transaction is rolled back and the others are offered
     *     again, without it and the later ones of its key
     * @throws SQLException if the database refuses: {@link #errors} says what of
     */
    void apply(Connection connection, List<StoredRecord> records) throws SQLException;

    /** The same, for a handler that wants to know how often each was tried: including this time. */
    default void apply(Connection connection, List<StoredRecord> records, Attempts attempts) throws SQLException {
        apply(connection, records);
    }

    /** What becomes of a record that it does not apply. */
    default ErrorClassifier errors() {
        return ErrorClassifier.DEFAULT;
    }

    /**
     * No records have come for a while: does what was put off, within the caller's transaction, as {@link #apply}. Called once in
     * each such pause.
     */
    default void pause(Connection connection) throws SQLException {}

    /** What was applied since the last call is durable. */
    default void committed() {}

    /** What was applied since the last call is undone: what is kept in memory of it must be forgotten. */
    default void rolledBack() {}

    /**
     * The partitions are this consumer's anew. Between then and now another owner may have written the tables: all that is kept in
     * memory of them must be forgotten.
     */
    default void takenOver() {
        rolledBack();
    }
}
