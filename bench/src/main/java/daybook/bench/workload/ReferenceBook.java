package daybook.bench.workload;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/** A plain price-time book: the oracle that the workload's expected executions come from. */
final class ReferenceBook {
    final List<Order> live = new ArrayList<>();
    int mid = 100_000;

    private final int symbol;
    private final Executions executions;
    private final TreeMap<Integer, ArrayDeque<Order>> bids = new TreeMap<>(Collections.reverseOrder());
    private final TreeMap<Integer, ArrayDeque<Order>> asks = new TreeMap<>();

    ReferenceBook(int symbol, Executions executions) {
        this.symbol = symbol;
        this.executions = executions;
    }

    /** Trades what the order can; returns what is left of it. */
    int match(long takerId, boolean buy, int limit, int size) {
        TreeMap<Integer, ArrayDeque<Order>> opposite = buy ? asks : bids;
        int left = size;
        while (left > 0 && !opposite.isEmpty()) {
            int best = opposite.firstKey();
            if (buy ? best > limit : best < limit) {
                break;
            }
            ArrayDeque<Order> queue = opposite.get(best);
            while (left > 0 && !queue.isEmpty()) {
                left -= fill(queue, takerId, best, left);
            }
            if (queue.isEmpty()) {
                opposite.remove(best);
            }
        }
        return left;
    }

    private int fill(ArrayDeque<Order> queue, long takerId, int price, int left) {
        Order maker = queue.peekFirst();
        int traded = Math.min(left, maker.size);
        maker.size -= traded;
        executions.trade(symbol, maker.id, takerId, price, traded);
        if (maker.size == 0) {
            queue.pollFirst();
            unlist(maker);
        }
        return traded;
    }

    void rest(Order order) {
        (order.buy ? bids : asks)
                .computeIfAbsent(order.price, p -> new ArrayDeque<>())
                .addLast(order);
    }

    void list(Order order) {
        order.slot = live.size();
        live.add(order);
    }

    void unlist(Order order) {
        Order last = live.remove(live.size() - 1);
        if (last != order) {
            live.set(order.slot, last);
            last.slot = order.slot;
        }
    }

    void remove(Order order) {
        TreeMap<Integer, ArrayDeque<Order>> side = order.buy ? bids : asks;
        ArrayDeque<Order> queue = side.get(order.price);
        queue.remove(order);
        if (queue.isEmpty()) {
            side.remove(order.price);
        }
    }
}
