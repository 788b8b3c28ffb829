package daybook.exchange.replay;

import daybook.events.Command;
import daybook.events.Event;
import java.util.List;

/** What runs the commands of a file: an engine alone, or an exchange with its journal. Confined to one thread. */
public interface ReplayTarget {
    /**
     * Runs one command.
     *
     * @return what was decided, in order; the next call may reuse the list
     */
    List<Event> run(Command command);

    /** Returns when everything run so far is as durable as this target makes it. Called once, after the last command. */
    void finish();
}
