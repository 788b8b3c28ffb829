package daybook.log.kafka;

import daybook.log.LogException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Builds Kafka's clients, the first time that each is needed: a client connects as soon as it is built. Safe for many threads.
 */
final class Clients implements AutoCloseable {
    private static final Duration SHORTEST_LOOK = Duration.ofMillis(200);

    private final KafkaLogSettings settings;
    private final ClientProperties properties;
    private final UnaryOperator<Map<String, Object>> told;
    private final Preflight preflight;
    private @Nullable Admin admin;
    private @Nullable Lookup lookup;
    private boolean closed;

    /** @param told what a client is told instead of what it would be */
    Clients(KafkaLogSettings settings, UnaryOperator<Map<String, Object>> told) {
        this.settings = settings;
        this.told = told;
        this.properties = new ClientProperties(settings);
        this.preflight = new Preflight(settings.cluster());
    }

    ClientProperties properties() {
        return properties;
    }

    Preflight preflight() {
        return preflight;
    }

    synchronized Admin admin() {
        requireOpen();
        if (admin == null) {
            admin = built("administration", () -> Admin.create(properties.admin()));
        }
        return admin;
    }

    synchronized Lookup lookup() {
        requireOpen();
        if (lookup == null) {
            lookup = new Lookup(consumer(properties.lookup()), settings);
        }
        return lookup;
    }

    KafkaProducer<byte[], byte[]> producer(String producerId) {
        return built(
                "producer " + producerId,
                () -> new KafkaProducer<>(
                        told.apply(properties.producer(producerId)),
                        new ByteArraySerializer(),
                        new ByteArraySerializer()));
    }

    Consumer<byte[], byte[]> consumer(Map<String, Object> with) {
        return built(
                "reader",
                () -> new KafkaConsumer<>(told.apply(with), new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }

    ShareConsumer<byte[], byte[]> shareConsumer(Map<String, Object> with) {
        return built(
                "share reader",
                () -> new KafkaShareConsumer<>(with, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (lookup != null) {
            lookup.close();
        }
        if (admin != null) {
            admin.close(settings.timeout());
        }
    }

    private <T> T built(String what, Supplier<T> client) {
        settings.cluster().requireAName();
        preflight.requireNoTlsSurprise(Deadline.in(lookingForTls(), settings.nanos()));
        try {
            return client.get();
        } catch (KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw Failures.reading(settings.cluster() + ": " + what, cause);
        }
    }

    /** A small part of the deadline, which may be needed twice in a call that builds two clients. */
    private Duration lookingForTls() {
        Duration tenth = settings.timeout().dividedBy(10);
        return tenth.compareTo(SHORTEST_LOOK) < 0 ? SHORTEST_LOOK : tenth;
    }

    private void requireOpen() {
        if (closed) {
            throw new LogException(LogException.Kind.FAILED, settings.cluster() + ": closed");
        }
    }
}
