package daybook.bench.peers;

import daybook.bench.Contestant;
import daybook.bench.KafkaServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Kafka's own producer alone, with the settings that ours has, sending bytes that are ready in memory: keys, values and headers as
 * ours has written them, the first {@value #SAMPLE} again and again. No journal, no JSON, no order of acknowledgements, no checkpoint.
 */
public final class RawKafkaProducer implements Contestant {
    private static final int SAMPLE = 100_000;
    private static final int PARTITIONS = 3;

    private final String written;
    private final int records;
    private final List<ConsumerRecord<byte[], byte[]>> sample = new ArrayList<>();
    private int runs;

    /** @param written the topic with what ours has written, when this runs for the first time */
    public RawKafkaProducer(String written, int records) {
        this.written = written;
        this.records = records;
    }

    @Override
    public String name() {
        return "raw KafkaProducer";
    }

    @Override
    public double run() throws Exception {
        if (sample.isEmpty()) {
            read();
        }
        String topic = written + "-raw-" + ++runs;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", KafkaServer.address()))) {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(PARTITIONS), Optional.empty())))
                    .all()
                    .get();
            awaitLeaders(admin, topic);
        }
        AtomicLong acknowledged = new AtomicLong();
        AtomicReference<Exception> failure = new AtomicReference<>();
        long start = System.nanoTime();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings(), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < records; i++) {
                ConsumerRecord<byte[], byte[]> like = sample.get(i % sample.size());
                ProducerRecord<byte[], byte[]> record =
                        new ProducerRecord<>(topic, like.partition(), like.timestamp(), like.key(), like.value());
                for (Header header : like.headers()) {
                    record.headers().add(header);
                }
                // Its callback says what has become of it.
                var unused = producer.send(record, (stored, error) -> {
                    if (error == null) {
                        acknowledged.incrementAndGet();
                    } else {
                        failure.set(error);
                    }
                });
            }
            producer.flush();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (acknowledged.get() != records) {
            throw new IllegalStateException("acknowledged: " + acknowledged + " of " + records, failure.get());
        }
        return records / seconds;
    }

    /**
     * A first batch that comes before its partition has a leader, while the second comes after, is out of order for good: Kafka's
     * client then sends it in vain until its delivery timeout of two minutes.
     */
    private static void awaitLeaders(Admin admin, String topic) throws Exception {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
        }
        admin.listOffsets(ends).all().get();
    }

    private static Map<String, Object> settings() throws Exception {
        return Map.of(
                "bootstrap.servers",
                KafkaServer.address(),
                "acks",
                "all",
                "enable.idempotence",
                true,
                "compression.type",
                "zstd",
                "linger.ms",
                5,
                "batch.size",
                128 << 10,
                "buffer.memory",
                32L << 20,
                "enable.metrics.push",
                false);
    }

    private void read() throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", KafkaServer.address(), "enable.auto.commit", false);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> places = IntStream.range(0, PARTITIONS)
                    .mapToObj(p -> new TopicPartition(written, p))
                    .toList();
            consumer.assign(places);
            consumer.seekToBeginning(places);
            while (sample.size() < Math.min(SAMPLE, records)) {
                consumer.poll(Duration.ofSeconds(1)).forEach(sample::add);
            }
        }
    }
}
