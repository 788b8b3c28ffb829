package daybook.delivery.jobs.log;

import java.util.function.BooleanSupplier;

/** In which order a job that is not done leaves its place: there is no transaction over the log and the database. */
@FunctionalInterface
interface EndOrder {
    /** Two records if the process dies in between; the other way round there would be none. */
    EndOrder RECORD_FIRST = (record, cursor) -> {
        record.run();
        return cursor.getAsBoolean();
    };

    /**
     * Ends it.
     *
     * @param record writes it anew, durably
     * @param cursor moves the cursor past it; false if that is not this worker's any more
     * @return what the cursor said
     */
    boolean end(Runnable record, BooleanSupplier cursor);
}
