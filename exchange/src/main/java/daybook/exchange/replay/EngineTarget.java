package daybook.exchange.replay;

import daybook.events.Command;
import daybook.events.Event;
import daybook.exchange.matching.CommandSlot;
import daybook.exchange.matching.EventRecords;
import daybook.exchange.matching.MatchingEngine;
import java.util.ArrayList;
import java.util.List;

/**
 * A new engine with nothing around it. Venue time starts with the year 2000 and goes on by a microsecond per command, so that two runs
 * of a file give the same events.
 */
public final class EngineTarget implements ReplayTarget {
    /** Microseconds since the epoch. */
    static final long FIRST_TIME = 946_684_800_000_000L;

    private final MatchingEngine engine = new MatchingEngine();
    private final CommandSlot slot = new CommandSlot();
    private final List<Event> events = new ArrayList<>();
    private final EventRecords records = new EventRecords(events::add);
    private long time = FIRST_TIME;

    @Override
    public List<Event> run(Command command) {
        events.clear();
        slot.set(command);
        engine.apply(slot, time++, records);
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
