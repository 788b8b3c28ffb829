package daybook.delivery.jobs;

/** Gives each job a thread. */
public interface JobThreads {

    /**
     * Runs the body once, on a thread that is nobody else's, and returns at once. The body throws nothing. A thread that hangs must not
     * keep the process alive.
     *
     * @param name of the thread, for people
     * @throws RuntimeException if there is no thread to be had: the body has not run and will not
     */
    Started start(String name, Runnable body);

    /** A thread that was started. */
    interface Started {
        /** Asks it to end. Does nothing once its body is over. */
        void interrupt();
    }
}
