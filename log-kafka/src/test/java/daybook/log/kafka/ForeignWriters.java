package daybook.log.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Others who write to our topics, with Kafka's client as it comes. */
final class ForeignWriters {
    private final KafkaLogSettings settings;

    ForeignWriters(KafkaLogSettings settings) {
        this.settings = settings;
    }

    /** The partition that Kafka's client chooses for each key. */
    Map<String, Integer> places(String topic, List<String> keys) throws ExecutionException, InterruptedException {
        Map<String, Integer> places = new HashMap<>();
        try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
            for (String key : keys) {
                places.put(key, producer.send(record(topic, key)).get().partition());
            }
        }
        return places;
    }

    /** A transaction that is open, with one record in it. Close it to abort it. */
    KafkaProducer<byte[], byte[]> open(String topic) throws ExecutionException, InterruptedException {
        KafkaProducer<byte[], byte[]> producer =
                producer(Map.of("transactional.id", settings.names().topics() + "t"));
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(record(topic, "foreign")).get();
        return producer;
    }

    private ProducerRecord<byte[], byte[]> record(String topic, String key) {
        return new ProducerRecord<>(settings.names().topics() + topic, key.getBytes(UTF_8), "foreign".getBytes(UTF_8));
    }

    private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> properties = new HashMap<>(more);
        properties.put("bootstrap.servers", settings.cluster().brokers());
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
