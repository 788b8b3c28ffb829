package daybook.exchange.replay;

import daybook.events.Event;
import java.io.IOException;

/** Takes all events of a replay in order. */
@FunctionalInterface
public interface EventOutput {
    EventOutput NONE = event -> {};

    void accept(Event event) throws IOException;
}
