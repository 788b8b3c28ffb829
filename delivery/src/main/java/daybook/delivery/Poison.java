package daybook.delivery;

import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts how often records could not be processed, and parks those that were tried often enough. */
final class Poison {

    /** If more records of one batch are refused, somebody has changed the tables: parking them all would help nobody. */
    private static final int MOST_REFUSED = 16;

    private record Origin(TopicPartition place, long offset) {
        static Origin of(StoredRecord record) {
            return new Origin(record.place(), record.offset());
        }
    }

    private record Failure(int attempts, String error) {}

    private final int attempts;
    private final DeadLetters letters;
    private final Map<Origin, Failure> failures = new HashMap<>();

    Poison(ConsumerOptions options, DeadLetters letters) {
        this.attempts = options.attempts();
        this.letters = letters;
    }

    void failed(BadRecordException bad) {
        Origin origin = Origin.of(bad.record());
        Failure before = failures.get(origin);
        failures.put(origin, new Failure(before == null ? 1 : before.attempts() + 1, String.valueOf(bad.getMessage())));
    }

    /** Parks, in the caller's transaction, what was tried often enough; returns the others. */
    List<StoredRecord> park(Connection connection, List<StoredRecord> records) throws SQLException {
        if (failures.isEmpty()) {
            return records;
        }
        List<StoredRecord> others = new ArrayList<>(records.size());
        for (StoredRecord record : records) {
            Failure failure = failures.get(Origin.of(record));
            if (failure == null || failure.attempts() < attempts) {
                others.add(record);
            } else {
                letters.park(connection, record, failure.error(), failure.attempts());
            }
        }
        return others;
    }

    /**
     * Applies records each by itself, to find those that the database refuses. Each stands behind a savepoint: after an error
     * PostgreSQL takes nothing more of a transaction but the way back to one.
     *
     * @throws BadRecordException if one was refused; all were tried, and each that was refused has been counted but this one
     * @throws SQLException if the database refuses for another reason, or so many that the fault is not in the records
     */
    void oneByOne(Connection connection, List<StoredRecord> records, BatchHandler handler) throws SQLException {
        List<BadRecordException> bad = new ArrayList<>();
        int refused = 0;
        for (StoredRecord record : records) {
            Savepoint before = connection.setSavepoint();
            try {
                handler.apply(connection, List.of(record));
                connection.releaseSavepoint(before);
                continue;
            } catch (BadRecordException unreadable) {
                bad.add(unreadable);
            } catch (SQLException e) {
                if (!Refusals.isOfData(e) || ++refused > MOST_REFUSED) {
                    throw e;
                }
                bad.add(new BadRecordException(record, Refusals.said(e), e));
            }
            connection.rollback(before);
            handler.rolledBack();
        }
        if (!bad.isEmpty()) {
            bad.subList(1, bad.size()).forEach(this::failed);
            throw bad.get(0);
        }
    }

    /** These records are committed: applied or parked. Returns whether one was parked. */
    boolean passed(List<StoredRecord> records) {
        boolean parked = false;
        if (!failures.isEmpty()) {
            for (StoredRecord record : records) {
                Failure failure = failures.remove(Origin.of(record));
                parked |= failure != null && failure.attempts() >= attempts;
            }
        }
        return parked;
    }
}
