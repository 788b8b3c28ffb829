package daybook.fix.acceptor;

import daybook.events.Event;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.OrderRejected;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which event of the history answers which request to cancel or replace: the history does not say, the reply does. Confined to the
 * acceptor's thread.
 */
final class Changes {
    private final Map<Long, Deque<Change>> unanswered = new HashMap<>();
    private final Map<Long, Change> answers = new HashMap<>();

    /** A request is on its way to the exchange. */
    void asked(Change change) {
        unanswered.computeIfAbsent(change.orderId(), id -> new ArrayDeque<>()).add(change);
    }

    /** The exchange has decided on it, and these are the events. */
    void answered(Change change, List<Event> events) {
        forget(change);
        for (Event event : events) {
            OptionalLong orderId = changedOrder(event);
            if (orderId.isPresent() && orderId.getAsLong() == change.orderId()) {
                answers.put(event.seq(), change);
                return;
            }
        }
    }

    /** Known from what was reported in an earlier life. */
    void remember(long seq, Change change) {
        answers.put(seq, change);
    }

    /** It will not be decided. */
    void forget(Change change) {
        Deque<Change> same = unanswered.get(change.orderId());
        if (same != null) {
            same.remove(change);
            if (same.isEmpty()) {
                unanswered.remove(change.orderId());
            }
        }
    }

    /** Whether an event may be the answer to a request whose reply has not come yet. It comes soon: event and reply are one step. */
    boolean mayStillAnswer(Event event) {
        OptionalLong orderId = changedOrder(event);
        return orderId.isPresent() && !answers.containsKey(event.seq()) && unanswered.containsKey(orderId.getAsLong());
    }

    /** The request that an event answers. Asked once. */
    Optional<Change> take(long seq) {
        return Optional.ofNullable(answers.remove(seq));
    }

    private static OptionalLong changedOrder(Event event) {
        if (event instanceof OrderModified modified) {
            return OptionalLong.of(modified.orderId());
        }
        if (event instanceof OrderCancelled cancelled) {
            return OptionalLong.of(cancelled.orderId());
        }
        if (event instanceof OrderRejected rejected && rejected.clientOrderId().isEmpty()) {
            return OptionalLong.of(rejected.orderId());
        }
        return OptionalLong.empty();
    }
}
