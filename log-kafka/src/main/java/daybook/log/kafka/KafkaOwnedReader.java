package daybook.log.kafka;

import daybook.log.GroupOptions.Start;
import daybook.log.OwnedReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * Reads partitions that a lease gave to this process, and commits under a group id.
 *
 * <p>Kafka takes the commit of any such reader. An owner that was replaced by one of the same {@link KafkaLog} is fenced here;
 * one in another process only by its lease, in the transaction of its effect.
 */
final class KafkaOwnedReader implements OwnedReader {
    private final Intake intake;
    private final String group;
    private final Owners owners;

    KafkaOwnedReader(Consumer<byte[], byte[]> consumer, KafkaLogSettings settings, Owners owners, Owned owned) {
        this.intake = new Intake(consumer, settings, Start.EARLIEST);
        this.group = owned.group();
        this.owners = owners;
        consumer.assign(owned.outside());
        owners.claim(this, group, owned.places());
    }

    /** @param outside the same places by the cluster's names */
    record Owned(
            String group, Collection<TopicPartition> places, List<org.apache.kafka.common.TopicPartition> outside) {}

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
        owners.check(this, group, nextOffsets.keySet());
        intake.commit(group, nextOffsets);
    }

    @Override
    public void close() {
        owners.leave(this);
        intake.close();
    }
}
