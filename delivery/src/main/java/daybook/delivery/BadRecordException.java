package daybook.delivery;

import daybook.log.StoredRecord;

/** This record cannot be processed, however often it is tried: its bytes or its content are wrong. */
public final class BadRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient StoredRecord record;

    /** @param reason what is wrong with it, for the operator */
    public BadRecordException(StoredRecord record, String reason) {
        super(reason);
        this.record = record;
    }

    public BadRecordException(StoredRecord record, String reason, Throwable cause) {
        super(reason, cause);
        this.record = record;
    }

    public StoredRecord record() {
        return record;
    }
}
