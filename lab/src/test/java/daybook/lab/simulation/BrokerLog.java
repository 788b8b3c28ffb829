package daybook.lab.simulation;

import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.OwnedReader;
import daybook.log.Producer;
import daybook.log.Reader;
import daybook.log.ShareReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** One process's client of a {@link SimBroker}. Has none of the capabilities, as a client of Apache Kafka. */
final class BrokerLog implements Log {
    private final SimBroker broker;

    BrokerLog(SimBroker broker) {
        this.broker = broker;
    }

    @Override
    public boolean has(Capability capability) {
        return false;
    }

    @Override
    public void createTopic(TopicSpec spec) {
        broker.create(spec);
    }

    @Override
    public List<TopicSpec> topics() {
        broker.reach();
        return broker.specs();
    }

    @Override
    public Optional<TopicSpec> topic(String name) {
        return topics().stream().filter(spec -> spec.name().equals(name)).findFirst();
    }

    @Override
    public UUID topicId(String topic) {
        broker.reach();
        return broker.id(topic);
    }

    @Override
    public long startOffset(TopicPartition place) {
        broker.reach();
        return 0;
    }

    @Override
    public long endOffset(TopicPartition place) {
        reach(place);
        return broker.part(place).records.size();
    }

    @Override
    public List<StoredRecord> read(TopicPartition place, long offset, int max) {
        reach(place);
        requireThere(broker, place, offset);
        return broker.read(place, offset, max);
    }

    private void reach(TopicPartition place) {
        broker.reach();
        if (broker.isLeaderless(place)) {
            throw new LogException(LogException.Kind.UNAVAILABLE, place + ": has no leader (simulated)");
        }
    }

    static void requireThere(SimBroker broker, TopicPartition place, long offset) {
        int end = broker.part(place).records.size();
        if (offset < 0 || offset > end) {
            throw new OffsetOutOfRangeException(place, offset, 0, end);
        }
    }

    @Override
    public Producer producer(String producerId) {
        return new BrokerProducer(broker);
    }

    @Override
    public OwnedReader owned(String group, Collection<TopicPartition> places) {
        broker.reach();
        return new BrokerReader(broker, group, places);
    }

    @Override
    public Reader tail(Collection<String> topics) {
        broker.reach();
        return BrokerReader.tail(broker, topics);
    }

    @Override
    public List<String> groups() {
        return broker.groups();
    }

    @Override
    public OptionalLong committed(String group, TopicPartition place) {
        Long next = broker.committed(group).get(place);
        return next == null ? OptionalLong.empty() : OptionalLong.of(next);
    }

    @Override
    public void close() {}

    @Override
    public long offsetAt(TopicPartition place, long timeMs) {
        throw new UnsupportedOperationException("offsetAt");
    }

    @Override
    public GroupReader group(GroupOptions options) {
        throw new UnsupportedOperationException("group");
    }

    @Override
    public ShareReader share(String group, Collection<String> topics, Duration lockDuration) {
        throw new UnsupportedOperationException("share");
    }

    @Override
    public void resetOffsets(String group, Map<TopicPartition, Long> nextOffsets) {
        throw new UnsupportedOperationException("resetOffsets");
    }
}
