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

/** A place of the ring: a command as the journal's payload, who waits for it, and how it ended. Belongs to whoever the ring says. */
final class Slot {
    /** A cache line more than the longest command that has the form to get here. */
    private static final int PAYLOAD_BYTES = 192;

    private static final long NOT_YET_TIMED = 0;

    private final ByteBuffer payload = ByteBuffer.allocate(PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private boolean usable;
    private ReplyListener replies = ReplyListener.NONE;
    private @Nullable OutcomeListener outcomes;
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

    /** Before it is published: the command, and who waits. */
    void take(Command command, ReplyListener listener) {
        write(command);
        replies = listener;
    }

    /** The same for a listener without garbage. */
    void take(Command command, OutcomeListener listener, long listenersToken) {
        write(command);
        outcomes = listener;
        token = listenersToken;
    }

    private void write(Command command) {
        CommandCodec.encode(command, NOT_YET_TIMED, payload.clear());
        payload.flip();
        usable = true;
    }

    /** The command as it will lie in the journal, between position and limit, without its time. */
    ByteBuffer payload() {
        return payload;
    }

    /** Whether there is a command in it: not if filling it in failed. */
    boolean usable() {
        return usable;
    }

    /** Where the events go as values; null if nobody looks at them. */
    @Nullable
    List<Event> wanted() {
        if (replies == ReplyListener.NONE) {
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

    /** Tells the listener; to be called only when what was decided is durable. */
    void tell() {
        String reason = refusal;
        if (reason != null) {
            tell(new Reply.NotAccepted(reason));
            return;
        }
        OutcomeListener numbers = outcomes;
        if (numbers != null) {
            numbers.decided(token, commandSeq, firstSeq, lastSeq);
            return;
        }
        List<Event> values = events;
        if (values != null) {
            replies.replied(new Reply.Decided(commandSeq, List.copyOf(values), firstOrderId));
        }
    }

    /** Tells the listener that the exchange stops before this command was durable. */
    void tellStopped(String reason) {
        tell(decided ? new Reply.Unknown(reason) : new Reply.NotAccepted(reason));
    }

    private void tell(Reply reply) {
        OutcomeListener numbers = outcomes;
        if (numbers != null) {
            numbers.undecided(token, reply);
        } else {
            replies.replied(reply);
        }
    }

    void count(Counting counting) {
        if (decided) {
            counting.decided(accepted, rejected, trades, lastSeq - firstSeq + 1);
        } else if (usable) {
            counting.notAccepted();
        }
    }

    /** Forgets everything, so that nothing is held and nothing is told twice. */
    void clear() {
        usable = false;
        replies = ReplyListener.NONE;
        outcomes = null;
        decided = false;
        refusal = null;
        events = null;
    }
}
