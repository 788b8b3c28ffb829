package daybook.strategies.dispatch;

/** In which order a dispatcher does what it does with some bars. */
@FunctionalInterface
interface DispatchOrder {
    /** The bars are passed only when every batch is on the log. */
    DispatchOrder COMMIT_LAST = step -> {
        if (!step.sent()) {
            return false;
        }
        step.commit();
        return true;
    };

    /** What there is to be done. */
    interface Step {
        /** Sends all batches and waits. True if each of them is on the log. */
        boolean sent();

        /** Passes the bars. */
        void commit();
    }

    /** False if the bars have to be read again. */
    boolean run(Step step);
}
