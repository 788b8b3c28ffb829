package daybook.strategies.gateway;

import daybook.strategies.OrderUpdate.Status;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/** The orders of an account that the venue has, or may have, and when each is asked about next. Confined to one thread. */
final class Watchlist {
    private final LongSupplier nanos;
    private final Map<String, Followed> byId = new HashMap<>();
    private final PriorityQueue<Followed> byTime = new PriorityQueue<>(Comparator.comparingLong(Followed::dueNs));

    Watchlist(LongSupplier nanos) {
        this.nanos = nanos;
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }

    void clear() {
        byId.clear();
        byTime.clear();
    }

    /** The one that is due first, if it is due now. It is asked about, and then comes back by {@link #again} or {@link #changed}. */
    Optional<Followed> due() {
        Followed first = byTime.peek();
        if (first == null || !first.isDue()) {
            return Optional.empty();
        }
        byTime.remove();
        return Optional.of(first);
    }

    /** Nothing new about it. */
    void again(Followed order) {
        order.unchanged();
        byTime.add(order);
    }

    /** An order has come into this state. What has ended, or waits to be sent, is followed no longer. */
    void changed(GatewayOrder order) {
        Followed known = byId.get(order.id());
        if (known != null) {
            byTime.remove(known);
        }
        if (order.state().isFinal() || order.state().status() == Status.QUEUED) {
            byId.remove(order.id());
        } else if (known == null) {
            Followed fresh = new Followed(order, nanos);
            byId.put(order.id(), fresh);
            byTime.add(fresh);
        } else {
            known.changed(order);
            byTime.add(known);
        }
    }

    /** It has ended without this process. */
    void drop(String intentId) {
        Followed known = byId.remove(intentId);
        if (known != null) {
            byTime.remove(known);
        }
    }

    /** Somebody wants it to be cancelled. */
    void cancel(String intentId) {
        Followed known = byId.get(intentId);
        if (known != null && !known.cancelAsked()) {
            byTime.remove(known);
            known.askCancel();
            byTime.add(known);
        }
    }
}
