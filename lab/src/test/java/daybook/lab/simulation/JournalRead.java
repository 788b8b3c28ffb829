package daybook.lab.simulation;

import daybook.events.Command;
import daybook.events.CommandCodec;
import daybook.events.Event;
import daybook.events.EventCodec;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.exchange.matching.EventRecords;
import daybook.exchange.matching.MatchingEngine;
import daybook.journal.EntryKind;
import daybook.journal.JournalTailer;
import daybook.journal.SimDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the journal holds up to a line: commands, their events, and what follows from them. */
final class JournalRead {
    final List<CommandCodec.Timed> commands = new ArrayList<>();
    final List<Event> events = new ArrayList<>();
    /** For each command, the number of its last event. */
    private final List<Integer> ends = new ArrayList<>();

    final Map<String, Instrument> instruments = new TreeMap<>();
    final Books books = new Books();

    JournalRead(SimDisk disk, long lastCommandSeq) {
        try (JournalTailer tailer =
                JournalTailer.entries(disk, Venue.home(List.of()).journal(), 1)) {
            while (tailer.poll(lastCommandSeq, 1 << 16, (kind, number, payload, last) -> {
                        if (kind == EntryKind.COMMAND) {
                            commands.add(CommandCodec.decode(payload));
                        } else {
                            events.add(EventCodec.decode(number, payload));
                        }
                        if (last) {
                            ends.add(events.size());
                        }
                    })
                    > 0) {}
        }
    }

    /** Folds the events by the rules of the market. */
    void fold() {
        int done = 0;
        for (int end : ends) {
            String symbol = "";
            for (; done < end; done++) {
                Event event = events.get(done);
                books.take(event);
                if (event instanceof InstrumentChanged changed) {
                    instruments.put(changed.instrument().symbol(), changed.instrument());
                }
                symbol = event.key().isEmpty() ? symbol : event.key();
            }
            books.endOfGroup(symbol);
        }
    }

    /** The hash of the state that the commands give to a fresh engine, which must give the same events. */
    long stateHash() {
        MatchingEngine engine = new MatchingEngine();
        List<Event> again = new ArrayList<>();
        for (CommandCodec.Timed timed : commands) {
            Command command = timed.command();
            engine.apply(command, timed.timeMicros(), new EventRecords(again::add));
        }
        if (!again.equals(events)) {
            throw new Violation("REPLAY_DIFFERS", "the commands of the journal do not give its events", null);
        }
        return engine.stateHash();
    }
}
