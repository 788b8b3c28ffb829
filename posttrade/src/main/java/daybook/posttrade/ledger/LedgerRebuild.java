package daybook.posttrade.ledger;

import daybook.delivery.Coverage;
import daybook.delivery.Cursors;
import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.delivery.DeliveryException;
import daybook.delivery.Migrations;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.delivery.ShadowLog;
import daybook.delivery.StateCopy;
import daybook.delivery.Writer;
import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * Builds the ledger a second time, from the first record of the log or from a snapshot, in a database beside it, while it works on.
 * When the second has read as far as the first, the first takes over its tables in one transaction: readers see the one or the
 * other, never a mixture, and a process that dies has the one or the other.
 *
 * <p>What is not on the log is not built again: a parked record that had been repaired is parked once more, and corrections are
 * gone. Confined to the ledger's thread.
 */
public final class LedgerRebuild implements AutoCloseable {
    private final Database shadowDatabase;
    private final DatabaseReader live;
    private final DatabaseReader shadowReader;
    private final Ledger shadow;
    private final ServicePorts ports;
    private final String topic;

    /**
     * How far it is, in records.
     *
     * @param read that the second one has applied, or found applied in the snapshot
     * @param end how many there are
     */
    public record Progress(long read, long end) {}

    /**
     * Begins.
     *
     * @param ports the working ledger's
     * @param beside where to build it; emptied first
     * @param snapshot to begin with; empty = the log's first record
     * @param topic full name of the fills topic
     * @param batch most fills in one transaction
     * @throws DeliveryException if the log has dropped records that the snapshot does not cover, or they do not belong together
     */
    public LedgerRebuild(ServicePorts ports, Database beside, Optional<Database> snapshot, String topic, int batch)
            throws SQLException {
        this.ports = ports;
        this.topic = topic;
        this.shadowDatabase = beside;
        this.live = new DatabaseReader(ports.database());
        this.shadowReader = new DatabaseReader(beside);
        beside.drop();
        Migrations.migrate(beside, Ledger.SCRIPTS);
        if (snapshot.isPresent()) {
            copy(snapshot.get(), beside);
        }
        requireCoverage();
        this.shadow = new Ledger(
                new ServicePorts(new ShadowLog(ports.log()), beside, ports.clock(), ports.nanos(), ports.owner()),
                topic,
                batch);
    }

    /**
     * Writes a snapshot of a ledger, which may be at work: its state, and the offsets that it covers.
     *
     * @param into made if it is missing; what was in it is replaced
     * @throws DeliveryException if one of the two does not answer
     */
    public static void snapshot(Database ledger, Database into) {
        Migrations.migrate(into, Ledger.SCRIPTS);
        try {
            copy(ledger, into);
        } catch (SQLException refused) {
            throw new DeliveryException("snapshot of " + ledger.name() + ": " + refused.getMessage(), refused);
        }
    }

    /** What came of a step. */
    public enum Step {
        BUILDING,
        /** The log or a database does not answer, or there is nothing to read yet: not at once again. */
        WAITING,
        /** It has been handed over. */
        DONE
    }

    /**
     * Applies one batch, and hands over when there is nothing left that the working ledger has.
     *
     * @param working the ledger whose tables are replaced
     * @throws SQLException if the handing over failed; the working ledger is as it was
     * @throws DeliveryException if records that are needed are gone meanwhile
     */
    public Step step(Ledger working) throws SQLException {
        if (shadow.pump() > 0) {
            return Step.BUILDING;
        }
        if (shadow.status().light() == ServiceStatus.Light.RED) {
            requireCoverage();
            return Step.WAITING;
        }
        if (!hasReadAsFar()) {
            return Step.WAITING;
        }
        shadow.close();
        working.become(shadowDatabase);
        return Step.DONE;
    }

    private void requireCoverage() {
        shadowReader.read(connection -> {
            Coverage.require(connection, Ledger.NAME, ports.log(), topic);
            return true;
        });
    }

    /** How the second one is. */
    public ServiceStatus status() {
        return shadow.status();
    }

    public Progress progress() {
        long read = cursors(shadowReader).values().stream()
                .mapToLong(Long::longValue)
                .sum();
        long end = 0;
        int partitions = ports.log().topic(topic).orElseThrow().partitions();
        for (int p = 0; p < partitions; p++) {
            end += ports.log().endOffset(new TopicPartition(topic, p));
        }
        return new Progress(read, end);
    }

    /** Gives up, if it is not done; what it has built stays until the next one begins. */
    @Override
    public void close() {
        shadow.close();
    }

    private boolean hasReadAsFar() {
        Map<TopicPartition, Long> read = cursors(shadowReader);
        return cursors(live).entrySet().stream()
                .allMatch(entry -> read.getOrDefault(entry.getKey(), 0L) >= entry.getValue());
    }

    private static Map<TopicPartition, Long> cursors(DatabaseReader reader) {
        return reader.read(connection -> new Cursors(Ledger.NAME).all(connection));
    }

    private static void copy(Database from, Database to) throws SQLException {
        try (Connection reader = from.openReader();
                Writer writer = new Writer(to)) {
            StateCopy.copy(reader, writer.transaction());
            writer.commit();
        }
    }
}
