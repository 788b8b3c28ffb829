package daybook.log.kafka;

import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.RebalanceListener;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;

/** A member of a Kafka consumer group. Partitions that stay are read on during a rebalance (cooperative assignment). */
final class KafkaGroupReader implements GroupReader {
    private final Consumer<byte[], byte[]> consumer;
    private final Intake intake;
    private final String group;

    /** @param topics by the cluster's names */
    KafkaGroupReader(
            Consumer<byte[], byte[]> consumer, KafkaLogSettings settings, GroupOptions options, List<String> topics) {
        this.consumer = consumer;
        this.intake = new Intake(consumer, settings, options.start());
        this.group = options.group();
        consumer.subscribe(topics, new Telling(intake, options.listener()));
    }

    @Override
    public List<StoredRecord> poll(int max, Duration timeout) {
        return intake.poll(max, timeout);
    }

    @Override
    public Set<TopicPartition> assignment() {
        return intake.assignment();
    }

    @Override
    public void seek(TopicPartition place, long offset) {
        intake.seek(place, offset);
    }

    @Override
    public void commit(Map<TopicPartition, Long> nextOffsets) {
        intake.commit(group, nextOffsets);
    }

    /** -1 while the group is being joined. */
    @Override
    public int generation() {
        return consumer.groupMetadata().generationId();
    }

    @Override
    public String memberId() {
        return consumer.groupMetadata().memberId();
    }

    @Override
    public void close() {
        intake.close();
    }

    private record Telling(Intake intake, RebalanceListener listener) implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<org.apache.kafka.common.TopicPartition> places) {
            if (!places.isEmpty()) {
                listener.assigned(intake.inside(places));
            }
        }

        /** Told before what waits is dropped, so that the listener may still commit. Lost partitions come here, too. */
        @Override
        public void onPartitionsRevoked(Collection<org.apache.kafka.common.TopicPartition> places) {
            if (!places.isEmpty()) {
                Set<TopicPartition> gone = intake.inside(places);
                listener.revoked(gone);
                intake.forget(gone);
            }
        }
    }
}
