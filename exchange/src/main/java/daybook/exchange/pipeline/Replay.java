package daybook.exchange.pipeline;

import daybook.events.CommandReader;
import daybook.events.EventCodec;
import daybook.events.EventFormatException;
import daybook.exchange.matching.CommandSlot;
import daybook.exchange.matching.MatchingEngine;
import daybook.journal.EntryKind;
import daybook.journal.EntryVisitor;
import java.nio.ByteBuffer;

/**
 * Has recorded commands decided again and compares every event with the recorded one, byte for byte. Shown entries in order,
 * whole groups; throws {@link ReplayDifferenceException} at the first difference.
 */
final class Replay implements EntryVisitor {
    private final MatchingEngine engine;
    private final DecidedEvents decided;
    private final EventWriter events;
    private final CommandReader reader = new CommandReader();
    private final CommandSlot command = new CommandSlot();
    private long commandSeq;
    private long lastTime;
    private long commands;
    private int compared;

    /** @param engine its state already contains everything up to {@code lastCommandSeq}, at {@code lastTime} */
    Replay(MatchingEngine engine, long lastCommandSeq, long lastTime) {
        this.engine = engine;
        this.decided = new DecidedEvents(engine.lastSeq() + 1);
        this.events = new EventWriter(decided);
        this.commandSeq = lastCommandSeq;
        this.lastTime = lastTime;
    }

    @Override
    public void entry(byte kind, long number, ByteBuffer payload, boolean lastOfGroup) {
        if (kind == EntryKind.COMMAND) {
            command(number, payload);
        } else {
            event(number, payload);
        }
        if (lastOfGroup && compared < decided.count()) {
            throw difference("the command gives " + decided.count() + " events (recorded: " + compared + ")");
        }
    }

    /** Commands decided so far. */
    long commands() {
        return commands;
    }

    /** Last command decided. */
    long commandSeq() {
        return commandSeq;
    }

    /** Last event decided. */
    long seq() {
        return decided.nextSeq() - 1;
    }

    /** Last event that was decided and found to be as recorded. */
    long comparedSeq() {
        return nextToCompare() - 1;
    }

    MatchingEngine engine() {
        return engine;
    }

    /** Time of the last command. */
    long lastTime() {
        return lastTime;
    }

    private void command(long number, ByteBuffer payload) {
        if (number != commandSeq + 1) {
            throw difference("the next command is " + number + " (expected: " + (commandSeq + 1) + ")");
        }
        commandSeq = number;
        commands++;
        decided.clear();
        compared = 0;
        long time;
        try {
            time = reader.read(payload, command);
        } catch (EventFormatException | IllegalArgumentException e) {
            throw difference("the command cannot be read: " + e.getMessage());
        }
        if (time < lastTime) {
            throw difference("the command's time is " + time + " (expected: at least " + lastTime + ")");
        }
        lastTime = time;
        events.start(null);
        engine.apply(command, time, events);
    }

    private void event(long number, ByteBuffer payload) {
        if (compared == decided.count()) {
            throw difference("event " + number + " is recorded, but the command gives only " + compared);
        }
        long seq = nextToCompare();
        if (number != seq) {
            throw difference("the recorded event has seq " + number + " (expected: " + seq + ")");
        }
        if (!decided.same(compared, payload)) {
            throw difference(
                    "recorded: " + shown(seq, payload) + ", decided now: " + shown(seq, decided.payload(compared)));
        }
        compared++;
    }

    private ReplayDifferenceException difference(String what) {
        return new ReplayDifferenceException(nextToCompare(), commandSeq, what);
    }

    private long nextToCompare() {
        return decided.nextSeq() - decided.count() + compared;
    }

    private static String shown(long seq, ByteBuffer payload) {
        try {
            return EventCodec.decode(seq, payload).toString();
        } catch (EventFormatException e) {
            return payload.remaining() + " bytes that are no event (" + e.getMessage() + ")";
        }
    }
}
