package daybook.exchange.pipeline;

import daybook.events.Command;
import daybook.events.CommandCodec;
import daybook.events.Event;
import daybook.exchange.Reply;
import daybook.exchange.ReplyListener;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place of the ring: a command as the journal's payload, who waits for it, and how it ended. Belongs to whoever the ring says.
 *
 * <p>Slots are old objects, and a collector makes each reference that is stored in one cost more than the rest of a store of a
 * command: for commands without garbage none is stored.
 */
final class Slot {
    /** A cache line more than the longest command that has the form to get here. */
    static final int PAYLOAD_BYTES = 192;

    private static final long NOT_YET_TIMED = 0;

    private final ByteBuffer payload;
    private int payloadBytes;
    private @Nullable ReplyListener replies;
    /** Stays until another one comes: it is always the same few, and they live as long as the ring. */
    private @Nullable OutcomeListener outcomes;

    private boolean outcomesWait;
    private long token;

    private boolean decided;
    private @Nullable String refusal;
    private @Nullable List<Event> events;
    private long commandSeq;
    private long firstSeq;
    private long lastSeq;
    private int accepted;
    private int rejected;
    private int trades;
    private long firstOrderId;

    /** @param payload its own place in the ring's memory */
    Slot(ByteBuffer payload) {
        this.payload = payload.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Before it is published: the command, and who waits. */
    void take(Command command, ReplyListener listener) {
        write(command);
        replies = listener;
    }

    /** The same for a listener without garbage. */
    void take(Command command, OutcomeListener listener, long listenersToken) {
        write(command);
        if (outcomes != listener) {
            outcomes = listener;
        }
        outcomesWait = true;
        token = listenersToken;
    }

    private void write(Command command) {
        CommandCodec.encode(command, NOT_YET_TIMED, payload.clear());
        payloadBytes = payload.position();
    }

    /** How long the command is that lies in its place, as it will lie in the journal but without its time; 0 if filling it in failed. */
    int payloadBytes() {
        return payloadBytes;
    }

    /** Whether there is a command in it. */
    boolean usable() {
        return payloadBytes > 0;
    }

    /** Where the events go as values; null if nobody looks at them. */
    @Nullable
    List<Event> wanted() {
        if (replies == null || replies == ReplyListener.NONE) {
            return null;
        }
        events = new ArrayList<>(4);
        return events;
    }

    void decided(long newCommandSeq, long newFirstSeq, long newLastSeq, EventWriter written) {
        decided = true;
        commandSeq = newCommandSeq;
        firstSeq = newFirstSeq;
        lastSeq = newLastSeq;
        accepted = written.accepted();
        rejected = written.rejected();
        trades = written.trades();
        firstOrderId = written.firstOrderId();
    }

    void refuse(String reason) {
        refusal = reason;
    }

    /** Tells who waits; to be called only when what was decided is durable. */
    void tell() {
        String reason = refusal;
        if (reason != null) {
            tell(new Reply.NotAccepted(reason));
        } else if (outcomesWait && outcomes != null) {
            outcomes.decided(token, commandSeq, firstSeq, lastSeq);
        } else if (events != null) {
            tell(new Reply.Decided(commandSeq, List.copyOf(events), firstOrderId));
        }
    }

    /** Tells who waits that the exchange stops before this command was durable. */
    void tellStopped(String reason) {
        tell(decided ? new Reply.Unknown(reason) : new Reply.NotAccepted(reason));
    }

    private void tell(Reply reply) {
        if (outcomesWait && outcomes != null) {
            outcomes.undecided(token, reply);
        } else if (replies != null) {
            replies.replied(reply);
        }
    }

    void count(Counting counting) {
        if (decided) {
            counting.decided(accepted, rejected, trades, lastSeq - firstSeq + 1);
        } else if (usable()) {
            counting.notAccepted();
        }
    }

    /** Forgets the command and who waits for it, so that no reply is held and nothing is told twice. */
    void clear() {
        payloadBytes = 0;
        replies = null;
        outcomesWait = false;
        decided = false;
        refusal = null;
        events = null;
    }
}
