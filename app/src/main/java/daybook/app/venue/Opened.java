package daybook.app.venue;

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
            } catch (Exception refused) { // the others must be closed all the same
                String name = thing.getClass().getSimpleName();
                if (OutsideFault.is(refused)) {
                    LOG.error("{} was not closed in order: {}", name, refused.getMessage());
                } else {
                    LOG.error("{} was not closed in order", name, refused);
                }
            }
        }
    }
}
