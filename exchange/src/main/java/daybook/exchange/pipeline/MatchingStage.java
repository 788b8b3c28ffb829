package daybook.exchange.pipeline;

import com.lmax.disruptor.Sequence;
import daybook.events.EventCodec;
import daybook.exchange.matching.CommandSlot;
import daybook.exchange.matching.MatchingEngine;
import daybook.journal.DiskException;
import daybook.journal.JournalWriter;
import java.nio.ByteBuffer;

/**
 * Numbers and times commands, has them decided, and writes them with their events into the journal's buffer.
 *
 * <p>It takes nothing while a batch waits for the disk: the engine is never more than one batch ahead of what is durable. And
 * it asks for room first: on a full disk commands are refused undecided, and the engine has nothing to take back.
 */
final class MatchingStage implements Stage {
    /** A command and the few events that most commands have take less. */
    private static final int USUAL_GROUP_BYTES = 512;

    private final CommandRing ring;
    private final MatchingEngine engine;
    private final JournalWriter journal;
    private final VenueTime time;
    private final ExchangeSettings settings;
    private final Availability availability;
    private final EventWriter events;
    private final Sequence decided = new Sequence();

    MatchingStage(CommandRing ring, Core core, ExchangeSettings settings, Availability availability) {
        this.ring = ring;
        this.engine = core.engine();
        this.journal = core.journal();
        this.time = core.time();
        this.settings = settings;
        this.availability = availability;
        this.events = new EventWriter(EventEntries.of(journal));
    }

    /** What the stage works on. */
    record Core(MatchingEngine engine, JournalWriter journal, VenueTime time) {}

    @Override
    public int pump() {
        if (journal.pendingBytes() > 0 || availability.failed()) {
            return 0;
        }
        long first = decided.get() + 1;
        if (!ring.isPublished(first)) {
            if (availability.full()) {
                askForRoom(USUAL_GROUP_BYTES);
            }
            return 0;
        }
        long next = askForRoom(usualBytes(first)) ? decide(first) : refuse(first);
        decided.set(next - 1);
        return (int) (next - first);
    }

    @Override
    public Sequence finished() {
        return decided;
    }

    private long decide(long first) {
        long now = time.now();
        long next = first;
        do {
            Slot slot = ring.slot(next);
            if (slot.usable()) {
                decide(slot, now);
            }
            next++;
        } while (next - first < settings.batchCommands()
                && journal.pendingBytes() < settings.batchBytes()
                && ring.isPublished(next));
        return next;
    }

    private void decide(Slot slot, long now) {
        CommandSlot command = slot.command();
        ByteBuffer payload = journal.begin(EventCodec.MAX_PAYLOAD_BYTES);
        CommandPayload.write(command, now, payload);
        long commandSeq = journal.endCommand();
        long firstSeq = journal.nextSeq();
        events.start(slot.wanted());
        engine.apply(command, now, events);
        journal.endGroup();
        slot.decided(commandSeq, firstSeq, journal.nextSeq() - 1, events);
    }

    private long refuse(long first) {
        String reason = availability.refusal();
        long next = first;
        do {
            ring.slot(next).refuse(reason == null ? "no room on the disk" : reason);
            next++;
        } while (next - first < settings.batchCommands() && ring.isPublished(next));
        return next;
    }

    /** What the waiting commands will take, if nothing special is among them. */
    private int usualBytes(long first) {
        long waiting = Math.min(ring.claimed() - first + 1, settings.batchCommands());
        return (int) Math.min(waiting * USUAL_GROUP_BYTES, settings.batchBytes());
    }

    private boolean askForRoom(int bytes) {
        if (availability.fullJustNow()) {
            return false;
        }
        try {
            journal.reserve(bytes);
        } catch (DiskException e) {
            if (e.kind() != DiskException.Kind.FULL) {
                throw e;
            }
            availability.noRoom(e);
            return false;
        }
        availability.roomAgain();
        return true;
    }
}
