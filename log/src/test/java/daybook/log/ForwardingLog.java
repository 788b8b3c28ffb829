package daybook.log;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** A log that passes everything on; planted bugs override one thing. */
public abstract class ForwardingLog implements Log {
    protected final Log log;

    protected ForwardingLog(Log log) {
        this.log = log;
    }

    @Override
    public boolean has(Capability capability) {
        return log.has(capability);
    }

    @Override
    public void createTopic(TopicSpec spec) {
        log.createTopic(spec);
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
        return log.producer(producerId);
    }

    @Override
    public GroupReader group(GroupOptions options) {
        return log.group(options);
    }

    @Override
    public OwnedReader owned(String group, Collection<TopicPartition> places) {
        return log.owned(group, places);
    }

    @Override
    public Reader tail(Collection<String> topics) {
        return log.tail(topics);
    }

    @Override
    public ShareReader share(String group, Collection<String> topics, Duration lockDuration) {
        return log.share(group, topics, lockDuration);
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
        log.resetOffsets(group, nextOffsets);
    }

    @Override
    public void close() {
        log.close();
    }
}
