package daybook.spring;

import daybook.delivery.ServiceStatus;

/** What works in the background, in rounds. Confined to its thread, but for {@link #status}. */
interface Part extends AutoCloseable {

    /** One round. Returns how much was done; 0 = nothing to do now. */
    int pump();

    /** The end is near: begins nothing new, if it has something that goes on by itself. */
    default void drain() {}

    /**
     * Whether nothing is left that waiting could bring to its end.
     *
     * @param done of the last round
     */
    boolean isOver(int done);

    /** Safe for any thread. */
    ServiceStatus status();

    @Override
    void close();
}
