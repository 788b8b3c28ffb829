package daybook.spring;

import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import daybook.log.kafka.KafkaLog;
import java.time.InstantSource;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the log that the properties name. */
final class Logs {
    private static final Logger LOG = LoggerFactory.getLogger(Logs.class);
    private static final int BROADCAST_PARTITIONS = 6;

    private Logs() {}

    /** Kafka if there are brokers, to which it does not connect yet; else the embedded one, with its topics. */
    static Log open(DaybookProperties properties) {
        if (properties.kafka().isSet()) {
            return KafkaLog.open(properties.kafka().settings(System::nanoTime));
        }
        EmbeddedLog log = embedded(properties.log());
        for (String topic : properties.log().topics()) {
            int colon = topic.lastIndexOf(':');
            int partitions = Integer.parseInt(topic.substring(colon + 1));
            create(log, new TopicSpec(topic.substring(0, colon), partitions, Retention.UNLIMITED));
        }
        create(log, new TopicSpec(properties.broadcast().topic(), BROADCAST_PARTITIONS, Retention.days(1)));
        return log;
    }

    private static EmbeddedLog embedded(DaybookProperties.LogFiles files) {
        EmbeddedLogSettings settings = EmbeddedLogSettings.of(
                        new EmbeddedLogSettings.Sources(InstantSource.system(), System::nanoTime, UUID::randomUUID))
                .withNotices(LOG::info);
        try {
            return EmbeddedLog.open(files.directory(), settings);
        } catch (LogException refused) {
            throw new PropertyException("daybook.log.directory: " + refused.getMessage(), refused);
        }
    }

    private static void create(EmbeddedLog log, TopicSpec topic) {
        try {
            log.createTopic(topic);
        } catch (LogException refused) {
            log.close();
            throw new PropertyException("daybook.log.topics: " + refused.getMessage(), refused);
        }
    }
}
