package daybook.log.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * What each kind of Kafka client is told. Safety is spelled out although most of it is the default: a setting that is named
 * cannot be lowered in silence.
 */
final class ClientProperties {
    /** Room of a request beside its one largest record: batch header, lengths, offsets. */
    private static final int REQUEST_OVERHEAD_BYTES = 4096;

    private final KafkaLogSettings settings;
    private final int timeoutMs;

    ClientProperties(KafkaLogSettings settings) {
        this.settings = settings;
        this.timeoutMs = Math.toIntExact(settings.timeout().toMillis());
    }

    /** Largest batch a topic of ours must take: one record of the largest size. */
    static int maxBatchBytes(KafkaLogSettings settings) {
        return settings.maxRecordBytes() + REQUEST_OVERHEAD_BYTES;
    }

    Map<String, Object> admin() {
        Map<String, Object> properties = common();
        properties.put("request.timeout.ms", timeoutMs / 2);
        properties.put("default.api.timeout.ms", timeoutMs);
        properties.putAll(settings.cluster().client().of(AdminClientConfig.configNames()));
        return properties;
    }

    /**
     * A frozen leader costs {@code request.timeout.ms} before another broker is asked, so it is a part of the deadline; and each
     * record has stored or failed a little before {@code flush} gives up waiting.
     */
    Map<String, Object> producer(String producerId) {
        Map<String, Object> properties = common();
        properties.put("client.id", settings.names().groups() + producerId);
        properties.put("acks", "all");
        properties.put("enable.idempotence", true);
        properties.put("compression.type", settings.compression().name().toLowerCase(Locale.ROOT));
        properties.put("linger.ms", 5);
        properties.put("batch.size", 128 << 10);
        properties.put("max.request.size", maxBatchBytes(settings));
        properties.put("buffer.memory", Math.max(32L << 20, 4L * settings.maxRecordBytes()));
        properties.put("max.block.ms", timeoutMs * 3 / 10);
        properties.put("request.timeout.ms", timeoutMs * 4 / 10);
        properties.put("delivery.timeout.ms", timeoutMs * 8 / 10);
        properties.putAll(settings.cluster().client().of(ProducerConfig.configNames()));
        return properties;
    }

    /** Reads without a group. */
    Map<String, Object> reader() {
        Map<String, Object> properties = common();
        properties.put("enable.auto.commit", false);
        // A group without an offset, and an offset that is not there, are decided by us: the client would jump in
        // silence.
        properties.put("auto.offset.reset", "none");
        properties.put("isolation.level", "read_committed");
        properties.put("allow.auto.create.topics", false);
        properties.put("request.timeout.ms", timeoutMs / 2);
        properties.put("default.api.timeout.ms", timeoutMs);
        properties.putAll(settings.cluster().client().of(ConsumerConfig.configNames()));
        return properties;
    }

    /**
     * Asks about single places. The broker holds a fetch at the end of a partition back for {@code fetch.max.wait.ms}, and the
     * next question waits behind it.
     */
    Map<String, Object> lookup() {
        Map<String, Object> properties = reader();
        properties.put("fetch.max.wait.ms", 5);
        return properties;
    }

    /** Reads partitions that the caller chose, committing under a group. */
    Map<String, Object> owner(String group) {
        Map<String, Object> properties = reader();
        properties.put("group.id", settings.names().groups() + group);
        return properties;
    }

    /**
     * A member of a group. One that has not polled for the session's time is out, as the port says: for Kafka that is
     * {@code max.poll.interval.ms}; {@code session.timeout.ms} is for a process that died.
     *
     * @param newer see {@link GroupProtocol}
     */
    Map<String, Object> member(String group, Duration session, boolean newer) {
        int sessionMs = Math.toIntExact(session.toMillis());
        Map<String, Object> properties = owner(group);
        properties.put("max.poll.interval.ms", sessionMs);
        if (newer) {
            properties.put("group.protocol", "consumer");
            return properties;
        }
        properties.put("group.protocol", "classic");
        properties.put("partition.assignment.strategy", "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
        properties.put("session.timeout.ms", sessionMs);
        properties.put("heartbeat.interval.ms", Math.max(1, sessionMs / 10));
        return properties;
    }

    /** A worker of a share group, for batches of up to {@code max} records. */
    Map<String, Object> worker(String group, int max) {
        Map<String, Object> properties = common();
        properties.put("group.id", settings.names().groups() + group);
        properties.put("share.acknowledgement.mode", "explicit");
        properties.put("share.acquire.mode", "record_limit");
        properties.put("max.poll.records", max);
        properties.put("allow.auto.create.topics", false);
        properties.put("request.timeout.ms", timeoutMs / 2);
        properties.put("default.api.timeout.ms", timeoutMs);
        Map<String, Object> passedOn = settings.cluster().client().of(ConsumerConfig.configNames());
        passedOn.remove("max.poll.records");
        properties.putAll(passedOn);
        return properties;
    }

    private Map<String, Object> common() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", settings.cluster().brokers());
        properties.put("socket.connection.setup.timeout.ms", Math.min(2_000, timeoutMs / 2));
        properties.put("socket.connection.setup.timeout.max.ms", Math.min(5_000, timeoutMs));
        properties.put("reconnect.backoff.max.ms", 1_000);
        // No telemetry: not ours, and not the client's to a broker that asks for it.
        properties.put("enable.metrics.push", false);
        properties.putAll(settings.cluster().security().properties());
        return properties;
    }
}
