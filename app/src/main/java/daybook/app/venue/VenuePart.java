package daybook.app.venue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A process of a venue, all of it or some roles: what a command that runs one does with it. */
public interface VenuePart extends AutoCloseable {

    /** Where HTTP listens. */
    String address();

    /** Waits until somebody asks for a stop, something fails, or the time is over. */
    void await(Optional<Duration> atMost) throws InterruptedException;

    /** Asks for a stop. Safe for many threads, and more than once. */
    void requestStop();

    /** What ended it, if it was not a request. */
    Optional<Throwable> failure();

    /** What keeps its services from going on now. */
    List<String> troubles();

    /** Stops in order. */
    @Override
    void close();
}
