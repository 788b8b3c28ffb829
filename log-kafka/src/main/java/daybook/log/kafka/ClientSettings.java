package daybook.log.kafka;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Settings of Kafka's own client that users may set: certificates, buffers, pauses. Each is checked before a client is built. What
 * the guarantees rest on, and what would load code by its name, is not among them.
 */
public record ClientSettings(Map<String, String> values) {
    public static final ClientSettings NONE = new ClientSettings(Map.of());

    private static final Set<String> OPEN = Set.of(
            "ssl.truststore.location",
            "ssl.truststore.type",
            "ssl.truststore.password",
            "ssl.truststore.certificates",
            "ssl.keystore.location",
            "ssl.keystore.type",
            "ssl.keystore.password",
            "ssl.keystore.key",
            "ssl.keystore.certificate.chain",
            "ssl.key.password",
            "ssl.protocol",
            "ssl.enabled.protocols",
            "ssl.cipher.suites",
            "client.rack",
            "client.dns.lookup",
            "connections.max.idle.ms",
            "receive.buffer.bytes",
            "send.buffer.bytes",
            "reconnect.backoff.ms",
            "reconnect.backoff.max.ms",
            "retry.backoff.ms",
            "retry.backoff.max.ms",
            "metadata.max.age.ms",
            "linger.ms",
            "batch.size",
            "buffer.memory",
            "compression.gzip.level",
            "compression.lz4.level",
            "compression.zstd.level",
            "fetch.min.bytes",
            "fetch.max.bytes",
            "fetch.max.wait.ms",
            "max.partition.fetch.bytes",
            "max.poll.records");

    /** Why the best known of the others are ours. */
    private static final Map<String, String> OURS = ours();

    private static final Map<String, ConfigDef.ConfigKey> KNOWN = known();

    public ClientSettings {
        values = Map.copyOf(values);
        values.forEach(ClientSettings::check);
    }

    /** The names that may be set. */
    public static Set<String> names() {
        return new TreeSet<>(OPEN);
    }

    /** Whether a value must not be shown. */
    public static boolean isSecret(String name) {
        return name.endsWith("password") || name.equals("ssl.keystore.key") || name.startsWith("sasl.jaas");
    }

    /** Why a setting that Kafka's client has cannot be set here; "" if it can be, or is none of the client's. */
    public static String refusal(String name) {
        if (OPEN.contains(name) || !KNOWN.containsKey(name)) {
            return "";
        }
        return OURS.getOrDefault(
                name, "not passed on to the client: the log's guarantees, or its safety, could change");
    }

    /** No values: some are secret. */
    @Override
    public String toString() {
        return values.keySet().toString();
    }

    /** What a client of this kind understands of them. */
    Map<String, Object> of(Set<String> understood) {
        Map<String, Object> some = new HashMap<>();
        values.forEach((name, value) -> {
            if (understood.contains(name)) {
                some.put(name, value);
            }
        });
        for (String store : Set.of("ssl.truststore", "ssl.keystore")) {
            String location = values.get(store + ".location");
            if (location != null && !values.containsKey(store + ".type")) {
                some.put(store + ".type", typeOf(location));
            }
        }
        return some;
    }

    /** By the ending of the file: the client itself would take everything for a Java key store. */
    private static String typeOf(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        if (name.endsWith(".pem") || name.endsWith(".crt") || name.endsWith(".cer")) {
            return "PEM";
        }
        return name.endsWith(".jks") ? "JKS" : "PKCS12";
    }

    private static void check(String name, String value) {
        ConfigDef.ConfigKey key = KNOWN.get(name);
        if (!OPEN.contains(name) || key == null) {
            String why = refusal(name);
            throw new IllegalArgumentException(name + ": " + (why.isEmpty() ? "not a setting of Kafka's client" : why));
        }
        try {
            Object parsed = ConfigDef.parseType(name, value, key.type);
            if (key.validator != null && parsed != null) {
                key.validator.ensureValid(name, parsed);
            }
        } catch (ConfigException refused) { // not as the cause: it quotes the value
            throw new IllegalArgumentException(name + ": " + (isSecret(name) ? "***" : value) + " (expected: "
                    + key.type.name().toLowerCase(Locale.ROOT) + (key.validator == null ? "" : " " + key.validator)
                    + ")");
        }
    }

    private static Map<String, ConfigDef.ConfigKey> known() {
        Map<String, ConfigDef.ConfigKey> known = new TreeMap<>();
        known.putAll(AdminClientConfig.configDef().configKeys());
        known.putAll(ConsumerConfig.configDef().configKeys());
        known.putAll(ProducerConfig.configDef().configKeys());
        return known;
    }

    private static Map<String, String> ours() {
        Map<String, String> ours = new HashMap<>();
        ours.put("bootstrap.servers", "set by kafka.brokers");
        ours.put("compression.type", "set by kafka.compression");
        ours.put("group.id", "set by kafka.group");
        ours.put("security.protocol", "set by kafka.tls and kafka.sasl.mechanism");
        ours.put("sasl.jaas.config", "made from kafka.username and kafka.password");
        ours.put("ssl.endpoint.identification.algorithm", "the broker's name is always verified");
        for (String name :
                Set.of("request.timeout.ms", "delivery.timeout.ms", "max.block.ms", "default.api.timeout.ms")) {
            ours.put(name, "set by kafka.timeout, which every call keeps");
        }
        ours.put("acks", "always all: an acknowledged record is on every in-sync replica");
        ours.put("enable.idempotence", "always on: a batch that is sent again is stored once");
        ours.put("retries", "bounded by kafka.timeout");
        ours.put("max.request.size", "follows from the largest record");
        ours.put("enable.auto.commit", "always off: offsets are committed after the effect");
        ours.put("auto.offset.reset", "never: an offset that is gone is an error");
        ours.put("isolation.level", "always read_committed");
        ours.put("allow.auto.create.topics", "always off: only topics init creates");
        return ours;
    }
}
