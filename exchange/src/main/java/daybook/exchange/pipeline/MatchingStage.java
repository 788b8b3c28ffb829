package daybook.exchange.pipeline;

import com.lmax.disruptor.Sequence;
import daybook.events.CommandCodec;
import daybook.events.CommandReader;
import daybook.events.EventCodec;
import daybook.exchange.matching.CommandSlot;
import daybook.exchange.matching.MatchingEngine;
import daybook.journal.DiskException;
import daybook.journal.JournalWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Numbers and times commands, has them decided, and writes them with their events into the journal's buffer.
 *
 * <p>It takes nothing while a decided batch waits for the disk: the engine is never more than two batches ahead of what is
 * durable, one under way and one decided. It pauses for those who want to see a state that is durable. And
 * it asks for room first: on a full disk commands are refused undecided, and the engine has nothing to take back.
 */
final class MatchingStage implements Stage {
    /** A command and the few events that most commands have take less. */
    private static final int USUAL_GROUP_BYTES = 512;

    /** Commands whose memory is asked for together. */
    private static final int AHEAD = 16;

    private final CommandRing ring;
    private final MatchingEngine engine;
    private final JournalWriter journal;
    private final VenueTime time;
    private final ExchangeSettings settings;
    private final Availability availability;
    private final BooleanSupplier pause;
    private final EventWriter events;
    private final Sequence decided = new Sequence();
    private final CommandReader reader = new CommandReader();
    private final CommandSlot[] ahead = new CommandSlot[AHEAD];
    private final int[] lengths = new int[AHEAD];

    MatchingStage(CommandRing ring, Core core, ExchangeSettings settings, Availability availability) {
        this.ring = ring;
        this.engine = core.engine();
        this.journal = core.journal();
        this.time = core.time();
        this.pause = core.pause();
        this.settings = settings;
        this.availability = availability;
        this.events = new EventWriter(EventEntries.of(journal));
        Arrays.setAll(ahead, i -> new CommandSlot());
    }

    /**
     * What the stage works on.
     *
     * @param pause whether to take nothing now, so that everything decided becomes durable
     */
    record Core(MatchingEngine engine, JournalWriter journal, VenueTime time, BooleanSupplier pause) {}

    @Override
    public int pump() {
        if (journal.pendingBytes() > 0 || availability.failed() || pause.getAsBoolean()) {
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
        long end = first + settings.batchCommands();
        do {
            int read = read(next, Math.min(next + AHEAD, end));
            for (int i = 0; i < read && journal.pendingBytes() < settings.batchBytes(); i++) {
                if (ring.slot(next).usable()) {
                    decide(next, ahead[i], now);
                }
                next++;
            }
        } while (next < end && journal.pendingBytes() < settings.batchBytes() && ring.isPublished(next));
        return next;
    }

    /** Reads the next few commands, and lets the engine see them together. Returns how many. */
    private int read(long first, long end) {
        int read = 0;
        do {
            lengths[read] = ring.slot(first + read).payloadBytes();
            read++;
        } while (first + read < end && ring.isPublished(first + read));
        for (int i = 0; i < read; i++) {
            if (lengths[i] > 0) {
                reader.read(ring.payloads(), ring.payloadAt(first + i), lengths[i], ahead[i]);
            }
        }
        engine.foresee(ahead, read);
        return read;
    }

    private void decide(long sequence, CommandSlot command, long now) {
        Slot slot = ring.slot(sequence);
        ByteBuffer to = journal.begin(EventCodec.MAX_PAYLOAD_BYTES);
        CommandCodec.copy(ring.payloads(), ring.payloadAt(sequence), slot.payloadBytes(), now, to);
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
