package daybook.app.kafka;

import daybook.log.Log;
import daybook.log.kafka.KafkaLog;
import daybook.log.kafka.KafkaLogSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** A log on a real broker with prefixes of a test's own. */
final class QueuesOnKafka {
    private QueuesOnKafka() {}

    static Log log(TestBroker broker) {
        return log(broker, broker.environment());
    }

    static Log log(TestBroker broker, Map<String, String> environment) {
        return KafkaLog.open(KafkaLogSettings.of(System::nanoTime, broker.address())
                .withPrefix(Objects.requireNonNull(environment.get("KAFKA_TOPIC_PREFIX")))
                .withTimeout(Duration.ofSeconds(10)));
    }

    /** One that nobody answers for. */
    static Log nowhere(Duration timeout) {
        return KafkaLog.open(
                KafkaLogSettings.of(System::nanoTime, "127.0.0.1:1").withTimeout(timeout));
    }
}
