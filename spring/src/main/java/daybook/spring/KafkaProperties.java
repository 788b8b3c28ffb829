package daybook.spring;

import static daybook.spring.PropertyException.require;
import static daybook.spring.PropertyException.under;

import daybook.log.kafka.ClientSettings;
import daybook.log.kafka.KafkaCluster;
import daybook.log.kafka.KafkaLogSettings;
import daybook.log.kafka.KafkaSecurity;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where Kafka is: the keys of the venue's own configuration, below {@code daybook}.
 *
 * @param brokers host, host:port or [ipv6]:port; none = the log is embedded
 * @param group before every group id, with a dot between
 * @param topic before every topic name
 * @param timeout wall-clock end of every call to a broker
 * @param compression none, gzip, snappy, lz4 or zstd
 * @param client settings of Kafka's own client, checked
 */
public record KafkaProperties(
        @DefaultValue List<String> brokers,
        @DefaultValue("daybook") String group,
        @DefaultValue Topic topic,
        @DefaultValue("false") boolean tls,
        @DefaultValue("") String username,
        @DefaultValue("") String password,
        @DefaultValue Sasl sasl,
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("zstd") String compression,
        @DefaultValue Replication replication,
        @DefaultValue Map<String, String> client) {
    private static final String PREFIX = "daybook.kafka";

    /** @param prefix before every topic name; nothing unless set: the topics are the application's */
    public record Topic(@DefaultValue("") String prefix) {}

    /** @param mechanism plain (over TLS only), scram-sha-256 or scram-sha-512 */
    public record Sasl(@DefaultValue("") String mechanism) {}

    /** @param factor copies of each partition that is made; nothing = as the brokers say */
    public record Replication(@Nullable Integer factor) {}

    public KafkaProperties {
        brokers = List.copyOf(brokers);
        client = Map.copyOf(client);
        require(
                username.isEmpty() == password.isEmpty()
                        && username.isEmpty() == sasl.mechanism().isEmpty(),
                PREFIX,
                "username, password and sasl.mechanism not all set",
                "all three or none");
        require(
                compression.matches("(?i)none|gzip|snappy|lz4|zstd"),
                PREFIX + ".compression",
                compression,
                "none|gzip|snappy|lz4|zstd");
    }

    boolean isSet() {
        return !brokers.isEmpty();
    }

    /** @throws PropertyException if they make no cluster */
    KafkaLogSettings settings(LongSupplier nanos) {
        return under(PREFIX, () -> {
            KafkaCluster cluster = new KafkaCluster(
                    brokers.stream().map(KafkaProperties::withPort).toList(),
                    new KafkaSecurity(tls, login()),
                    new ClientSettings(client));
            KafkaLogSettings settings = KafkaLogSettings.of(nanos, cluster)
                    .withPrefixes(new KafkaLogSettings.Prefixes(topic.prefix(), group + "."))
                    .withTimeout(timeout)
                    .withCompression(KafkaLogSettings.Compression.valueOf(compression.toUpperCase(Locale.ROOT)));
            Integer factor = replication.factor();
            return factor == null ? settings : settings.withReplicas(factor);
        });
    }

    /** No secrets. */
    @Override
    public String toString() {
        return "KafkaProperties[brokers=" + brokers + "]";
    }

    private Optional<KafkaSecurity.Login> login() {
        return username.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new KafkaSecurity.Login(KafkaSecurity.Mechanism.of(sasl.mechanism()), username, password));
    }

    private static String withPort(String broker) {
        return broker.matches(".*:[0-9]+") ? broker : broker + ":9092";
    }
}
