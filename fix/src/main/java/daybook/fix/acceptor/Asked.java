package daybook.fix.acceptor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Requests for new orders whose event has not been read yet: a refusal has to tell more of the request than the event knows. */
final class Asked {
    private final Map<Orders.Name, Deque<Fields>> requests = new HashMap<>();

    void put(Orders.Name name, Fields request) {
        requests.computeIfAbsent(name, key -> new ArrayDeque<>()).add(request);
    }

    /** The oldest of that name. */
    Optional<Fields> take(Orders.Name name) {
        Deque<Fields> same = requests.get(name);
        if (same == null) {
            return Optional.empty();
        }
        Optional<Fields> oldest = Optional.ofNullable(same.poll());
        if (same.isEmpty()) {
            requests.remove(name);
        }
        return oldest;
    }
}
