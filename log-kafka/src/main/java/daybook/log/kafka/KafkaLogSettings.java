package daybook.log.kafka;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * How the log reaches Apache Kafka.
 *
 * @param brokers {@code host:port} each, at least one; where the client asks first
 * @param prefix put before the name of each topic and group, so that several venues can share a cluster; may be empty
 * @param timeout wall-clock limit of every call, 1 s to 10 min
 * @param replicas of topics it creates; empty = as the broker says
 * @param maxRecordBytes largest record, key, value and headers together
 * @param nanos a steady clock, for deadlines
 */
public record KafkaLogSettings(
        List<String> brokers,
        String prefix,
        Duration timeout,
        OptionalInt replicas,
        int maxRecordBytes,
        LongSupplier nanos) {
    /** Largest {@code maxRecordBytes}. */
    public static final int LARGEST_RECORD_BYTES = 8 << 20;

    public KafkaLogSettings {
        brokers = List.copyOf(brokers);
        if (brokers.isEmpty()) {
            throw new IllegalArgumentException("brokers: none (expected: host:port)");
        }
        brokers.forEach(KafkaLogSettings::checkAddress);
        if (!prefix.matches("([A-Za-z0-9_][A-Za-z0-9._-]{0,48})?")) {
            throw new IllegalArgumentException("prefix: " + prefix + " (expected: up to 49 of A-Z a-z 0-9 . _ -)");
        }
        if (timeout.compareTo(Duration.ofSeconds(1)) < 0 || timeout.compareTo(Duration.ofMinutes(10)) > 0) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected: 1 s to 10 min)");
        }
        if (replicas.isPresent() && (replicas.getAsInt() < 1 || replicas.getAsInt() > 32)) {
            throw new IllegalArgumentException("replicas: " + replicas.getAsInt() + " (expected: 1..32)");
        }
        if (maxRecordBytes < 1 || maxRecordBytes > LARGEST_RECORD_BYTES) {
            throw new IllegalArgumentException(
                    "maxRecordBytes: " + maxRecordBytes + " (expected: 1.." + LARGEST_RECORD_BYTES + ")");
        }
    }

    /** No prefix, ten seconds, replicas as the broker says, records up to 1 MiB. */
    public static KafkaLogSettings of(LongSupplier nanos, String... brokers) {
        return new KafkaLogSettings(List.of(brokers), "", Duration.ofSeconds(10), OptionalInt.empty(), 1 << 20, nanos);
    }

    public KafkaLogSettings withPrefix(String before) {
        return new KafkaLogSettings(brokers, before, timeout, replicas, maxRecordBytes, nanos);
    }

    public KafkaLogSettings withTimeout(Duration limit) {
        return new KafkaLogSettings(brokers, prefix, limit, replicas, maxRecordBytes, nanos);
    }

    public KafkaLogSettings withReplicas(int count) {
        return new KafkaLogSettings(brokers, prefix, timeout, OptionalInt.of(count), maxRecordBytes, nanos);
    }

    public KafkaLogSettings withMaxRecordBytes(int bytes) {
        return new KafkaLogSettings(brokers, prefix, timeout, replicas, bytes, nanos);
    }

    private static void checkAddress(String broker) {
        int colon = broker.lastIndexOf(':');
        String port = broker.substring(colon + 1);
        boolean good = colon > 0 && port.matches("\\d{1,5}");
        if (!good || Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65_535) {
            throw new IllegalArgumentException("brokers: " + broker + " (expected: host:port, port 1..65535)");
        }
    }
}
