package daybook.delivery;

import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.OwnedReader;
import daybook.log.Partitioner;
import daybook.log.Producer;
import daybook.log.Reader;
import daybook.log.ShareReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A log in memory that can be told to misbehave: to be away, to forget (producer, seq) as Apache Kafka does at a restart, to
 * lose its tail, to drop its oldest records, to be made again. Every member of a group is given every partition, so two members
 * are an owner and a stale owner. Survives the "crash" of what reads and writes it. One thread.
 */
public final class MemoryLog implements Log {
    private final Map<String, Topic> topics = new TreeMap<>();
    private final Map<String, Long> committed = new HashMap<>();
    private final boolean remembers;
    private long topicsMade;

    /** While set, every call fails with it. */
    public @Nullable LogException outage;

    /** Partitions with an open transaction, by its first offset; readers are not held up here. */
    public final Map<TopicPartition, Long> held = new HashMap<>();

    /** Offsets that hold nothing to be read, as Kafka's own marks and what was aborted do; append something there first. */
    public final Set<Long> unreadable = new HashSet<>();

    /** Runs after records were stored and before anybody is told. */
    public Runnable afterFlush = () -> {};

    private static final class Topic {
        final TopicSpec spec;
        final UUID id;
        final List<List<StoredRecord>> partitions = new ArrayList<>();
        final Map<Integer, Long> starts = new HashMap<>();
        final Set<String> seen = new HashSet<>();

        Topic(TopicSpec spec, UUID id) {
            this.spec = spec;
            this.id = id;
            for (int i = 0; i < spec.partitions(); i++) {
                partitions.add(new ArrayList<>());
            }
        }
    }

    /** @param remembers whether (producer, seq) is remembered for ever */
    public MemoryLog(boolean remembers) {
        this.remembers = remembers;
    }

    /** Deletes a topic and makes it again, empty, under another id. */
    public void makeAgain(String topic) {
        TopicSpec spec = topic(topic).orElseThrow();
        topics.remove(topic);
        createTopic(spec);
    }

    /** Forgets the newest records of a partition, as a log does that acknowledged before they were durable. */
    public void loseTail(TopicPartition place, int count) {
        List<StoredRecord> records = records(place);
        records.subList(records.size() - count, records.size()).clear();
    }

    /** Drops what lies below an offset, as retention does. */
    public void drop(TopicPartition place, long below) {
        known(place.topic()).starts.put(place.partition(), below);
    }

    /** Forgets which (producer, seq) it has seen. */
    public void forgetProducers() {
        topics.values().forEach(topic -> topic.seen.clear());
    }

    /** Stores a record as it is; returns its place. */
    public StoredRecord append(String topic, int partition, LogRecord record) {
        List<StoredRecord> records = known(topic).partitions.get(partition);
        StoredRecord stored = new StoredRecord(new TopicPartition(topic, partition), records.size(), record);
        records.add(stored);
        return stored;
    }

    /** Stores a record where its key belongs. */
    public StoredRecord append(String topic, LogRecord record) {
        return append(
                topic, Partitioner.partition(record.key(), known(topic).spec.partitions()), record);
    }

    /** Everything on a topic, by partition and offset. */
    public List<StoredRecord> all(String topic) {
        List<StoredRecord> all = new ArrayList<>();
        known(topic).partitions.forEach(all::addAll);
        return all;
    }

    @Override
    public boolean has(Capability capability) {
        return capability == Capability.DURABLE_DEDUP && remembers;
    }

    @Override
    public void createTopic(TopicSpec spec) {
        topics.computeIfAbsent(spec.name(), name -> new Topic(spec, new UUID(0, ++topicsMade)));
    }

    @Override
    public List<TopicSpec> topics() {
        return topics.values().stream().map(topic -> topic.spec).toList();
    }

    @Override
    public Optional<TopicSpec> topic(String name) {
        return Optional.ofNullable(topics.get(name)).map(topic -> topic.spec);
    }

    @Override
    public UUID topicId(String topic) {
        available();
        return known(topic).id;
    }

    @Override
    public long startOffset(TopicPartition place) {
        available();
        return known(place.topic()).starts.getOrDefault(place.partition(), 0L);
    }

    @Override
    public long endOffset(TopicPartition place) {
        available();
        return records(place).size();
    }

    @Override
    public OptionalLong heldAt(TopicPartition place) {
        Long at = held.get(place);
        return at == null ? OptionalLong.empty() : OptionalLong.of(at);
    }

    @Override
    public long offsetAt(TopicPartition place, long timeMs) {
        return records(place).stream()
                .filter(stored -> stored.record().timeMs() >= timeMs)
                .findFirst()
                .map(StoredRecord::offset)
                .orElse(endOffset(place));
    }

    @Override
    public List<StoredRecord> read(TopicPartition place, long offset, int max) {
        available();
        List<StoredRecord> records = records(place);
        if (offset < startOffset(place) || offset > records.size()) {
            throw new OffsetOutOfRangeException(place, offset, startOffset(place), records.size());
        }
        return List.copyOf(records.subList((int) offset, (int) Math.min(records.size(), offset + max)));
    }

    @Override
    public Producer producer(String producerId) {
        return new MemoryProducer(producerId);
    }

    @Override
    public GroupReader group(GroupOptions options) {
        available();
        List<TopicPartition> places = new ArrayList<>();
        for (String topic : options.topics()) {
            for (int i = 0; i < known(topic).spec.partitions(); i++) {
                places.add(new TopicPartition(topic, i));
            }
        }
        return new MemoryReader(options.group(), places);
    }

    @Override
    public OwnedReader owned(String group, Collection<TopicPartition> places) {
        return new MemoryReader(group, places);
    }

    @Override
    public Reader tail(Collection<String> wanted) {
        available();
        Map<TopicPartition, Long> next =
                new TreeMap<>(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
        for (String topic : wanted) {
            for (int i = 0; i < known(topic).spec.partitions(); i++) {
                TopicPartition place = new TopicPartition(topic, i);
                next.put(place, endOffset(place));
            }
        }
        return new MemoryTail(next);
    }

    @Override
    public ShareReader share(String group, Collection<String> wanted, Duration lockDuration) {
        throw new UnsupportedOperationException("share");
    }

    @Override
    public List<String> groups() {
        return committed.keySet().stream()
                .map(key -> key.substring(0, key.indexOf('/')))
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public OptionalLong committed(String group, TopicPartition place) {
        Long next = committed.get(group + "/" + place);
        return next == null ? OptionalLong.empty() : OptionalLong.of(next);
    }

    @Override
    public void resetOffsets(String group, Map<TopicPartition, Long> nextOffsets) {
        nextOffsets.forEach((place, next) -> committed.put(group + "/" + place, next));
    }

    @Override
    public void close() {}

    private void available() {
        LogException away = outage;
        if (away != null) {
            throw away;
        }
    }

    private Topic known(String name) {
        Topic topic = topics.get(name);
        if (topic == null) {
            throw new LogException(LogException.Kind.UNKNOWN_TOPIC, "topic: " + name + " is not there");
        }
        return topic;
    }

    private List<StoredRecord> records(TopicPartition place) {
        return known(place.topic()).partitions.get(place.partition());
    }

    private final class MemoryTail implements Reader {
        private final Map<TopicPartition, Long> next;

        MemoryTail(Map<TopicPartition, Long> next) {
            this.next = next;
        }

        @Override
        public List<StoredRecord> poll(int max, Duration timeout) {
            List<StoredRecord> polled = new ArrayList<>();
            next.replaceAll((place, from) -> {
                List<StoredRecord> records = read(place, Math.max(from, startOffset(place)), max - polled.size());
                polled.addAll(records);
                return records.isEmpty()
                        ? from
                        : records.get(records.size() - 1).offset() + 1;
            });
            return polled;
        }

        @Override
        public void close() {}
    }

    private final class MemoryProducer implements Producer {
        private record Sent(String topic, int partition, LogRecord record, long seq, Acknowledgement acknowledgement) {}

        private final String id;
        private final List<Sent> sent = new ArrayList<>();

        MemoryProducer(String id) {
            this.id = id;
        }

        @Override
        public void send(
                String topic, OptionalInt partition, LogRecord record, long seq, Acknowledgement acknowledgement) {
            Topic known = known(topic);
            int place = partition.orElseGet(() -> Partitioner.partition(record.key(), known.spec.partitions()));
            sent.add(new Sent(topic, place, record, seq, acknowledgement));
        }

        @Override
        public int poll() {
            return 0;
        }

        @Override
        public void flush() {
            List<Sent> batch = List.copyOf(sent);
            sent.clear();
            LogException away = outage;
            if (away != null) {
                batch.forEach(one -> one.acknowledgement().failed(away));
                return;
            }
            List<Runnable> answers = new ArrayList<>();
            for (Sent one : batch) {
                boolean isNew = one.seq() == NO_SEQ
                        || known(one.topic()).seen.add(id + "/" + one.partition() + "/" + one.seq());
                TopicPartition place = new TopicPartition(one.topic(), one.partition());
                if (isNew) {
                    long offset =
                            append(one.topic(), one.partition(), one.record()).offset();
                    answers.add(() -> one.acknowledgement().stored(place, offset));
                } else {
                    answers.add(() -> one.acknowledgement().duplicate(place));
                }
            }
            afterFlush.run();
            answers.forEach(Runnable::run);
        }

        @Override
        public void close() {
            sent.clear();
        }
    }

    private final class MemoryReader implements GroupReader {
        private final String group;
        private final Map<TopicPartition, Long> next = new TreeMap<>();
        private int turn;

        MemoryReader(String group, Collection<TopicPartition> places) {
            this.group = group;
            places.forEach(place -> next.put(place, committed.getOrDefault(group + "/" + place, 0L)));
        }

        @Override
        public List<StoredRecord> poll(int max, Duration timeout) {
            available();
            List<StoredRecord> polled = new ArrayList<>();
            List<Map.Entry<TopicPartition, Long>> order = new ArrayList<>(next.entrySet());
            // Each poll begins with another partition, so that a busy one does not starve the rest.
            Collections.rotate(order, turn++);
            for (Map.Entry<TopicPartition, Long> entry : order) {
                List<StoredRecord> some = read(entry.getKey(), entry.getValue(), max - polled.size());
                some.stream()
                        .filter(record -> !unreadable.contains(record.offset()))
                        .forEach(polled::add);
                next.put(entry.getKey(), entry.getValue() + some.size());
            }
            return polled;
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
            available();
            nextOffsets.forEach((place, offset) -> committed.put(group + "/" + place, offset));
        }

        @Override
        public int generation() {
            return 1;
        }

        @Override
        public String memberId() {
            return group + "-1";
        }

        @Override
        public void close() {}
    }
}
