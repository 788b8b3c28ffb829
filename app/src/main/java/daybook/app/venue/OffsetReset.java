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
import daybook.posttrade.capture.Capture;
import daybook.posttrade.ledger.Ledger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sets where a group goes on while no venue runs on the directory.
 *
 * <p>Capture and ledger keep their place in their database, so there their cursors are set as well. Backwards only: they know what
 * they have seen and read it again without effect; what they were sent past would be lost. A cursor of a topic that was
 * made again is set to the new one.
 */
public final class OffsetReset {
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
                Map<TopicPartition, Long> read = new LinkedHashMap<>(targets);
                read.keySet().removeIf(place -> !reads(group, place));
                Optional<Database> database = read.isEmpty() ? Optional.empty() : database(group);
                if (database.isPresent()) {
                    setCursors(log, database.get(), group, read);
                }
                log.resetOffsets(group, targets);
            }
        }
    }

    private boolean reads(String group, TopicPartition place) {
        return switch (group) {
            case Capture.NAME -> place.topic().equals(topics.fullName(Topics.EXCHANGE_EVENTS));
            case Ledger.NAME -> place.topic().equals(topics.fullName(Topics.FILLS));
            default -> false;
        };
    }

    private Optional<Database> database(String group) {
        boolean capture = group.equals(Capture.NAME);
        Database database = capture ? services.captureDatabase() : services.ledgerDatabase();
        Path file = capture ? data.captureDatabase() : data.ledgerDatabase();
        // Writing would make the file, without its tables.
        boolean there = database.dialect() != Dialect.SQLITE || Files.exists(file);
        return there ? Optional.of(database) : Optional.empty();
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
