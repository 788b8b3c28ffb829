package daybook.delivery;

import daybook.log.TopicPartition;
import java.sql.SQLException;

/** Another owner works here now: what was applied must be rolled back. */
public final class StaleOwnerException extends SQLException {
    private static final long serialVersionUID = 1L;

    StaleOwnerException(TopicPartition place, long nextOffset) {
        super(place + ": another owner has moved the cursor (expected: " + nextOffset + ")");
    }

    public StaleOwnerException(String message) {
        super(message);
    }
}
