package daybook.posttrade.reconcile;

import daybook.events.Event;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * The exchange's own record of what it decided, read by a way that shares nothing with the log and the services behind it. It
 * remembers its place. Confined to one thread.
 */
public interface DropCopy extends AutoCloseable {

    /** Its beginning is not kept any more, so nothing can be added up from it. */
    final class IncompleteException extends IOException {
        private static final long serialVersionUID = 1L;

        public IncompleteException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Passes on the events after those that it has passed on, in order of seq from 1, none above the durable line.
     *
     * @param most more than 0
     * @return how many; 0 = there is nothing more now
     * @throws IncompleteException if its beginning is not kept any more
     * @throws IOException if it cannot be read; the message names the place
     */
    int poll(int most, Consumer<Event> sink) throws IOException;

    @Override
    void close();
}
