package daybook.log.kafka;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * How the log reaches Apache Kafka.
 *
 * @param cluster where it is, and how one gets in
 * @param names put before the names of topics and groups
 * @param timeout wall-clock limit of every call, 1 s to 10 min
 * @param replicas of topics it creates; empty = as the broker says
 * @param maxRecordBytes largest record, key, value and headers together
 * @param compression of the batches it writes
 * @param nanos a steady clock, for deadlines
 */
public record KafkaLogSettings(
        KafkaCluster cluster,
        Prefixes names,
        Duration timeout,
        OptionalInt replicas,
        int maxRecordBytes,
        Compression compression,
        LongSupplier nanos) {
    /** Largest {@code maxRecordBytes}. */
    public static final int LARGEST_RECORD_BYTES = 8 << 20;

    /** What a batch is compressed with, on its way and on the broker's disk. */
    public enum Compression {
        NONE,
        GZIP,
        SNAPPY,
        LZ4,
        ZSTD
    }

    /**
     * What lets several venues share a cluster.
     *
     * @param topics put before the name of each topic; may be empty
     * @param groups put before the name of each group; may be empty
     */
    public record Prefixes(String topics, String groups) {
        public Prefixes {
            for (String prefix : List.of(topics, groups)) {
                if (!prefix.matches("([A-Za-z0-9_][A-Za-z0-9._-]{0,48})?")) {
                    throw new IllegalArgumentException(
                            "prefix: " + prefix + " (expected: up to 49 of A-Z a-z 0-9 . _ -)");
                }
            }
        }
    }

    public KafkaLogSettings {
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

    /** No prefix, ten seconds, replicas as the broker says, records up to 1 MiB, zstd. */
    public static KafkaLogSettings of(LongSupplier nanos, String... brokers) {
        return of(nanos, KafkaCluster.plaintext(List.of(brokers)));
    }

    /** The same with what a cluster asks of its clients. */
    public static KafkaLogSettings of(LongSupplier nanos, KafkaCluster cluster) {
        return new KafkaLogSettings(
                cluster,
                new Prefixes("", ""),
                Duration.ofSeconds(10),
                OptionalInt.empty(),
                1 << 20,
                Compression.ZSTD,
                nanos);
    }

    /** One prefix for topics and groups. */
    public KafkaLogSettings withPrefix(String before) {
        return withPrefixes(new Prefixes(before, before));
    }

    public KafkaLogSettings withPrefixes(Prefixes before) {
        return new KafkaLogSettings(cluster, before, timeout, replicas, maxRecordBytes, compression, nanos);
    }

    public KafkaLogSettings withTimeout(Duration limit) {
        return new KafkaLogSettings(cluster, names, limit, replicas, maxRecordBytes, compression, nanos);
    }

    public KafkaLogSettings withReplicas(int count) {
        return new KafkaLogSettings(cluster, names, timeout, OptionalInt.of(count), maxRecordBytes, compression, nanos);
    }

    public KafkaLogSettings withMaxRecordBytes(int bytes) {
        return new KafkaLogSettings(cluster, names, timeout, replicas, bytes, compression, nanos);
    }

    public KafkaLogSettings withCompression(Compression codec) {
        return new KafkaLogSettings(cluster, names, timeout, replicas, maxRecordBytes, codec, nanos);
    }
}
