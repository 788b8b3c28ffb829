package daybook.lab.simulation;

import daybook.log.LogException;
import daybook.log.OwnedReader;
import daybook.log.Reader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Fetches from a {@link SimBroker}. */
final class BrokerReader implements OwnedReader {
    private final SimBroker broker;
    private final Faults faults;
    private final String group;
    private final Map<TopicPartition, Long> next = new TreeMap<>();
    private final boolean hasCursor;
    private int turn;

    BrokerReader(SimBroker broker, String group, Collection<TopicPartition> places) {
        this(broker, group, true);
        places.forEach(place -> next.put(place, broker.committed(group).getOrDefault(place, 0L)));
    }

    private BrokerReader(SimBroker broker, String group, boolean hasCursor) {
        this.broker = broker;
        this.faults = broker.faults();
        this.group = group;
        this.hasCursor = hasCursor;
    }

    /** From the end of all partitions on. */
    static Reader tail(SimBroker broker, Collection<String> topics) {
        BrokerReader reader = new BrokerReader(broker, "", false);
        for (TopicSpec spec : broker.specs()) {
            for (int p = 0; topics.contains(spec.name()) && p < spec.partitions(); p++) {
                TopicPartition place = new TopicPartition(spec.name(), p);
                reader.next.put(place, (long) broker.part(place).records.size());
            }
        }
        return reader;
    }

    @Override
    public List<StoredRecord> poll(int max, Duration timeout) {
        broker.reach();
        boolean isShort = faults.strikes(Fault.FETCH_SHORT);
        int most = isShort ? Math.min(max, 1 + faults.draw(3)) : max;
        List<TopicPartition> order = new ArrayList<>(next.keySet());
        Collections.rotate(order, turn++);
        List<StoredRecord> polled = new ArrayList<>();
        Map<TopicPartition, Long> after = new TreeMap<>();
        for (TopicPartition place : order) {
            if (!broker.isLeaderless(place) && polled.size() < most) {
                after.put(place, poll(place, most - polled.size(), polled));
            }
        }
        next.putAll(after); // a poll that throws has moved nothing
        if (isShort && polled.size() == most) {
            faults.count(Fault.FETCH_SHORT);
        }
        return polled;
    }

    private long poll(TopicPartition place, int most, List<StoredRecord> polled) {
        long from = next.getOrDefault(place, 0L);
        int end = broker.part(place).records.size();
        if (hasCursor) {
            BrokerLog.requireThere(broker, place, from);
        } else {
            from = Math.min(from, end);
        }
        if (from > 0 && faults.happens(Fault.FETCH_REPEATS)) {
            from = Math.max(0, from - 1 - faults.draw(5));
            broker.repositioned(place);
        }
        List<StoredRecord> some = broker.read(place, from, most);
        polled.addAll(some);
        return from + some.size();
    }

    @Override
    public Set<TopicPartition> assignment() {
        return new TreeSet<>(next.keySet());
    }

    @Override
    public void seek(TopicPartition place, long offset) {
        next.put(place, offset);
    }

    @Override
    public void commit(Map<TopicPartition, Long> nextOffsets) {
        broker.reach();
        boolean fails = faults.happens(Fault.OFFSET_COMMIT_FAILED);
        if (!fails || faults.draw(2) == 0) {
            broker.committed(group).putAll(nextOffsets);
        }
        if (fails) {
            throw new LogException(LogException.Kind.TIMED_OUT, group + ": commit (simulated)");
        }
    }

    @Override
    public void close() {}
}
