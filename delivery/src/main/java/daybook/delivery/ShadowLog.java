package daybook.delivery;

import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.OwnedReader;
import daybook.log.Producer;
import daybook.log.Reader;
import daybook.log.ShareReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * The log as a service sees it that is built a second time beside itself: it reads what the first one reads, under another group's
 * name, so that neither disturbs the other, and it leaves no trace.
 */
public final class ShadowLog implements Log {
    private static final String SUFFIX = ".shadow";

    private final Log log;

    /** @param log stays the caller's to close */
    public ShadowLog(Log log) {
        this.log = log;
    }

    @Override
    public boolean has(Capability capability) {
        return log.has(capability);
    }

    @Override
    public void createTopic(TopicSpec spec) {
        throw readOnly();
    }

    @Override
    public List<TopicSpec> topics() {
        return log.topics();
    }

    @Override
    public Optional<TopicSpec> topic(String name) {
        return log.topic(name);
    }

    @Override
    public UUID topicId(String topic) {
        return log.topicId(topic);
    }

    @Override
    public long startOffset(TopicPartition place) {
        return log.startOffset(place);
    }

    @Override
    public long endOffset(TopicPartition place) {
        return log.endOffset(place);
    }

    @Override
    public OptionalLong heldAt(TopicPartition place) {
        return log.heldAt(place);
    }

    @Override
    public long offsetAt(TopicPartition place, long timeMs) {
        return log.offsetAt(place, timeMs);
    }

    @Override
    public List<StoredRecord> read(TopicPartition place, long offset, int max) {
        return log.read(place, offset, max);
    }

    @Override
    public Producer producer(String producerId) {
        return new Mute();
    }

    /** A shadow has a lease: it names its partitions itself. */
    @Override
    public GroupReader group(GroupOptions options) {
        throw readOnly();
    }

    @Override
    public OwnedReader owned(String group, Collection<TopicPartition> places) {
        return new Silent(log.owned(group + SUFFIX, places));
    }

    @Override
    public Reader tail(Collection<String> topics) {
        return log.tail(topics);
    }

    @Override
    public ShareReader share(String group, Collection<String> topics, Duration lockDuration) {
        throw readOnly();
    }

    @Override
    public List<String> groups() {
        return log.groups();
    }

    @Override
    public OptionalLong committed(String group, TopicPartition place) {
        return log.committed(group, place);
    }

    @Override
    public void resetOffsets(String group, Map<TopicPartition, Long> nextOffsets) {
        throw readOnly();
    }

    @Override
    public void close() {}

    /** Tells the log nothing of how far it is: nobody would ever ask. */
    private record Silent(OwnedReader reader) implements OwnedReader {
        @Override
        public List<StoredRecord> poll(int max, Duration timeout) {
            return reader.poll(max, timeout);
        }

        @Override
        public Set<TopicPartition> assignment() {
            return reader.assignment();
        }

        @Override
        public void seek(TopicPartition place, long offset) {
            reader.seek(place, offset);
        }

        @Override
        public void commit(Map<TopicPartition, Long> nextOffsets) {}

        @Override
        public void close() {
            reader.close();
        }
    }

    /** What it would say the first one has said: everything is there already. */
    private static final class Mute implements Producer {
        private final Deque<Runnable> waiting = new ArrayDeque<>();

        @Override
        public void send(
                String topic, OptionalInt partition, LogRecord record, long seq, Acknowledgement acknowledgement) {
            TopicPartition place = new TopicPartition(topic, partition.orElse(0));
            waiting.add(() -> acknowledgement.duplicate(place));
        }

        @Override
        public int poll() {
            int told = waiting.size();
            while (!waiting.isEmpty()) {
                waiting.remove().run();
            }
            return told;
        }

        @Override
        public void flush() {
            poll();
        }

        @Override
        public void close() {}
    }

    private static LogException readOnly() {
        return new LogException(LogException.Kind.DENIED, "a shadow does not write");
    }
}
