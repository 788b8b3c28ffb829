package daybook.strategies.evaluate;

import daybook.delivery.MemoryLog;
import daybook.log.FencedException;
import daybook.log.ForwardingLog;
import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.LogException;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * A log in memory with groups as a broker has them, in virtual time: partitions go round robin over the members that have polled within their
 * session, a member notices at its next poll, and a commit of what is another's now is refused. One thread.
 */
final class SimLog extends ForwardingLog {
    final MemoryLog stored;
    private final LongSupplier nanos;
    private final Map<String, Coordinator> groups = new TreeMap<>();
    private int members;

    /** Commits that are to fail, as if the connection broke: nothing has been committed. */
    int failCommits;

    /** A new group begins behind what is there, whatever it asks for: a planted bug. */
    boolean startsAtTheEnd;

    SimLog(LongSupplier nanos) {
        this(nanos, new MemoryLog(true));
    }

    private SimLog(LongSupplier nanos, MemoryLog stored) {
        super(stored);
        this.stored = stored;
        this.nanos = nanos;
    }

    /** Takes a partition from each member and gives it to the next. */
    void rebalance() {
        groups.values().forEach(group -> group.shift++);
    }

    /** Forgets who has read. */
    void resetGroups() {
        groups.clear();
    }

    private final class Coordinator {
        final Map<Integer, Long> lastPoll = new TreeMap<>();
        int shift;

        Set<TopicPartition> assignment(int member, List<TopicPartition> places, Duration session) {
            long now = nanos.getAsLong();
            lastPoll.put(member, now);
            lastPoll.values().removeIf(at -> now - at > session.toNanos());
            List<Integer> alive = List.copyOf(lastPoll.keySet());
            Set<TopicPartition> mine = new TreeSet<>(SimLog::compare);
            for (int i = 0; i < places.size(); i++) {
                if (alive.get((i + shift) % alive.size()) == member) {
                    mine.add(places.get(i));
                }
            }
            return mine;
        }
    }

    private static int compare(TopicPartition a, TopicPartition b) {
        int topics = a.topic().compareTo(b.topic());
        return topics != 0 ? topics : Integer.compare(a.partition(), b.partition());
    }

    @Override
    public GroupReader group(GroupOptions options) {
        if (stored.outage != null) {
            throw stored.outage;
        }
        return new Member(options);
    }

    private final class Member implements GroupReader {
        private final GroupOptions options;
        private final Coordinator coordinator;
        private final int id = ++members;
        private final List<TopicPartition> places = new ArrayList<>();
        private Map<TopicPartition, Long> next = new HashMap<>();
        private Set<TopicPartition> assignment = Set.of();
        private int generation;
        private boolean closed;

        Member(GroupOptions options) {
            this.options = options;
            this.coordinator = groups.computeIfAbsent(options.group(), any -> new Coordinator());
            for (String topic : options.topics()) {
                int partitions = stored.topic(topic).orElseThrow().partitions();
                for (int i = 0; i < partitions; i++) {
                    places.add(new TopicPartition(topic, i));
                }
            }
        }

        private void look() {
            Set<TopicPartition> now = coordinator.assignment(id, places, options.sessionTimeout());
            if (!now.equals(assignment)) {
                Map<TopicPartition, Long> positions = new HashMap<>();
                for (TopicPartition place : now) {
                    Long position = assignment.contains(place) ? next.get(place) : null;
                    positions.put(place, position != null ? position : start(place));
                }
                next = positions;
                assignment = now;
                generation++;
            }
        }

        private long start(TopicPartition place) {
            long otherwise = options.start() == GroupOptions.Start.EARLIEST && !startsAtTheEnd
                    ? stored.startOffset(place)
                    : stored.endOffset(place);
            return stored.committed(options.group(), place).orElse(otherwise);
        }

        @Override
        public List<StoredRecord> poll(int max, Duration timeout) {
            if (closed) {
                throw new IllegalStateException("reader: closed (expected: open)");
            }
            if (stored.outage != null) {
                throw stored.outage;
            }
            look();
            List<StoredRecord> polled = new ArrayList<>();
            for (TopicPartition place : assignment) {
                List<StoredRecord> some =
                        stored.read(place, next.getOrDefault(place, 0L), Math.max(1, max / assignment.size()));
                polled.addAll(some);
                next.merge(place, (long) some.size(), Long::sum);
            }
            return polled;
        }

        @Override
        public Set<TopicPartition> assignment() {
            return assignment;
        }

        @Override
        public void seek(TopicPartition place, long offset) {
            next.put(place, offset);
        }

        @Override
        public void commit(Map<TopicPartition, Long> nextOffsets) {
            if (failCommits > 0) {
                failCommits--;
                throw new LogException(LogException.Kind.UNAVAILABLE, "commit: the connection broke (simulated)");
            }
            Set<TopicPartition> now = coordinator.assignment(id, places, options.sessionTimeout());
            if (!now.containsAll(nextOffsets.keySet())) {
                throw new FencedException("group: " + options.group() + " has been rebalanced (simulated)");
            }
            stored.resetOffsets(options.group(), nextOffsets);
        }

        @Override
        public int generation() {
            return generation;
        }

        @Override
        public String memberId() {
            return options.group() + "-" + id;
        }

        @Override
        public void close() {
            closed = true;
            coordinator.lastPoll.remove(id);
        }
    }

    /** Nobody has it alone: whoever is done with it is done with his own reader. */
    @Override
    public void close() {}
}
