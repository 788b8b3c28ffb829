package daybook.posttrade.capture;

import daybook.delivery.BadRecordException;
import daybook.delivery.Consumer;
import daybook.delivery.ConsumerOptions;
import daybook.delivery.DeadLetters;
import daybook.delivery.DeliveryMode;
import daybook.delivery.LastRecord;
import daybook.delivery.Lease;
import daybook.delivery.Migrations;
import daybook.delivery.Outbox;
import daybook.delivery.OutboxRelay;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.delivery.Writer;
import daybook.log.StoredRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The capture service: {@code exchange.events.v1} in, orders, trades and charges kept, {@code fills.v1} out. A trade and its
 * fills are one transaction; the relay sends what is committed and nothing else.
 *
 * <p>Its mode is {@link DeliveryMode#IDEMPOTENT}: the guard is the trade's own row. Confined to one thread; the two statuses
 * are safe for any.
 */
public final class Capture implements AutoCloseable {
    public static final String NAME = "capture";
    static final String SCRIPTS = "daybook/posttrade/db/capture";

    /**
     * How it works.
     *
     * @param eventsTopic full name of the exchange's topic
     * @param fillsTopic full name of the fills topic
     * @param batch most events in one transaction, and most rows in one flush of the relay
     * @param keepSent sent outbox rows are deleted when they are older
     */
    public record Settings(
            String eventsTopic, String fillsTopic, ChargeSchedule charges, int batch, Duration keepSent) {}

    private final Writer writer;
    private final Consumer consumer;
    private final OutboxRelay relay;

    /** Opens capture, creating its tables where they are missing. */
    public Capture(ServicePorts ports, Settings settings) {
        Migrations.migrate(ports.database(), SCRIPTS);
        writer = new Writer(ports.database());
        Recorder recorder =
                new Recorder(new FillMaker(settings.fillsTopic(), settings.charges()), new Outbox(ports.clock()));
        ConsumerOptions options = ConsumerOptions.of(
                NAME,
                new ConsumerOptions.TopicSource(settings.eventsTopic(), PublicationPolicy.JOURNAL_TAIL),
                DeliveryMode.IDEMPOTENT,
                settings.batch());
        Lease lease = ports.lease(NAME);
        consumer = new Consumer(options, ports.consumer(writer, lease), recorder);
        relay = new OutboxRelay(
                writer,
                ports.log(),
                new OutboxRelay.Options(NAME, settings.batch(), settings.keepSent()),
                ports.time(),
                Optional.of(lease));
    }

    /** Records at most one batch and sends at most one. Returns how many events and rows; 0 = nothing to do now. */
    public int pump() {
        return consumer.pump() + relay.pump();
    }

    /** What it has read last, durably; empty before the first batch. Safe for any thread. */
    public Optional<LastRecord> last() {
        return consumer.last();
    }

    /** How the reading is doing. */
    public ServiceStatus status() {
        return consumer.status();
    }

    /** How the sending is doing. */
    public ServiceStatus relayStatus() {
        return relay.status();
    }

    /** What was put aside and waits for a decision. Safe for any thread. */
    public DeadLetters.Waiting deadLetters() {
        return consumer.deadLetters();
    }

    /** What waits because a record of its key cannot be processed now. Safe for any thread. */
    public DeadLetters.Waiting held() {
        return consumer.held();
    }

    /** Throws {@link BadRecordException} if this is no event: whoever repairs one asks first. Safe for many threads. */
    public static void check(StoredRecord record) {
        EventBatch.of(List.of(record));
    }

    @Override
    public void close() {
        consumer.close();
        relay.close();
        writer.close();
    }
}
