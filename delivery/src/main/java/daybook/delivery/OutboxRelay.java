package daybook.delivery;

import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.Producer;
import daybook.log.TopicPartition;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes what is in an outbox and marks it sent, in that order: a crash in between sends again, and the log, or the consumer
 * by the event's identity, drops the second copy. Marking first would lose it.
 *
 * <p>The producer is {@code outbox-{service}-{origin}}, with the name of the database, and the row's n its sequence number: a
 * database that was lost and made again is another producer, and publishes everything again. Only what the log has acknowledged is
 * marked. Once a second, and before anything is sent by a new producer, it looks whether the log still has what it acknowledged last; if
 * not, or if the log gives an offset again that it had given before, every row that is still kept is sent again. Confined to the service's thread; {@link #status} is safe for any.
 */
public final class OutboxRelay implements AutoCloseable {

    /** Wall-clock and monotonic time. */
    public record Time(InstantSource clock, LongSupplier nanos) {}

    /**
     * How it sends.
     *
     * @param batch most rows in one flush
     * @param keepSent sent rows are deleted when they are older
     */
    public record Options(String service, int batch, Duration keepSent) {
        public Options {
            if (batch < 1 || batch > ConsumerOptions.MAX_BATCH) {
                throw new IllegalArgumentException(
                        "batch: " + batch + " (expected: 1.." + ConsumerOptions.MAX_BATCH + ")");
            }
            if (keepSent.isNegative()) {
                throw new IllegalArgumentException("keepSent: " + keepSent + " (expected: 0 or more)");
            }
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);
    private static final int PURGE_ROWS = 1_000;

    private static final long PURGE_EVERY_NS = Duration.ofSeconds(1).toNanos();

    private final Optional<Lease> lease;
    private final Writer writer;
    private final Log log;
    private final Options options;
    private final Time time;
    private final Outbox outbox;
    private final OutboxEvents events;
    private final OutboxMarks marks = new OutboxMarks();
    private final Backoff backoff;
    private @Nullable Producer producer;
    private final LastLook lastLook;
    private boolean lookDue = true;
    private long nextPurgeNs;
    private volatile ServiceStatus status = ServiceStatus.NEW;

    /** One that is alone. */
    public OutboxRelay(Writer writer, Log log, Options options, Time time) {
        this(writer, log, options, time, Optional.empty());
    }

    /** @param lease of several relays of an outbox the one that holds it sends */
    public OutboxRelay(Writer writer, Log log, Options options, Time time, Optional<Lease> lease) {
        this.lease = lease;
        this.writer = writer;
        this.log = log;
        this.options = options;
        this.time = time;
        this.outbox = new Outbox(time.clock());
        this.events = new OutboxEvents(outbox);
        this.backoff = new Backoff(time.nanos());
        this.lastLook = new LastLook(time.clock(), time.nanos());
        this.nextPurgeNs = time.nanos().getAsLong();
    }

    /** Sends up to one batch. Returns how many rows the log has acknowledged. */
    public int pump() {
        if (backoff.waiting()) {
            return 0;
        }
        try {
            return round();
        } catch (SQLException | LogException e) {
            writer.rollback();
            abandonProducer();
            failed(Refusals.reason(e));
            return 0;
        }
    }

    public ServiceStatus status() {
        return status;
    }

    @Override
    public void close() {
        abandonProducer();
    }

    private int round() throws SQLException {
        if (lease.isPresent() && !lease.get().hold(writer)) {
            abandonProducer();
            return 0;
        }
        lookNowAndThen();
        if (!events.isEmpty(writer.connection())) {
            events.move(writer.transaction(), options.batch());
            commit();
        }
        // Read outside of a transaction: nobody waits behind a database lock while this waits for the log.
        List<Outbox.Row> rows = outbox.unsent(writer.connection(), options.batch());
        if (rows.isEmpty()) {
            purge();
            worked(0);
            return 0;
        }
        Acknowledged acknowledged = publish(rows);
        if (!acknowledged.numbers.isEmpty()) {
            Set<String> lost = marks.cut(writer.transaction(), acknowledged.last);
            outbox.markSent(writer.transaction(), acknowledged.numbers);
            marks.store(writer.transaction(), acknowledged.last);
            sendAgain(lost);
            writer.commit();
        }
        if (acknowledged.failure == null) {
            worked(rows.size());
        } else {
            // A session that failed one record may fail all that follow, for ever; a new one may not.
            abandonProducer();
            failed(acknowledged.failure);
        }
        return acknowledged.numbers.size();
    }

    private void commit() throws SQLException {
        if (lease.isPresent()) {
            lease.get().confirm(writer.transaction());
        }
        writer.commit();
    }

    private Acknowledged publish(List<Outbox.Row> rows) throws SQLException {
        Producer current = producer;
        if (current == null) {
            current = log.producer("outbox-" + options.service() + "-" + outbox.origin(writer.connection()));
            producer = current;
        }
        Acknowledged acknowledged = new Acknowledged();
        for (Outbox.Row row : rows) {
            current.send(row.topic(), OptionalInt.empty(), row.record(), row.n(), acknowledged.of(row));
        }
        current.flush();
        if (acknowledged.answers < rows.size() && acknowledged.failure == null) {
            acknowledged.failure = (rows.size() - acknowledged.answers) + " rows were not answered by the log";
        }
        return acknowledged;
    }

    private void lookNowAndThen() throws SQLException {
        if (!lookDue && !lastLook.isStale()) {
            return;
        }
        Set<String> lost = marks.lost(writer.connection(), log);
        sendAgain(lost);
        if (!lost.isEmpty()) {
            commit();
        }
        lookDue = false;
        lastLook.now();
    }

    /** In the transaction that is under way. */
    private void sendAgain(Set<String> lost) throws SQLException {
        for (String topic : lost) {
            abandonProducer(); // it remembers having sent them
            marks.forget(writer.transaction(), topic);
            int rows = outbox.sendAgain(writer.transaction(), topic);
            LOG.warn(
                    "outbox of {}: {} lost what it had acknowledged; {} messages, all that are kept, are sent again",
                    options.service(),
                    topic,
                    rows);
        }
    }

    private void purge() throws SQLException {
        long now = time.nanos().getAsLong();
        if (now - nextPurgeNs < 0) {
            return;
        }
        int deleted = outbox.purge(writer.transaction(), time.clock().instant().minus(options.keepSent()), PURGE_ROWS);
        writer.commit();
        // A full batch means there is more: go on at the next idle round instead of waiting.
        nextPurgeNs = deleted == PURGE_ROWS ? now : now + PURGE_EVERY_NS;
    }

    private void worked(int sent) {
        backoff.worked();
        status = new ServiceStatus(ServiceStatus.Light.GREEN, List.of(), status.done() + sent, status.failures());
    }

    private void failed(String reason) {
        backoff.failed();
        status = new ServiceStatus(
                ServiceStatus.Light.RED,
                List.of("outbox of " + options.service() + ": " + reason),
                status.done(),
                status.failures() + 1);
    }

    private void abandonProducer() {
        Producer current = producer;
        producer = null;
        lookDue = true;
        if (current != null) {
            current.close();
        }
    }

    /** What the log said about one batch. */
    private static final class Acknowledged {
        final List<Long> numbers = new ArrayList<>();
        final Map<TopicPartition, OutboxMarks.Acknowledged> last = new HashMap<>();
        int answers;

        @Nullable
        String failure;

        Producer.Acknowledgement of(Outbox.Row row) {
            long n = row.n();
            return new Producer.Acknowledgement() {
                @Override
                public void stored(TopicPartition place, long offset) {
                    answers++;
                    numbers.add(n);
                    last.merge(
                            place,
                            new OutboxMarks.Acknowledged(offset, offset, row.record()),
                            OutboxMarks.Acknowledged::and);
                }

                @Override
                public void duplicate(TopicPartition place) {
                    answers++;
                    numbers.add(n);
                }

                @Override
                public void failed(LogException error) {
                    answers++;
                    if (failure == null) {
                        failure = "row " + n + ": " + error.getMessage();
                    }
                }
            };
        }
    }
}
