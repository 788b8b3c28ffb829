package daybook.strategies.evaluate;

import java.sql.SQLException;

/** What was computed may not be stored: the shard is another's now. */
final class LostLeaseException extends SQLException {
    private static final long serialVersionUID = 1L;

    LostLeaseException(String message) {
        super(message);
    }
}
