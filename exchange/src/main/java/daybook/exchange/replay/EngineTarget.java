package daybook.exchange.replay;

import daybook.events.Command;
import daybook.events.Event;
import daybook.exchange.matching.CommandSlot;
import daybook.exchange.matching.EventRecords;
import daybook.exchange.matching.MatchingEngine;
import java.util.ArrayList;
import java.util.List;

/** A new engine with nothing around it. */
public final class EngineTarget implements ReplayTarget {
    /**
     * When everything happens, in microseconds since the epoch: the start of the year 2000. A command file has no time, so venue time
     * stands still, and two runs of a file give the same events.
     */
    public static final long VENUE_TIME_MICROS = 946_684_800_000_000L;

    private final MatchingEngine engine = new MatchingEngine();
    private final CommandSlot slot = new CommandSlot();
    private final List<Event> events = new ArrayList<>();
    private final EventRecords records = new EventRecords(events::add);

    @Override
    public List<Event> run(Command command) {
        events.clear();
        slot.set(command);
        engine.apply(slot, VENUE_TIME_MICROS, records);
        return events;
    }

    @Override
    public void finish() {
        // Nothing is durable here.
    }

    MatchingEngine engine() {
        return engine;
    }
}
