package daybook.app.venue;

import daybook.journal.DiskException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What has been opened, to be closed in the opposite order, each one whatever became of the others. */
final class Opened implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Opened.class);

    private final Deque<AutoCloseable> things = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T thing) {
        things.push(thing);
        return thing;
    }

    @Override
    public void close() {
        while (!things.isEmpty()) {
            AutoCloseable thing = things.pop();
            try {
                thing.close();
            } catch (DiskException disk) { // it says which file and why; where in our code is of no use to an operator
                LOG.error("{} was not closed in order: {}", thing.getClass().getSimpleName(), disk.getMessage());
            } catch (Exception refused) { // the others must be closed all the same
                LOG.error("{} was not closed in order", thing.getClass().getSimpleName(), refused);
            }
        }
    }
}
