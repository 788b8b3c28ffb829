package daybook.delivery;

import daybook.log.StoredRecord;

/**
 * This record cannot be processed now, and nothing is wrong with it: what it needs is not there yet, or belongs to somebody else. It
 * waits, and all later records of its key behind it.
 */
public final class NotYetException extends RecordException {
    private static final long serialVersionUID = 1L;

    /** @param reason what it waits for, for the operator */
    public NotYetException(StoredRecord record, String reason) {
        super(record, reason, null);
    }
}
