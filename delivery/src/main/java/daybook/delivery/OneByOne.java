package daybook.delivery;

import daybook.delivery.ErrorClassifier.Verdict;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Applies records each by itself, to find those that cannot be. Each stands behind a savepoint: after an error PostgreSQL takes
 * nothing more of a transaction but the way back to one.
 */
final class OneByOne {
    /** If the database refuses more records of one batch, the fault is not in them: putting them all aside would help nobody. */
    private static final int MOST_REFUSED = 16;

    private OneByOne() {}

    /** With what records are applied. */
    record Means(BatchHandler handler, ErrorClassifier errors, Attempts attempts) {}

    /** A record that was not applied. */
    record Failed(StoredRecord record, Verdict verdict, String error) {}

    /** Some were not applied; the transaction must be undone. */
    static final class SomeFailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient List<Failed> failures;

        SomeFailedException(List<Failed> failures) {
            super(failures.size() + " records were not applied", null, false, false);
            this.failures = List.copyOf(failures);
        }

        List<Failed> failures() {
            return failures;
        }
    }

    /**
     * Applies them.
     *
     * @throws SomeFailedException if some were not applied; all were tried but those behind one whose key has to wait
     * @throws SQLException if the database refuses for another reason, or so many that the fault is not in the records
     */
    static void apply(Connection connection, List<StoredRecord> records, Means means) throws SQLException {
        Dialect.of(connection).waitBriefly(connection);
        List<Failed> failures = new ArrayList<>();
        Set<RecordKey> waiting = new HashSet<>();
        int refused = 0;
        for (StoredRecord record : records) {
            if (!waiting.isEmpty() && waiting.contains(RecordKey.of(record))) {
                continue;
            }
            Savepoint before = connection.setSavepoint();
            try {
                means.handler().apply(connection, List.of(record), means.attempts());
                connection.releaseSavepoint(before);
            } catch (RecordException | SQLException failed) {
                Verdict verdict = means.errors().of(failed);
                refused += failed instanceof SQLException ? 1 : 0;
                if (verdict == Verdict.OUTAGE || refused > MOST_REFUSED) {
                    throw failed;
                }
                connection.rollback(before);
                means.handler().rolledBack();
                failures.add(new Failed(record, verdict, Refusals.said(failed)));
                if (verdict == Verdict.KEY) {
                    waiting.add(RecordKey.of(record));
                }
            }
        }
        if (!failures.isEmpty()) {
            throw new SomeFailedException(failures);
        }
    }
}
