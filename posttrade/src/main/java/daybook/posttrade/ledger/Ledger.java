package daybook.posttrade.ledger;

import daybook.delivery.BadRecordException;
import daybook.delivery.Consumer;
import daybook.delivery.ConsumerOptions;
import daybook.delivery.Database;
import daybook.delivery.DeadLetters;
import daybook.delivery.DeliveryMode;
import daybook.delivery.LastRecord;
import daybook.delivery.Lease;
import daybook.delivery.LetterRelay;
import daybook.delivery.Migrations;
import daybook.delivery.PublicationPolicy;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.delivery.StateCopy;
import daybook.delivery.Writer;
import daybook.log.StoredRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The ledger service: reads {@code fills.v1} and nothing else, and keeps fills, positions, marks and half-applied trades in its
 * own database. Every fill counts once, however often and in whatever order it is delivered, and whenever the process dies.
 *
 * <p>Its mode is {@link DeliveryMode#IDEMPOTENT}: the guard is the fill's own row. Confined to one thread; {@link #status} is
 * safe for any.
 */
public final class Ledger implements AutoCloseable {
    public static final String NAME = "ledger";
    static final String SCRIPTS = "daybook/posttrade/db/ledger";

    private final Writer writer;
    private final Lease lease;
    private final Books books;
    private final Corrections corrections;
    private final Consumer consumer;
    private final LetterRelay letters;

    /**
     * Opens the ledger, creating its tables where they are missing.
     *
     * @param topic full name of the fills topic
     * @param batch most fills in one transaction
     */
    public Ledger(ServicePorts ports, String topic, int batch) {
        Migrations.migrate(ports.database(), SCRIPTS);
        writer = new Writer(ports.database());
        lease = ports.lease(NAME);
        books = new Books();
        corrections = new Corrections(ports.clock());
        consumer = new Consumer(options(topic, batch, DeliveryMode.IDEMPOTENT), ports.consumer(writer, lease), books);
        letters = ports.letterRelay(NAME, writer, lease);
    }

    static ConsumerOptions options(String topic, int batch, DeliveryMode mode) {
        return ConsumerOptions.of(NAME, new ConsumerOptions.TopicSource(topic, PublicationPolicy.OUTBOX), mode, batch);
    }

    /** Applies at most one batch, and publishes dead letters. Returns how many it has passed; 0 = nothing to do now. */
    public int pump() {
        return consumer.pump() + letters.pump();
    }

    /** What it has read last, durably; empty before the first batch. Safe for any thread. */
    public Optional<LastRecord> last() {
        return consumer.last();
    }

    public ServiceStatus status() {
        return consumer.status().beside(letters.status());
    }

    /** What was put aside and waits for a decision. Safe for any thread. */
    public DeadLetters.Waiting deadLetters() {
        return consumer.deadLetters();
    }

    /** What waits because a record of its key cannot be processed now. Safe for any thread. */
    public DeadLetters.Waiting held() {
        return consumer.held();
    }

    /** Throws {@link BadRecordException} if this is no fill: whoever repairs one asks first. Safe for many threads. */
    public static void check(StoredRecord record) {
        FillReading.read(record);
    }

    /**
     * Takes a fill back or changes it. The result is what it would be had the fill always been so.
     *
     * @throws ArithmeticException if a number outgrows 64 bits; nothing has changed
     */
    public FillCorrection.Outcome correct(FillCorrection correction) throws SQLException {
        if (!lease.hold(writer)) {
            throw new SQLException("ledger stands by (expected: the process that works)");
        }
        boolean committed = false;
        try {
            // It may be the first thing under a new grant of the lease.
            books.takenOver();
            FillCorrection.Outcome outcome = corrections.apply(writer.transaction(), correction, books);
            lease.confirm(writer.transaction());
            writer.commit();
            books.committed();
            committed = true;
            return outcome;
        } finally {
            if (!committed) {
                writer.rollback();
                books.rolledBack();
            }
        }
    }

    /** Takes the state of another ledger's database over in place of its own, in one transaction. */
    void become(Database other) throws SQLException {
        if (!lease.hold(writer)) {
            throw new SQLException("ledger stands by (expected: the process that works)");
        }
        try (Connection reader = other.openReader()) {
            long version = LedgerReader.version(writer.transaction());
            StateCopy.copy(reader, writer.transaction());
            LedgerReader.raiseVersion(writer.transaction(), version + 1);
            lease.confirm(writer.transaction());
            writer.commit();
        } finally {
            consumer.reload(); // whichever it is now
        }
    }

    @Override
    public void close() {
        consumer.close();
        letters.close();
        writer.close();
    }
}
