package daybook.delivery;

/**
 * Called at every step of a {@link StepHandler}, so that an experiment or a test can let the consumer die at exactly that one: by
 * throwing something that nobody catches, {@link Crash} for example. What is in the database and on the log then is what a killed
 * process would have left there, once the writer is rolled back.
 */
@FunctionalInterface
public interface CrashHook {
    /** Nothing happens. */
    CrashHook NONE = (stage, index) -> {};

    /** Where a consumer is. */
    enum Stage {
        /** Before a record is processed; the index is the record's place in its batch. */
        PROCESS,
        /** After the last record of a batch and before its commit; the index is the size of the batch. */
        BEFORE_COMMIT
    }

    void at(Stage stage, int index);

    /** The end of a process, as far as a consumer can tell. */
    final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Crash(Stage stage, int index) {
            super("crash: " + stage + " " + index, null, false, false);
        }
    }
}
