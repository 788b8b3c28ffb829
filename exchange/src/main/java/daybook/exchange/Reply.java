package daybook.exchange;

import daybook.events.Event;
import java.util.List;

/** How a queued command ended. */
public sealed interface Reply {

    /** Tells replies apart. */
    enum Kind {
        DECIDED,
        NOT_ACCEPTED,
        UNKNOWN
    }

    Kind kind();

    /**
     * The exchange decided; command and events are durable.
     *
     * @param commandSeq the command's place in the journal
     * @param events what was decided, in order; for a repeated clientOrderId the rejection
     * @param firstOrderId for a repeat of the same clientOrderId with the same body: the order that it named first; otherwise 0
     */
    record Decided(long commandSeq, List<Event> events, long firstOrderId) implements Reply {
        @Override
        public Kind kind() {
            return Kind.DECIDED;
        }
    }

    /** Nothing was recorded, now or later: the disk has no room, or the exchange stopped before it took the command in. */
    record NotAccepted(String reason) implements Reply {
        @Override
        public Kind kind() {
            return Kind.NOT_ACCEPTED;
        }
    }

    /** The exchange stopped while it made the command durable. After the restart it is there once or not at all: ask then. */
    record Unknown(String reason) implements Reply {
        @Override
        public Kind kind() {
            return Kind.UNKNOWN;
        }
    }
}
