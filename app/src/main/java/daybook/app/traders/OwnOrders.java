package daybook.app.traders;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** One trader's open orders as far as it knows, oldest first. Confined to the traders' thread. */
final class OwnOrders {
    private final Map<Long, Long> leaves = new HashMap<>();
    private final ArrayDeque<Long> byAge = new ArrayDeque<>();

    void opened(long orderId, long quantity) {
        leaves.put(orderId, quantity);
        byAge.add(orderId);
    }

    void filled(long orderId, long quantity) {
        leaves.computeIfPresent(orderId, (id, open) -> open > quantity ? open - quantity : null);
    }

    void gone(long orderId) {
        leaves.remove(orderId);
    }

    int count() {
        return leaves.size();
    }

    /** The oldest open order, which is then taken for cancelled; 0 if there is none. */
    long takeOldest() {
        while (!byAge.isEmpty()) {
            long orderId = byAge.remove();
            if (leaves.remove(orderId) != null) {
                return orderId;
            }
        }
        return 0;
    }
}
