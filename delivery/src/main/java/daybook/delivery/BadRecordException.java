package daybook.delivery;

import daybook.log.StoredRecord;

/** This record cannot be processed: its bytes or its content are wrong. */
public final class BadRecordException extends RecordException {
    private static final long serialVersionUID = 1L;

    private final boolean forGood;

    /**
     * Wrong as things are now: another state of the tables could take it.
     *
     * @param reason what is wrong with it, for the operator
     */
    public BadRecordException(StoredRecord record, String reason) {
        super(record, reason, null);
        this.forGood = false;
    }

    public BadRecordException(StoredRecord record, String reason, Throwable cause) {
        super(record, reason, cause);
        this.forGood = false;
    }

    private BadRecordException(String reason, StoredRecord record) {
        super(record, reason, null);
        this.forGood = true;
    }

    /** Wrong whatever the state of the tables is: there is no use in a second attempt. */
    public static BadRecordException forGood(StoredRecord record, String reason) {
        return new BadRecordException(reason, record);
    }

    public boolean isForGood() {
        return forGood;
    }
}
