package daybook.delivery;

import java.sql.SQLException;

/**
 * Decides what becomes of a record that was not applied, by what went wrong. A handler may have its own
 * ({@link BatchHandler#errors}); {@link #DEFAULT} goes by the type of the failure and the code of the database. Safe for many
 * threads.
 */
@FunctionalInterface
public interface ErrorClassifier {

    /** What a failure is about, and so who waits for what. */
    enum Verdict {
        /** The data, for good: no attempt can end otherwise. It is put aside at once. */
        FATAL,
        /** The data, as things are now: it is put aside after the attempts of {@link ConsumerOptions}. */
        POISON,
        /** This record's key, for a while: it waits with all later records of its key, in order; others go on. */
        KEY,
        /** The world: everything waits, is tried again for ever with growing pauses, and the status is red. */
        OUTAGE
    }

    /** @param failure a {@link BadRecordException}, a {@link NotYetException}, or what the database has said */
    Verdict of(Exception failure);

    /**
     * A {@link BadRecordException} is fatal if it says so, else poison; a {@link NotYetException} concerns its key. A database that
     * refuses what is in a row: poison. One that could not have a lock in time, or ended a transaction for the sake of another (SQL
     * states 55P03, 40001, 40P01): the key. SQLite has one lock for all; whatever else it is, is an outage.
     */
    ErrorClassifier DEFAULT = failure -> {
        if (failure instanceof BadRecordException bad) {
            return bad.isForGood() ? Verdict.FATAL : Verdict.POISON;
        }
        if (failure instanceof NotYetException) {
            return Verdict.KEY;
        }
        if (failure instanceof SQLException refused) {
            return Refusals.isOfData(refused)
                    ? Verdict.POISON
                    : Refusals.isOfARow(refused) ? Verdict.KEY : Verdict.OUTAGE;
        }
        return Verdict.OUTAGE;
    };
}
