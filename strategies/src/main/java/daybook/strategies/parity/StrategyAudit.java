package daybook.strategies.parity;

import daybook.delivery.Consumer;
import daybook.delivery.ConsumerOptions;
import daybook.delivery.DeadLetters;
import daybook.delivery.DeliveryMode;
import daybook.delivery.LastRecord;
import daybook.delivery.Lease;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.Writer;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.strategies.Records;
import daybook.strategies.StrategyDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * The audit of what the strategies publish: reads closed bars, batches and order events in a group of its own, checks every record, and
 * stands in nobody's way: what it finds is counted and named, never put aside. Its rows in the database are a heartbeat, written with every
 * batch and every ten seconds.
 *
 * <p>Each record counts once, whatever dies; a topic that was made again, or went back, is counted from its beginning. Confined to one
 * thread; {@link #status} and {@link #counters} are safe for any.
 */
public final class StrategyAudit implements AutoCloseable {
    public static final String NAME = "strategy-audit";

    /** An older heartbeat means that nobody audits. */
    public static final Duration FRESH = Duration.ofSeconds(45);

    private static final long EVERY_NS = Duration.ofSeconds(10).toNanos();
    private static final int BATCH = 500;

    private final Writer writer;
    private final Lease lease;
    private final LongSupplier nanos;
    private final List<Part> parts;
    private long dueNs;
    private long beatSince;
    private volatile String trouble = "";

    private record Part(Topic topic, Consumer consumer, AuditedTopic audited) {}

    /** Opens the audit, creating its tables where they are missing. */
    public StrategyAudit(ServicePorts ports, Topics topics) {
        StrategyDatabase.migrate(ports.database());
        this.writer = new Writer(ports.database());
        this.lease = ports.lease(NAME);
        this.nanos = ports.nanos();
        this.dueNs = nanos.getAsLong();
        Records records = new Records(topics);
        this.parts = List.of(
                part(ports, topics, Topics.BARS_CLOSED, record -> RecordCheck.bar(record, records)),
                part(ports, topics, Topics.STRATEGY_EVALUATE, record -> RecordCheck.batch(record, records)),
                part(ports, topics, Topics.ORDER_EVENTS, record -> RecordCheck.update(record, records)));
    }

    private Part part(ServicePorts ports, Topics topics, Topic topic, RecordCheck.Of check) {
        String name = topics.fullName(topic);
        AuditedTopic audited = new AuditedTopic(name, ports.clock(), check);
        ConsumerOptions options = ConsumerOptions.of(
                NAME, new ConsumerOptions.TopicSource(name, PublicationPolicy.OUTBOX), DeliveryMode.IDEMPOTENT, BATCH);
        return new Part(topic, new Consumer(options, ports.consumer(writer, lease), audited), audited);
    }

    /** Checks at most one batch of each topic. Returns how many records; 0 = nothing to do now. */
    public int pump() {
        int checked = 0;
        for (Part part : parts) {
            checked += part.consumer.pump();
        }
        long now = nanos.getAsLong();
        if (now - dueNs >= 0) {
            dueNs = now + EVERY_NS;
            beat();
        }
        return checked;
    }

    /** Amber when something that was read is wrong; red when it does not get on. */
    public ServiceStatus status() {
        List<String> reasons = new ArrayList<>();
        Light light = Light.GREEN;
        long done = 0;
        long failures = 0;
        for (Part part : parts) {
            ServiceStatus status = part.consumer.status();
            light = light.compareTo(status.light()) < 0 ? status.light() : light;
            status.reasons().stream()
                    .filter(reason -> !reasons.contains(reason))
                    .forEach(reasons::add);
            done += status.done();
            failures += status.failures();
            AuditedTopic.Seen seen = part.audited.durable();
            if (seen.invalid() > 0) {
                light = light == Light.GREEN ? Light.AMBER : light;
                reasons.add(part.topic.name() + ": " + seen.invalid()
                        + " records are not what they say they are, the last: " + seen.wrong());
            }
        }
        if (!trouble.isEmpty()) {
            light = light == Light.GREEN ? Light.AMBER : light;
            reasons.add("heartbeat: " + trouble);
        }
        return new ServiceStatus(light, reasons, done, failures);
    }

    /** {@code TOPIC.received, handled, invalid, errors}, as of what is durable. */
    public Map<String, Long> counters() {
        Map<String, Long> all = new TreeMap<>();
        for (Part part : parts) {
            AuditedTopic.Seen seen = part.audited.durable();
            all.put(part.topic.name() + ".received", seen.received());
            all.put(part.topic.name() + ".handled", seen.handled());
            all.put(part.topic.name() + ".invalid", seen.invalid());
            all.put(part.topic.name() + ".errors", part.consumer.status().failures());
        }
        return all;
    }

    /** What it has read last of all topics, durably; empty before the first batch. Safe for any thread. */
    public Optional<LastRecord> last() {
        return parts.stream()
                .flatMap(part -> part.consumer.last().stream())
                .max(Comparator.comparingLong(LastRecord::timeMs));
    }

    /** What was put aside, because the process did not survive it, and waits for a decision. Safe for any thread. */
    public DeadLetters.Waiting deadLetters() {
        return parts.get(0).consumer.deadLetters(); // counted under the name that all of them have
    }

    /** What waits because a record of its key cannot be processed now: nothing, here. Safe for any thread. */
    public DeadLetters.Waiting held() {
        return parts.get(0).consumer.held();
    }

    @Override
    public void close() {
        parts.forEach(part -> part.consumer.close());
        writer.close();
    }

    private void beat() {
        try {
            if (!lease.hold(writer)) {
                return; // another process beats
            }
            boolean taken = lease.token() != beatSince;
            for (Part part : parts) {
                if (taken) {
                    part.audited.takenOver();
                }
                part.audited.heartbeat(
                        writer.transaction(), part.consumer.status().failures());
            }
            lease.confirm(writer.transaction());
            writer.commit();
            parts.forEach(part -> part.audited.committed());
            beatSince = lease.token();
            trouble = "";
        } catch (SQLException away) {
            writer.rollback();
            parts.forEach(part -> part.audited.rolledBack());
            trouble = String.valueOf(away.getMessage());
        }
    }
}
