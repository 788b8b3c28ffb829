package daybook.log.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidRecordStateException;

/** A share consumer with the batch that it has out. Confined to its reader's thread; throws Kafka's exceptions. */
final class ShareDesk {
    private final int size;
    private final ShareConsumer<byte[], byte[]> consumer;
    private final KafkaLogSettings settings;
    private final Map<Key, ConsumerRecord<byte[], byte[]>> out = new LinkedHashMap<>();
    private long sinceNs;

    /** A record in one of its deliveries. */
    record Key(TopicPartition place, long offset, int deliveries) {
        static Key of(ConsumerRecord<byte[], byte[]> record) {
            return new Key(
                    new TopicPartition(record.topic(), record.partition()),
                    record.offset(),
                    ShareDesk.deliveries(record));
        }
    }

    ShareDesk(int size, ShareConsumer<byte[], byte[]> consumer, KafkaLogSettings settings) {
        this.size = size;
        this.consumer = consumer;
        this.settings = settings;
    }

    static int deliveries(ConsumerRecord<byte[], byte[]> record) {
        return record.deliveryCount().orElse((short) 1);
    }

    boolean isIdleFor(int max) {
        return size == max && out.isEmpty();
    }

    boolean has(Key key) {
        return out.containsKey(key);
    }

    List<ConsumerRecord<byte[], byte[]>> poll(Duration timeout) {
        sinceNs = settings.nanos().getAsLong();
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(timeout)) {
            out.put(Key.of(record), record);
            records.add(record);
        }
        return records;
    }

    /** Of a record that is out. Told to the group with {@link #commit}. */
    void acknowledge(Key key, AcknowledgeType type) {
        ConsumerRecord<byte[], byte[]> record = out.remove(key);
        if (record != null) {
            consumer.acknowledge(record, type);
        }
    }

    /** Returns a partition in which it was too late for something. */
    Optional<TopicPartition> commit() {
        Optional<TopicPartition> late = Optional.empty();
        for (Map.Entry<TopicIdPartition, Optional<KafkaException>> told :
                consumer.commitSync(settings.timeout()).entrySet()) {
            if (told.getValue().isPresent()) {
                if (!(told.getValue().get() instanceof InvalidRecordStateException)) {
                    throw told.getValue().get();
                }
                late = Optional.of(told.getKey().topicPartition());
            }
        }
        return late;
    }

    /** Kafka hands renewed records out once more, by the next poll, and takes no answer for what it had handed out before. */
    void renew() {
        if (out.isEmpty()) {
            return;
        }
        Set<Key> renewed = new HashSet<>(out.keySet());
        out.values().forEach(record -> consumer.acknowledge(record, AcknowledgeType.RENEW));
        out.clear();
        sinceNs = settings.nanos().getAsLong();
        Duration patience = commit().isPresent() ? Duration.ZERO : settings.timeout();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(patience)) {
            if (renewed.contains(Key.of(record))) {
                out.put(Key.of(record), record);
            } else { // of a lock that was over: nobody here has asked for a new one
                consumer.acknowledge(record, AcknowledgeType.RELEASE);
            }
        }
    }

    /** Gives up what was out for longer than its lock: the group has it already, and the client wants an answer all the same. */
    void dropIfOver(Duration lock) {
        if (!out.isEmpty() && settings.nanos().getAsLong() - sinceNs > lock.toNanos()) {
            releaseAll();
            consumer.commitSync(settings.timeout());
        }
    }

    /** What is out goes back to the group. */
    void close() {
        releaseAll();
        consumer.close(settings.timeout());
    }

    private void releaseAll() {
        out.values().forEach(record -> consumer.acknowledge(record, AcknowledgeType.RELEASE));
        out.clear();
    }
}
