package daybook.app.kafka;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import daybook.events.Topics;
import daybook.log.kafka.ClientSettings;
import daybook.log.kafka.KafkaCluster;
import daybook.log.kafka.KafkaLog;
import daybook.log.kafka.KafkaLogSettings;
import daybook.log.kafka.KafkaSecurity;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** From the configuration to the log on Apache Kafka. */
public final class KafkaConnection {
    private static final int USUAL_PORT = 9092;
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private KafkaConnection() {}

    public static boolean isChosen(Configuration configuration) {
        return configuration.log().equals("kafka");
    }

    /**
     * The topics by the names that the log knows them by: on Kafka the log itself puts the prefix before them.
     *
     * @see daybook.log.kafka.KafkaLogSettings.Prefixes
     */
    public static Topics topics(Configuration configuration) {
        return new Topics(isChosen(configuration) ? "" : configuration.text(Catalog.TOPIC_PREFIX));
    }

    /** Throws a {@link Failure} with exit code 2 if a value is not one that a client can be built with. */
    public static KafkaLogSettings settings(Configuration configuration) {
        try {
            String group = configuration.text(Catalog.GROUP);
            KafkaLogSettings settings = KafkaLogSettings.of(System::nanoTime, cluster(configuration))
                    .withPrefixes(new KafkaLogSettings.Prefixes(
                            configuration.text(Catalog.TOPIC_PREFIX), group.isEmpty() ? "" : group + "."))
                    .withTimeout(timeout(configuration))
                    .withCompression(KafkaLogSettings.Compression.valueOf(
                            configuration.text(Catalog.COMPRESSION).toUpperCase(Locale.ROOT)));
            OptionalInt replicas = replicas(configuration);
            return replicas.isPresent() ? settings.withReplicas(replicas.getAsInt()) : settings;
        } catch (IllegalArgumentException refused) {
            throw usage(refused);
        }
    }

    /** Copies of each partition, if that was said. */
    public static OptionalInt replicas(Configuration configuration) {
        return isChosen(configuration) && configuration.isSet(Catalog.REPLICATION_FACTOR)
                ? OptionalInt.of(configuration.integer(Catalog.REPLICATION_FACTOR))
                : OptionalInt.empty();
    }

    /** The log, which connects to nothing yet: a venue starts without its broker, and without a name for it. */
    public static KafkaLog open(Configuration configuration) {
        try {
            return KafkaLog.open(settings(configuration));
        } catch (IllegalArgumentException unreadable) {
            throw usage(unreadable);
        }
    }

    /**
     * The log of a cluster that answers.
     *
     * @throws daybook.log.LogException saying in one line why it cannot be used from here
     */
    public static KafkaLog openReachable(Configuration configuration) {
        KafkaLog log = open(configuration);
        try {
            log.checkReachable();
            return log;
        } catch (RuntimeException unreachable) {
            log.close();
            throw unreachable;
        }
    }

    /** Where the cluster is and how one gets in. Throws a {@link Failure} with exit code 2 if that cannot be. */
    public static KafkaCluster cluster(Configuration configuration) {
        try {
            return new KafkaCluster(
                    brokers(configuration.text(Catalog.BROKERS)),
                    new KafkaSecurity(configuration.flag(Catalog.TLS), login(configuration)),
                    new ClientSettings(configuration.passedOn()));
        } catch (IllegalArgumentException refused) {
            throw usage(refused);
        }
    }

    private static Optional<KafkaSecurity.Login> login(Configuration configuration) {
        if (!configuration.isSet(Catalog.MECHANISM)) {
            return Optional.empty();
        }
        return Optional.of(new KafkaSecurity.Login(
                KafkaSecurity.Mechanism.of(configuration.text(Catalog.MECHANISM)),
                configuration.text(Catalog.USERNAME),
                configuration.text(Catalog.PASSWORD)));
    }

    private static Failure usage(IllegalArgumentException refused) {
        return new Failure(ExitCode.USAGE, "kafka." + refused.getMessage(), refused);
    }

    /** Blanks and empty entries dropped; a bare host has the usual port; an IPv6 address gets its brackets. */
    static List<String> brokers(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .map(KafkaConnection::address)
                .toList();
    }

    private static String address(String entry) {
        if (entry.startsWith("[")) {
            return entry.endsWith("]") ? entry + ":" + USUAL_PORT : entry;
        }
        int colons = entry.length() - entry.replace(":", "").length();
        if (colons > 1) {
            return "[" + entry + "]:" + USUAL_PORT;
        }
        return colons == 1 ? entry : entry + ":" + USUAL_PORT;
    }

    /** {@code kafka.timeout} where it is set, else what holds for every call over a network. */
    static Duration timeout(Configuration configuration) {
        Duration timeout = configuration.duration(
                configuration.isSaid(Catalog.KAFKA_TIMEOUT) ? Catalog.KAFKA_TIMEOUT : Catalog.TIMEOUT_ALL);
        if (timeout.compareTo(SHORTEST) < 0) {
            throw new Failure(
                    ExitCode.USAGE,
                    "timeout: " + timeout.toMillis() + "ms (expected: at least 1s, which Kafka's protocol needs)");
        }
        return timeout;
    }
}
