package daybook.publisher;

import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.OwnedReader;
import daybook.log.Partitioner;
import daybook.log.Producer;
import daybook.log.Reader;
import daybook.log.Retention;
import daybook.log.ShareReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/**
 * One topic in memory whose broker can be away, store some of what it was sent and fail the rest, acknowledge in any order, and
 * forget the ends of partitions that it had acknowledged.
 */
final class MemoryLog implements Log {
    static final String TOPIC = "events";

    private record Sent(int partition, LogRecord record, long seq, Producer.Acknowledgement acknowledgement) {}

    private final Random random;
    private final boolean deduplicates;
    private final List<List<LogRecord>> partitions = new ArrayList<>();
    private final List<Set<Long>> seen = new ArrayList<>();
    private UUID topicId;

    /** Nobody answers. */
    boolean away;
    /** The chance that a record is not stored, whatever happens to those behind it. */
    double failing;

    private Optional<MemoryProducer> open = Optional.empty();
    /** Times a producer was asked for. */
    int producers;
    /** Times somebody waited for all answers. */
    int flushes;

    MemoryLog(Random random, int partitionCount, boolean deduplicates) {
        this.random = random;
        this.deduplicates = deduplicates;
        topicId = new UUID(random.nextLong(), random.nextLong());
        for (int p = 0; p < partitionCount; p++) {
            partitions.add(new ArrayList<>());
            seen.add(new HashSet<>());
        }
    }

    /** The records of a partition as they are. */
    List<LogRecord> records(int partition) {
        return partitions.get(partition);
    }

    int partitionCount() {
        return partitions.size();
    }

    /** The power goes: each partition loses up to {@code most} of its last records, acknowledged or not. */
    void losePower(int most) {
        for (int p = 0; p < partitions.size(); p++) {
            List<LogRecord> records = partitions.get(p);
            int lost = Math.min(records.size(), random.nextInt(most + 1));
            records.subList(records.size() - lost, records.size()).clear();
            Set<Long> left = seen.get(p);
            left.clear();
            records.forEach(r -> left.add(EventRecord.seqOf(r)));
        }
    }

    /** The topic is deleted and made again. */
    void recreate() {
        topicId = new UUID(random.nextLong(), random.nextLong());
        partitions.forEach(List::clear);
        seen.forEach(Set::clear);
    }

    @Override
    public Producer producer(String producerId) {
        answer();
        producers++;
        MemoryProducer producer = new MemoryProducer();
        open = Optional.of(producer);
        return producer;
    }

    /** The process of the open producer dies: some of what it sent arrives, nobody hears of it. */
    void killProducer() {
        open.ifPresent(p -> p.arrive(random.nextInt(p.sent.size() + 1)));
        open = Optional.empty();
    }

    private final class MemoryProducer implements Producer {
        private final List<Sent> sent = new ArrayList<>();
        private final List<Runnable> answers = new ArrayList<>();

        @Override
        public void send(
                String topic, OptionalInt partition, LogRecord record, long seq, Acknowledgement acknowledgement) {
            int to = partition.orElse(Partitioner.partition(record.key(), partitions.size()));
            sent.add(new Sent(to, record, seq, acknowledgement));
        }

        /** Some records arrive, some acknowledgements come back, in any order. */
        @Override
        public int poll() {
            arrive(random.nextInt(sent.size() + 1));
            Collections.shuffle(answers, random);
            return hear(random.nextInt(answers.size() + 1));
        }

        @Override
        public void flush() {
            flushes++;
            arrive(sent.size());
            Collections.shuffle(answers, random);
            hear(answers.size());
        }

        @Override
        public void close() {
            sent.forEach(s -> s.acknowledgement.failed(unavailable()));
            sent.clear();
        }

        private void arrive(int count) {
            List<Sent> arriving = sent.subList(0, count);
            arriving.forEach(this::arrive);
            arriving.clear();
        }

        private void arrive(Sent s) {
            TopicPartition place = new TopicPartition(TOPIC, s.partition);
            if (away || random.nextDouble() < failing) {
                answers.add(() -> s.acknowledgement.failed(unavailable()));
            } else if (deduplicates && !seen.get(s.partition).add(s.seq)) {
                answers.add(() -> s.acknowledgement.duplicate(place));
            } else {
                List<LogRecord> records = partitions.get(s.partition);
                long offset = records.size();
                records.add(s.record);
                answers.add(() -> s.acknowledgement.stored(place, offset));
            }
        }

        private int hear(int count) {
            List<Runnable> heard = new ArrayList<>(answers.subList(0, count));
            answers.subList(0, count).clear();
            heard.forEach(Runnable::run);
            return count;
        }
    }

    @Override
    public boolean has(Capability capability) {
        return false;
    }

    @Override
    public void createTopic(TopicSpec spec) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<TopicSpec> topics() {
        return List.of(new TopicSpec(TOPIC, partitions.size(), Retention.UNLIMITED));
    }

    @Override
    public Optional<TopicSpec> topic(String name) {
        answer();
        return topics().stream().filter(t -> t.name().equals(name)).findFirst();
    }

    @Override
    public UUID topicId(String topic) {
        answer();
        return topicId;
    }

    @Override
    public long startOffset(TopicPartition place) {
        answer();
        return 0;
    }

    @Override
    public long endOffset(TopicPartition place) {
        answer();
        return partitions.get(place.partition()).size();
    }

    @Override
    public List<StoredRecord> read(TopicPartition place, long offset, int max) {
        answer();
        List<StoredRecord> read = new ArrayList<>();
        List<LogRecord> records = partitions.get(place.partition());
        for (long o = offset; o < Math.min(records.size(), offset + max); o++) {
            read.add(new StoredRecord(place, o, records.get((int) o)));
        }
        return read;
    }

    private void answer() {
        if (away) {
            throw unavailable();
        }
    }

    private static LogException unavailable() {
        return new LogException(LogException.Kind.UNAVAILABLE, "nobody answers");
    }

    @Override
    public long offsetAt(TopicPartition place, long timeMs) {
        throw new UnsupportedOperationException();
    }

    @Override
    public GroupReader group(GroupOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public OwnedReader owned(String group, Collection<TopicPartition> places) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Reader tail(Collection<String> topics) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ShareReader share(String group, Collection<String> topics, Duration lockDuration) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<String> groups() {
        throw new UnsupportedOperationException();
    }

    @Override
    public OptionalLong committed(String group, TopicPartition place) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void resetOffsets(String group, Map<TopicPartition, Long> nextOffsets) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
