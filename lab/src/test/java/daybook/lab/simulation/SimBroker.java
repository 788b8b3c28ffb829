package daybook.lab.simulation;

import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A broker as Apache Kafka is one: acknowledges what is in its page cache, forgets at a power cut what it had acknowledged, knows
 * nothing of (producer, seq) across sessions, is away now and then. One thread; its clients are {@link BrokerLog}.
 */
final class SimBroker {

    /** Told when a partition loses its end. */
    interface Cuts {
        void cut(TopicPartition place, long end);
    }

    /** One record, and whether its writer was told that it is there. */
    static final class Stored {
        final LogRecord record;
        boolean acknowledged;

        Stored(LogRecord record) {
            this.record = record;
        }
    }

    /** A partition. */
    static final class Part {
        final List<Stored> records = new ArrayList<>();
        long leaderlessUntilNs;
        boolean unnoticed;
    }

    private record Topic(TopicSpec spec, UUID id, List<Part> parts) {}

    /** A record of a session that has ended, still on its way. */
    private record Late(TopicPartition place, LogRecord record, long atNs) {}

    private final Faults faults;
    private final SimTime time;
    private final Cuts cuts;
    private final Map<String, Topic> topics = new TreeMap<>();
    private final Map<String, Map<TopicPartition, Long>> committed = new TreeMap<>();
    private final List<Late> late = new ArrayList<>();
    /** Partitions of which a reader was sent back by the broker since somebody asked. */
    private final Set<TopicPartition> repositioned = new HashSet<>();

    private long awayUntilNs;
    /** It is away, and nobody has noticed yet. */
    private boolean unnoticed;

    private int epoch;
    private long ids;

    SimBroker(Faults faults, SimTime time, Cuts cuts) {
        this.faults = faults;
        this.time = time;
        this.cuts = cuts;
    }

    Faults faults() {
        return faults;
    }

    SimTime time() {
        return time;
    }

    /** Rises when producers' sessions end. */
    int epoch() {
        return epoch;
    }

    void create(TopicSpec spec) {
        if (!topics.containsKey(spec.name())) {
            make(spec);
        }
    }

    private void make(TopicSpec spec) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < spec.partitions(); i++) {
            parts.add(new Part());
        }
        topics.put(spec.name(), new Topic(spec, new UUID(7, ++ids), parts));
    }

    List<TopicSpec> specs() {
        return topics.values().stream().map(Topic::spec).toList();
    }

    UUID id(String topic) {
        return topic(topic).id();
    }

    Part part(TopicPartition place) {
        return topic(place.topic()).parts().get(place.partition());
    }

    private Topic topic(String name) {
        Topic topic = topics.get(name);
        if (topic == null) {
            throw new LogException(LogException.Kind.UNKNOWN_TOPIC, "topic: " + name);
        }
        return topic;
    }

    /** Asked by who wants something of it: then it is noticed. */
    boolean isAway() {
        boolean away = time.nanos() < awayUntilNs;
        if (away && unnoticed) {
            unnoticed = false;
            faults.count(Fault.BROKER_AWAY);
        }
        return away;
    }

    boolean isLeaderless(TopicPartition place) {
        if (isAway()) {
            return true;
        }
        Part part = part(place);
        boolean leaderless = time.nanos() < part.leaderlessUntilNs;
        if (leaderless && part.unnoticed) {
            part.unnoticed = false;
            faults.count(Fault.LEADER_CHANGED);
        }
        return leaderless;
    }

    /** A request that wants an answer. */
    void reach() {
        if (isAway()) {
            throw new LogException(LogException.Kind.UNAVAILABLE, "nobody answers (simulated)");
        }
        if (faults.happens(Fault.FETCH_FAILED)) {
            throw new LogException(LogException.Kind.TIMED_OUT, "no answer in time (simulated)");
        }
    }

    void goAway(Duration duration) {
        unnoticed = true;
        away(duration);
    }

    private void away(Duration duration) {
        awayUntilNs = Math.max(awayUntilNs, time.nanos() + duration.toNanos());
    }

    /**
     * The power goes: each partition loses some of its last records, whatever was acknowledged. It takes more than a second until it
     * answers again.
     */
    void cutPower() {
        away(Duration.ofMillis(1_500 + faults.draw(4_000)));
        if (faults.draw(2) == 0) {
            epoch++;
        }
        topics.values().forEach(topic -> {
            for (int p = 0; p < topic.parts().size(); p++) {
                int lost = faults.draw(3) == 0 ? 0 : faults.draw(12);
                int size = topic.parts().get(p).records.size();
                truncate(new TopicPartition(topic.spec().name(), p), Math.max(0, size - lost));
            }
        });
        if (!committed.isEmpty() && faults.happens(Fault.BROKER_FORGETS_COMMITS)) {
            committed.values().forEach(group -> group.replaceAll((place, next) -> Math.max(0, next - faults.draw(20))));
        }
    }

    /** Another broker leads a partition now: what was not acknowledged may be gone. */
    void changeLeader() {
        List<Topic> all = List.copyOf(topics.values());
        Topic topic = all.get(faults.draw(all.size()));
        int p = faults.draw(topic.parts().size());
        Part part = topic.parts().get(p);
        part.unnoticed = true;
        part.leaderlessUntilNs =
                time.nanos() + Duration.ofMillis(1_200 + faults.draw(2_000)).toNanos();
        int size = part.records.size();
        while (size > 0 && !part.records.get(size - 1).acknowledged) {
            size--;
        }
        truncate(new TopicPartition(topic.spec().name(), p), size);
    }

    /** A topic is deleted and made again. */
    void makeAgain() {
        List<Topic> all = List.copyOf(topics.values());
        Topic topic = all.get(faults.draw(all.size()));
        away(Duration.ofMillis(1_500));
        for (int p = 0; p < topic.parts().size(); p++) {
            truncate(new TopicPartition(topic.spec().name(), p), 0);
        }
        make(topic.spec());
    }

    private void truncate(TopicPartition place, int size) {
        List<Stored> records = part(place).records;
        if (size < records.size()) {
            records.subList(size, records.size()).clear();
            cuts.cut(place, size);
        }
    }

    /** What is still on its way of a session that has ended. */
    void comesLate(TopicPartition place, LogRecord record) {
        late.add(new Late(
                place,
                record,
                time.nanos() + Duration.ofMillis(faults.draw(3_000)).toNanos()));
    }

    /** Time has passed. */
    void tick() {
        late.removeIf(one -> {
            boolean arrives = one.atNs() <= time.nanos() && !isLeaderless(one.place());
            if (arrives) {
                part(one.place()).records.add(new Stored(one.record()));
                faults.count(Fault.SEND_ARRIVES_LATE);
            }
            return arrives;
        });
    }

    /** Everything works again; what was late has arrived. */
    void heal() {
        awayUntilNs = 0;
        topics.values().forEach(topic -> topic.parts().forEach(part -> part.leaderlessUntilNs = 0));
        late.forEach(one -> part(one.place()).records.add(new Stored(one.record())));
        late.clear();
    }

    List<StoredRecord> read(TopicPartition place, long offset, int max) {
        List<Stored> records = part(place).records;
        List<StoredRecord> read = new ArrayList<>();
        for (int at = (int) offset; at < Math.min(records.size(), offset + max); at++) {
            read.add(new StoredRecord(place, at, records.get(at).record));
        }
        return read;
    }

    Map<TopicPartition, Long> committed(String group) {
        return committed.computeIfAbsent(group, name -> new HashMap<>());
    }

    List<String> groups() {
        return List.copyOf(committed.keySet());
    }

    void repositioned(TopicPartition place) {
        repositioned.add(place);
    }

    /** Partitions of which a reader was sent back since the last call. */
    Set<TopicPartition> takeRepositioned() {
        Set<TopicPartition> taken = Set.copyOf(repositioned);
        repositioned.clear();
        return taken;
    }
}
