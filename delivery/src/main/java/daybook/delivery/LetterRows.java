package daybook.delivery;

import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Rows of the {@code dead_letter} table. */
final class LetterRows {
    static final String COLUMNS = "n, consumer, topic, partition_no, record_offset, record_key, headers, body,"
            + " record_time_ms, error, attempts, parked_at_ms, state, repaired_body, replays, replays_allowed, asked_at_ms,"
            + " changed_at_ms, changed_by, reason, version";

    /** The states that wait, as a condition. */
    static final String WAITING = "state IN ('open', 'repaired', 'parked')";

    private LetterRows() {}

    static DeadLetter read(ResultSet row) throws SQLException {
        LogRecord record =
                new LogRecord(row.getBytes(6), row.getBytes(8), HeaderBytes.decode(row.getBytes(7)), row.getLong(9));
        StoredRecord stored =
                new StoredRecord(new TopicPartition(row.getString(3), row.getInt(4)), row.getLong(5), record);
        DeadLetter.Handling handling = new DeadLetter.Handling(
                LetterState.of(row.getString(13)),
                Optional.ofNullable(row.getBytes(14)),
                row.getInt(15),
                row.getInt(16),
                row.getObject(17) != null,
                row.getLong(18),
                row.getString(19),
                row.getString(20),
                row.getInt(21));
        return new DeadLetter(
                row.getLong(1), row.getString(2), stored, row.getString(10), row.getInt(11), row.getLong(12), handling);
    }
}
