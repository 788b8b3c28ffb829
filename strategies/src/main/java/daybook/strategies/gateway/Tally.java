package daybook.strategies.gateway;

import daybook.strategies.OrderUpdate;
import daybook.strategies.OrderUpdate.Status;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What a gateway has done since its start. Safe for many threads. */
final class Tally {
    final LongAdder intents = new LongAdder();
    final LongAdder submitted = new LongAdder();
    final LongAdder resent = new LongAdder();
    final LongAdder unknown = new LongAdder();
    final LongAdder stale = new LongAdder();
    final LongAdder notSent = new LongAdder();
    final LongAdder finds = new LongAdder();
    private final Map<Status, LongAdder> ended = new ConcurrentHashMap<>();

    /** A change of an order is durable. */
    void changed(Status before, OrderState now) {
        if (now.status() == Status.UNKNOWN && before != Status.UNKNOWN) {
            unknown.increment();
        }
        if (before == Status.UNKNOWN && now.status() == Status.QUEUED) {
            resent.increment();
        }
        if (now.reason().equals(OrderUpdate.STALE_FENCING_TOKEN)) {
            stale.increment();
        }
        if (now.isFinal()) {
            ended.computeIfAbsent(now.status(), status -> new LongAdder()).increment();
        }
    }

    /** How many orders this process has seen end, by how. */
    Map<Status, Long> ended() {
        Map<Status, Long> all = new EnumMap<>(Status.class);
        ended.forEach((status, count) -> all.put(status, count.sum()));
        return all;
    }
}
