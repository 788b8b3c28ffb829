package daybook.lab.check;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a topic of a Kafka cluster as a stranger would: Kafka's own client, no group, nothing committed, none of the code that
 * the venue reads with. The ends are measured when it is opened. Confined to one thread.
 */
final class KafkaTopic implements RecordSource, AutoCloseable {
    private static final String NONE = "";

    private final Consumer<byte[], byte[]> consumer;
    private final TopicCheck.Cluster cluster;
    private final List<TopicPartition> places = new ArrayList<>();
    private final Map<TopicPartition, Long> starts;
    private final Map<TopicPartition, Long> ends;

    private KafkaTopic(TopicCheck.Cluster cluster, Consumer<byte[], byte[]> consumer) {
        this.cluster = cluster;
        this.consumer = consumer;
        var partitions = consumer.partitionsFor(cluster.topic(), cluster.timeout());
        if (partitions.isEmpty()) {
            throw new CheckException(cluster.topic() + ": no such topic");
        }
        for (int p = 0; p < partitions.size(); p++) {
            places.add(new TopicPartition(cluster.topic(), p));
        }
        this.starts = consumer.beginningOffsets(places, cluster.timeout());
        this.ends = consumer.endOffsets(places, cluster.timeout());
    }

    /** @throws CheckException if the cluster does not answer in time, or has no such topic */
    static KafkaTopic open(TopicCheck.Cluster cluster) {
        Map<String, Object> properties = new HashMap<>(cluster.client());
        properties.put("enable.auto.commit", false);
        properties.put("auto.offset.reset", "none");
        properties.put("isolation.level", "read_committed");
        properties.put("allow.auto.create.topics", false);
        properties.put("enable.metrics.push", false);
        properties.put("max.poll.records", 5_000);
        try {
            Consumer<byte[], byte[]> consumer =
                    new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            try {
                return new KafkaTopic(cluster, consumer);
            } catch (KafkaException | CheckException refused) {
                consumer.close(CloseOptions.timeout(Duration.ZERO));
                throw refused;
            }
        } catch (KafkaException e) {
            throw new CheckException(cluster.topic() + ": " + firstLine(e), e);
        }
    }

    @Override
    public int partitions() {
        return places.size();
    }

    @Override
    public long start(int partition) {
        return starts.getOrDefault(places.get(partition), 0L);
    }

    @Override
    public long end(int partition) {
        return ends.getOrDefault(places.get(partition), 0L);
    }

    /** Ends by the wall clock when nothing comes for as long as the cluster's timeout. */
    @Override
    public void read(int partition, Sink sink) {
        TopicPartition place = places.get(partition);
        long end = end(partition);
        try {
            consumer.assign(List.of(place));
            consumer.seek(place, start(partition));
            long before = -1;
            while (consumer.position(place, cluster.timeout()) < end) {
                long position = consumer.position(place, cluster.timeout());
                if (position == before) {
                    throw new CheckException(place + ": nothing came from offset " + position + " on within "
                            + cluster.timeout().toMillis() + " ms (the end is " + end + ")");
                }
                before = position;
                for (ConsumerRecord<byte[], byte[]> record :
                        consumer.poll(cluster.timeout()).records(place)) {
                    if (record.offset() < end) {
                        sink.record(found(record));
                    }
                }
            }
        } catch (KafkaException e) {
            throw new CheckException(place + ": " + firstLine(e), e);
        }
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(cluster.timeout()));
    }

    private static Found found(ConsumerRecord<byte[], byte[]> record) {
        return new Found(
                record.partition(),
                record.offset(),
                bytes(record.key()),
                bytes(record.value()),
                header(record, "ce_id"),
                header(record, "seq"));
    }

    private static byte[] bytes(byte @Nullable [] some) {
        return some == null ? new byte[0] : some;
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null ? NONE : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static String firstLine(KafkaException e) {
        String message = e.getMessage();
        return message == null
                ? e.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}
