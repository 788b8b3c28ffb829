package daybook.lab.simulation;

import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.Fill;
import daybook.events.Side;
import daybook.lab.history.Source;
import daybook.log.Partitioner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the records of a topic must be copies of. */
final class SimSource implements Source {
    private record Copy(byte[] key, byte[] body, int order) {}

    private final Map<Long, Copy> copies = new HashMap<>();
    private final List<String> orders = new ArrayList<>();
    private final int partitions;
    private long last;

    private SimSource(int partitions) {
        this.partitions = partitions;
    }

    static SimSource ofEvents(List<Event> events, int partitions) {
        SimSource source = new SimSource(partitions);
        events.forEach(event -> source.add(event.seq(), event.key(), event.key(), EventJson.toBytes(event)));
        return source;
    }

    static SimSource ofFills(List<Fill> fills, int partitions) {
        SimSource source = new SimSource(partitions);
        fills.forEach(fill -> source.add(
                2 * fill.tradeId() + (fill.side() == Side.SELL ? 1 : 0),
                fill.accountId(),
                fill.accountId() + "/" + fill.symbol(),
                EventJson.toBytes(fill)));
        return source;
    }

    private void add(long value, String key, String order, byte[] body) {
        if (!orders.contains(order)) {
            orders.add(order);
        }
        copies.put(value, new Copy(key.getBytes(StandardCharsets.UTF_8), body, orders.indexOf(order)));
        last = Math.max(last, value);
    }

    private Copy of(long value) {
        Copy copy = copies.get(value);
        if (copy == null) {
            throw new IllegalArgumentException("value: " + value + " (expected: one that is there)");
        }
        return copy;
    }

    @Override
    public long last() {
        return last;
    }

    @Override
    public boolean has(long value) {
        return copies.containsKey(value);
    }

    @Override
    public int partition(long value) {
        return Partitioner.partition(of(value).key(), partitions);
    }

    @Override
    public int key(long value) {
        return of(value).order();
    }

    @Override
    public int keys() {
        return orders.size();
    }

    @Override
    public long keyPrint(long value) {
        return Arrays.hashCode(of(value).key());
    }

    @Override
    public long bodyPrint(long value) {
        return Arrays.hashCode(of(value).body());
    }
}
