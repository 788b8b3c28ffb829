package daybook.delivery;

import daybook.log.TopicPartition;
import java.sql.SQLException;

/** Another owner has moved the cursor of this partition: what was applied must be rolled back. */
final class StaleOwnerException extends SQLException {
    private static final long serialVersionUID = 1L;

    StaleOwnerException(TopicPartition place, long nextOffset) {
        super(place + ": another owner has moved the cursor (expected: " + nextOffset + ")");
    }
}
