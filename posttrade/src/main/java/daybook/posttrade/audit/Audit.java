package daybook.posttrade.audit;

import daybook.delivery.BadRecordException;
import daybook.delivery.Consumer;
import daybook.delivery.ConsumerOptions;
import daybook.delivery.DeadLetters;
import daybook.delivery.DeliveryMode;
import daybook.delivery.LastRecord;
import daybook.delivery.Lease;
import daybook.delivery.LetterRelay;
import daybook.delivery.Migrations;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.delivery.Writer;
import daybook.log.StoredRecord;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The audit service: reads {@code exchange.events.v1} in a group of its own and checks every record. Its row in the database is a
 * heartbeat: counters and the last event, written with every batch and every ten seconds.
 *
 * <p>Its mode is {@link DeliveryMode#IDEMPOTENT}: an event that was seen is a duplicate, whatever its offset. Confined to one
 * thread; {@link #status} is safe for any.
 */
public final class Audit implements AutoCloseable {
    public static final String NAME = "audit";
    static final String SCRIPTS = "daybook/posttrade/db/audit";

    /** An older heartbeat means that nobody audits. */
    public static final Duration FRESH = Duration.ofSeconds(45);

    private static final long EVERY_NS = Duration.ofSeconds(10).toNanos();

    private final Writer writer;
    private final Lease lease;
    private final Consumer consumer;
    private final LetterRelay letters;
    private long beatSince;
    private final Auditor auditor;
    private final AuditReader reader;
    private final LongSupplier nanos;
    private long dueNs;
    private volatile String heartbeatFailure = "";

    /**
     * Opens the audit, creating its tables where they are missing.
     *
     * @param topic full name of the exchange's topic
     * @param batch most events in one transaction
     */
    public Audit(ServicePorts ports, String topic, int batch) {
        Migrations.migrate(ports.database(), SCRIPTS);
        writer = new Writer(ports.database());
        auditor = new Auditor(ports.clock());
        reader = new AuditReader(ports.database());
        nanos = ports.nanos();
        dueNs = nanos.getAsLong();
        lease = ports.lease(NAME);
        consumer = new Consumer(
                ConsumerOptions.of(
                        NAME,
                        new ConsumerOptions.TopicSource(topic, PublicationPolicy.JOURNAL_TAIL),
                        DeliveryMode.IDEMPOTENT,
                        batch),
                ports.consumer(writer, lease),
                auditor);
        letters = ports.letterRelay(NAME, writer, lease);
    }

    /** Checks at most one batch. Returns how many records; 0 = nothing to do now. */
    public int pump() {
        int checked = consumer.pump() + letters.pump();
        long now = nanos.getAsLong();
        if (now - dueNs >= 0) {
            dueNs = now + EVERY_NS;
            beat();
        }
        return checked;
    }

    /** What it has read last, durably; empty before the first batch. Safe for any thread. */
    public Optional<LastRecord> last() {
        return consumer.last();
    }

    /** The consumer's, and amber when something that was read is wrong. */
    public ServiceStatus status() {
        ServiceStatus reading = consumer.status().beside(letters.status());
        List<String> reasons = new ArrayList<>(reading.reasons());
        if (!heartbeatFailure.isEmpty()) {
            reasons.add("heartbeat: " + heartbeatFailure);
        }
        long invalid = auditor.invalid();
        if (invalid > 0) {
            reasons.add(invalid + " records are not the events they say they are");
        }
        boolean worse = reading.light() == ServiceStatus.Light.GREEN && !reasons.isEmpty();
        return new ServiceStatus(
                worse ? ServiceStatus.Light.AMBER : reading.light(), reasons, reading.done(), reading.failures());
    }

    /** What it has counted, by name; empty before the first batch. Safe for any thread. */
    public Map<String, Long> counters() {
        return auditor.counters();
    }

    /** What it has found so far. */
    public AuditView view() {
        return reader.view();
    }

    /** What was put aside and waits for a decision. Safe for any thread. */
    public DeadLetters.Waiting deadLetters() {
        return consumer.deadLetters();
    }

    /** What waits because a record of its key cannot be processed now. Safe for any thread. */
    public DeadLetters.Waiting held() {
        return consumer.held();
    }

    /** Throws {@link BadRecordException} if this is not what it says: whoever repairs one asks first. Safe for many threads. */
    public static void check(StoredRecord record) {
        String wrong = Inspection.of(record).wrong();
        if (!wrong.isEmpty()) {
            throw new BadRecordException(record, wrong);
        }
    }

    @Override
    public void close() {
        consumer.close();
        letters.close();
        writer.close();
    }

    private void beat() {
        try {
            if (!lease.hold(writer)) {
                return; // another process beats
            }
            if (lease.token() != beatSince) {
                auditor.takenOver();
                beatSince = lease.token();
            }
            auditor.heartbeat(writer.transaction());
            lease.confirm(writer.transaction());
            writer.commit();
            auditor.committed();
            heartbeatFailure = "";
        } catch (SQLException away) {
            writer.rollback();
            auditor.rolledBack();
            heartbeatFailure = String.valueOf(away.getMessage());
        }
    }
}
