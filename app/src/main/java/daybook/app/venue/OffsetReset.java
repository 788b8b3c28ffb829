package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.delivery.Cursors;
import daybook.delivery.Database;
import daybook.delivery.Dialect;
import daybook.delivery.Writer;
import daybook.events.Topics;
import daybook.journal.FileDisk;
import daybook.log.Log;
import daybook.log.TopicPartition;
import daybook.posttrade.audit.Audit;
import daybook.posttrade.capture.Capture;
import daybook.posttrade.ledger.Ledger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sets where a group goes on while no venue runs on the directory; on a cluster, while the service does not.
 *
 * <p>Capture, ledger and audit keep their place in their database, so there their cursors are set as well. Backwards only: they know what
 * they have seen and read it again without effect; what they were sent past would be lost. A cursor of a topic that was
 * made again is set to the new one.
 */
public final class OffsetReset {
    /** The groups that keep their place in a database. */
    private static final Map<String, VenueRole> OWN =
            Map.of(Capture.NAME, VenueRole.CAPTURE, Ledger.NAME, VenueRole.LEDGER, Audit.NAME, VenueRole.AUDIT);

    private final DataDirectory data;
    private final PostTrade services;
    private final Topics topics;

    /** @param services their databases; the caller closes them */
    public OffsetReset(DataDirectory data, PostTrade services, String topicPrefix) {
        this.data = data;
        this.services = services;
        this.topics = new Topics(topicPrefix);
    }

    /** Sets the offsets. Throws a {@link Failure} if somebody has the directory, or a service of the venue would skip records. */
    public void run(String group, Map<TopicPartition, Long> targets) {
        data.prepare();
        try (DataLock lock = DataLock.take(data)) {
            LogOwner.require(data, VenueId.readOrMake(data));
            try (Log log = Downstream.openLog(new FileDisk(), data)) {
                Map<TopicPartition, Long> read = readByService(group, targets);
                VenueRole role = OWN.get(group);
                if (role != null && !read.isEmpty() && isThere(role)) {
                    setCursors(log, database(role), group, read);
                }
                log.resetOffsets(group, targets);
            }
        }
    }

    /**
     * Sets the offsets on a cluster. For a group of the venue the directory, or the database server, must be the one its service uses;
     * others need neither.
     */
    public void runOn(Log cluster, String group, Map<TopicPartition, Long> targets) {
        Map<TopicPartition, Long> read = readByService(group, targets);
        VenueRole role = OWN.get(group);
        if (role == null || read.isEmpty()) {
            cluster.resetOffsets(group, targets);
            return;
        }
        if (!isThere(role)) {
            throw new Failure(
                    ExitCode.NOT_FOUND,
                    group + ": it has no database in " + data.root()
                            + " (expected: --data, or --db, as its service has it)");
        }
        data.prepare();
        try (DataLock lock = DataLock.take(data, role)) {
            setCursors(cluster, database(role), group, read);
            cluster.resetOffsets(group, targets);
        }
    }

    /** Of what is to be set: what the service of this name reads. */
    private Map<TopicPartition, Long> readByService(String group, Map<TopicPartition, Long> targets) {
        Map<TopicPartition, Long> read = new LinkedHashMap<>(targets);
        read.keySet().removeIf(place -> !reads(group, place));
        return read;
    }

    private boolean reads(String group, TopicPartition place) {
        return switch (group) {
            case Capture.NAME, Audit.NAME -> place.topic().equals(topics.fullName(Topics.EXCHANGE_EVENTS));
            case Ledger.NAME -> place.topic().equals(topics.fullName(Topics.FILLS));
            default -> false;
        };
    }

    private Database database(VenueRole role) {
        return switch (role) {
            case CAPTURE -> services.captureDatabase();
            case LEDGER -> services.ledgerDatabase();
            case AUDIT -> services.auditDatabase();
            case EXCHANGE, BOARD, MARKET, CLOCK, DISPATCHER, EVALUATOR, ORDER_GATEWAY, WORKER, WEB ->
                throw new IllegalArgumentException("role: " + role + " (expected: a reader)");
        };
    }

    /** Writing would make a missing file, without its tables. */
    private boolean isThere(VenueRole role) {
        Path file = switch (role) {
            case CAPTURE -> data.captureDatabase();
            case LEDGER -> data.ledgerDatabase();
            case AUDIT -> data.auditDatabase();
            case EXCHANGE, BOARD, MARKET, CLOCK, DISPATCHER, EVALUATOR, ORDER_GATEWAY, WORKER, WEB -> data.root();
        };
        return database(role).dialect() != Dialect.SQLITE || Files.exists(file);
    }

    private static void setCursors(Log log, Database database, String group, Map<TopicPartition, Long> targets) {
        Cursors cursors = new Cursors(group);
        try (Writer writer = new Writer(database)) {
            Connection connection = writer.transaction();
            Map<TopicPartition, Long> now = cursors.all(connection);
            for (Map.Entry<TopicPartition, Long> target : targets.entrySet()) {
                TopicPartition place = target.getKey();
                long next = now.getOrDefault(place, 0L);
                if (target.getValue() > next) {
                    throw new Failure(
                            ExitCode.USAGE,
                            "--to-offset: " + target.getValue() + " in partition " + place.partition()
                                    + " (expected: at most " + next + ", where " + group
                                    + " is; it would skip what lies between)");
                }
                cursors.set(connection, place, log.topicId(place.topic()), target.getValue());
            }
            writer.commit();
        } catch (SQLException refused) {
            throw new Failure(ExitCode.FAILURE, database.name() + ": " + refused.getMessage(), refused);
        }
    }
}
