package daybook.exchange.pipeline;

import daybook.events.Event;
import daybook.events.EventCodec;
import daybook.events.Trade;
import daybook.exchange.matching.MatchingEngine;
import daybook.journal.EntryKind;
import daybook.journal.Journal;
import daybook.journal.JournalSettings;
import daybook.journal.JournalTailer;
import daybook.journal.JournalWriter;
import daybook.journal.SimDisk;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes a journal anew with a change in it, as somebody would who also repairs every checksum. */
final class Rewriting {

    /** One entry; the payload is all of the array. */
    record Entry(byte kind, byte[] payload, boolean lastOfGroup) {
        Event event() {
            return EventCodec.decode(1, ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    private Rewriting() {}

    static Rewriting of(SimulatedVenue venue) {
        Rewriting rewriting = new Rewriting();
        try (JournalTailer tailer = JournalTailer.entries(venue.disk, venue.home.journal(), 1)) {
            while (tailer.poll(venue.exchange().durableCommandSeq(), 1 << 20, (kind, number, payload, last) -> {
                        byte[] bytes = new byte[payload.remaining()];
                        payload.duplicate().get(bytes);
                        rewriting.entries.add(new Entry(kind, bytes, last));
                    })
                    > 0) {}
        }
        return rewriting;
    }

    /** Gives the first trade one unit more; gives its seq. */
    long enlargeTheFirstTrade() {
        int at = firstTrade();
        Trade t = (Trade) entries.get(at).event();
        Trade changed = new Trade(
                t.seq(),
                t.time(),
                t.tradeId(),
                t.symbol(),
                t.price(),
                t.quantity() + 1,
                t.aggressorSide(),
                t.buyOrderId(),
                t.sellOrderId(),
                t.buyAccountId(),
                t.sellAccountId());
        ByteBuffer bytes = ByteBuffer.allocate(1_024).order(ByteOrder.LITTLE_ENDIAN);
        EventCodec.encode(changed, bytes);
        byte[] payload = new byte[bytes.flip().remaining()];
        bytes.get(payload);
        entries.set(at, new Entry(EntryKind.EVENT, payload, entries.get(at).lastOfGroup()));
        return seqAt(at);
    }

    /** Swaps the first trade with the event before it; gives the seq of that. */
    long swapTheFirstTradeWithTheEventBefore() {
        int at = firstTrade();
        Entry before = entries.get(at - 1);
        Entry trade = entries.get(at);
        entries.set(at - 1, new Entry(EntryKind.EVENT, trade.payload(), before.lastOfGroup()));
        entries.set(at, new Entry(EntryKind.EVENT, before.payload(), trade.lastOfGroup()));
        return seqAt(at - 1);
    }

    /** Swaps two whole groups of one command and one event each; gives the first seq concerned. */
    long swapTwoCommands() {
        for (int at = 0; at < entries.size() - 3; at++) {
            List<Entry> four = entries.subList(at, at + 4);
            boolean pairs = four.get(0).kind() == EntryKind.COMMAND
                    && four.get(1).lastOfGroup()
                    && four.get(1).kind() == EntryKind.EVENT
                    && four.get(3).lastOfGroup()
                    && four.get(3).kind() == EntryKind.EVENT
                    && four.get(1).event().kind() == Event.Kind.ORDER_ACCEPTED
                    && four.get(3).event().kind() == Event.Kind.ORDER_ACCEPTED;
            if (pairs) {
                Collections.rotate(four, 2);
                return seqAt(at + 1);
            }
        }
        throw new IllegalStateException("no two such commands");
    }

    /** Takes the last event of the first command that has two or more; gives its seq. */
    long dropTheLastEventOfACommand() {
        int at = firstTrade();
        while (!entries.get(at).lastOfGroup()) {
            at++;
        }
        long seq = seqAt(at);
        entries.remove(at);
        Entry before = entries.get(at - 1);
        entries.set(at - 1, new Entry(before.kind(), before.payload(), true));
        return seq;
    }

    /** The journal as it then is, on a disk of its own. */
    SimDisk write(ExchangeHome home) {
        return writeAs(home, MatchingEngine.VERSION);
    }

    /** The same, as if rules of another version had made the events. */
    SimDisk writeAs(ExchangeHome home, int engineVersion) {
        SimDisk disk = new SimDisk();
        JournalSettings settings = JournalSettings.of(home.venueId(), engineVersion);
        try (Journal journal = Journal.open(disk, home.journal(), settings)) {
            JournalWriter writer = journal.writer();
            for (Entry entry : entries) {
                writer.begin(entry.payload().length).put(entry.payload());
                if (entry.kind() == EntryKind.COMMAND) {
                    writer.endCommand();
                } else {
                    writer.endEvent();
                }
                if (entry.lastOfGroup()) {
                    writer.endGroup();
                }
            }
            writer.write();
            writer.force();
        }
        return disk;
    }

    private int firstTrade() {
        for (int at = 0; at < entries.size(); at++) {
            if (entries.get(at).kind() == EntryKind.EVENT
                    && entries.get(at).event().kind() == Event.Kind.TRADE) {
                return at;
            }
        }
        throw new IllegalStateException("no trade");
    }

    private long seqAt(int at) {
        return entries.subList(0, at + 1).stream()
                .filter(entry -> entry.kind() == EntryKind.EVENT)
                .count();
    }
}
