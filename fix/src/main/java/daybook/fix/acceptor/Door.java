package daybook.fix.acceptor;

import daybook.fix.Tag;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import quickfix.ApplicationAdapter;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;

/** Hands requests from the session layer's thread to the acceptor's. Safe for many threads. */
final class Door extends ApplicationAdapter {
    private static final Set<String> REQUESTS = Set.of(
            Tag.NEW_ORDER_SINGLE,
            Tag.ORDER_CANCEL_REQUEST,
            Tag.ORDER_CANCEL_REPLACE_REQUEST,
            Tag.ORDER_STATUS_REQUEST,
            Tag.ORDER_MASS_STATUS_REQUEST);

    private final BlockingQueue<Incoming> waiting;
    private final Runnable bell;
    private volatile @Nullable BiConsumer<String, Message> full;

    Door(int capacity, Runnable bell) {
        this.waiting = new ArrayBlockingQueue<>(capacity);
        this.bell = bell;
    }

    /** @param answer told, on the session layer's thread, to answer what found no room: to whom, and what */
    void whenFull(BiConsumer<String, Message> answer) {
        full = answer;
    }

    @Nullable
    Incoming next() {
        return waiting.poll();
    }

    int waiting() {
        return waiting.size();
    }

    @Override
    public void fromApp(Message message, SessionID session) throws FieldNotFound, UnsupportedMessageType {
        if (!REQUESTS.contains(message.getHeader().getString(Tag.MSG_TYPE))) {
            throw new UnsupportedMessageType();
        }
        Incoming incoming = new Incoming(session.getTargetCompID(), message);
        if (waiting.offer(incoming)) {
            bell.run();
            return;
        }
        BiConsumer<String, Message> answer = full;
        if (answer != null) {
            answer.accept(
                    incoming.counterparty(),
                    Reports.businessReject(incoming.fields(), Reasons.NOT_AVAILABLE, "busy: nothing was recorded"));
        }
    }
}
