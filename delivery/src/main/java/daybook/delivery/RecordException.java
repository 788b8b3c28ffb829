package daybook.delivery;

import daybook.log.StoredRecord;
import org.jspecify.annotations.Nullable;

/** One record of a batch was not applied, and it is known which. */
public abstract sealed class RecordException extends RuntimeException permits BadRecordException, NotYetException {
    private static final long serialVersionUID = 1L;

    private final transient StoredRecord record;

    RecordException(StoredRecord record, String reason, @Nullable Throwable cause) {
        super(reason, cause);
        this.record = record;
    }

    public final StoredRecord record() {
        return record;
    }
}
