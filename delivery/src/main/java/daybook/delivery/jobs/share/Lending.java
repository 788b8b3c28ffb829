package daybook.delivery.jobs.share;

import daybook.delivery.jobs.log.JobFormat;
import daybook.delivery.jobs.log.JobKeys;
import daybook.delivery.jobs.log.JobStore;
import daybook.delivery.jobs.log.LogQueuePorts;
import daybook.delivery.jobs.log.LogQueueSettings;
import daybook.delivery.jobs.log.UniqueKeys;
import daybook.log.FencedException;
import daybook.log.LogException;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.ShareReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the log has lent to this worker: what is in flight, and what is held until it is due. Confined to the queue's thread. */
final class Lending {
    /** Jobs that are not due, in one worker's hands. */
    static final int MOST_HELD = 8;

    /** Records looked at in one question for a job. */
    static final int MOST_LOOKED = 100;

    /** Apache Kafka gives a record up after ten deliveries, unless somebody set fewer: five is the default. */
    static final int MOST_DELIVERIES = 4;

    /** A member of a group that is new has something to read after a heartbeat or two. */
    static final Duration JOINING = Duration.ofSeconds(3);

    static final long CLEAR_NS = Duration.ofSeconds(8).toNanos();
    private static final Logger LOG = LoggerFactory.getLogger(Lending.class);
    private static final int RENEWALS = 3;

    private final LogQueueSettings settings;
    private final LogQueuePorts ports;
    private final Tables tables;
    private final Duration patience;
    private final Set<ShareReserved> inFlight = new LinkedHashSet<>();
    private final Set<ShareReserved> held = new LinkedHashSet<>();
    private @Nullable ShareReader reader;
    private long renewNs;
    private volatile List<String> waits = List.of();

    /** Where things are kept. */
    record Tables(JobStore store, Loans loans, JobKeys keys) {}

    Lending(LogQueueSettings settings, LogQueuePorts ports, Tables tables, Duration patience) {
        this.settings = settings;
        this.ports = ports;
        this.tables = tables;
        this.patience = patience;
        this.renewNs = ports.sources().nanos().getAsLong();
    }

    /** Drops what is over, and renews what is held if it is time. */
    void upkeep() {
        long now = ports.sources().nanos().getAsLong();
        inFlight.removeIf(reserved -> now - reserved.endNs >= 0);
        held.removeIf(reserved -> now - reserved.endNs >= 0); // comes again, by somebody
        if (now - renewNs >= settings.lease().toNanos() / RENEWALS && (!held.isEmpty() || !owed().isEmpty())) {
            renewAll();
        }
    }

    /** The first of those that are held if it is due; else what the log lends. */
    Optional<ShareReserved> next() {
        Optional<ShareReserved> due = held.stream()
                .filter(this::isDue)
                .min(Comparator.comparingLong(reserved -> reserved.job().dueAtMs()));
        if (due.isPresent()) {
            unhold(due.get());
            return due;
        }
        return held.size() < MOST_HELD ? poll() : Optional.empty();
    }

    Optional<ShareReserved> poll() {
        ShareReader current = reader;
        if (current == null) {
            current = ports.log().share(settings.group() + ".share", List.of(settings.topic()), settings.lease());
            reader = current;
        }
        long now = ports.sources().nanos().getAsLong();
        try {
            List<ShareReader.Lent> lent = current.poll(1, patience);
            if (lent.isEmpty()) {
                return Optional.empty();
            }
            ShareReserved reserved =
                    new ShareReserved(JobFormat.read(lent.get(0).stored()), lent.get(0), tables.loans());
            reserved.endNs = now + settings.lease().toNanos();
            return Optional.of(reserved);
        } catch (OffsetOutOfRangeException e) {
            goOnAtTheEarliest(e);
            return Optional.empty();
        } catch (LogException e) {
            switch (e.kind()) {
                case UNAVAILABLE, TIMED_OUT -> {}
                case DENIED, UNKNOWN_TOPIC, TOPIC_MISMATCH, TOO_LARGE, OFFSET_OUT_OF_RANGE, FENCED, CORRUPT, FAILED ->
                    close(); // it is made anew; what it had out comes again
            }
            throw e;
        }
    }

    /** A log that does not pass by itself what retention took is told to, as soon as nobody reads. */
    private void goOnAtTheEarliest(OffsetOutOfRangeException e) {
        LOG.error(
                "{}: jobs were lost: retention took those below {} before they were done (from {} on)",
                e.place(),
                e.start(),
                e.offset());
        ports.log().resetOffsets(settings.group() + ".share", Map.of(e.place(), e.start()));
    }

    boolean isDue(ShareReserved reserved) {
        return ports.sources().clock().millis() >= reserved.job().dueAtMs();
    }

    /** Before the log counts too many deliveries; at the second already where it only waited. */
    boolean isToBeMoved(ShareReserved reserved) {
        return reserved.lent.deliveries() > (isDue(reserved) ? MOST_DELIVERIES : 1);
    }

    /** False if its key is another job's: then it is passed over; or if another worker has been lent it since. */
    boolean handOut(ShareReserved reserved) {
        UniqueKeys.At at = new UniqueKeys.At(
                reserved.stored().place().partition(), reserved.stored().offset());
        Lent lent = tables.store().commit(connection -> {
            if (reserved.job().uniqueKey().isPresent() && !tables.keys().keep(connection, reserved.job(), at)) {
                tables.loans().end(connection, reserved.stored(), reserved.token());
                return Lent.KEY_IS_TAKEN;
            }
            return tables.loans().lend(connection, reserved.stored(), reserved.token()) ? Lent.MINE : Lent.TOO_LATE;
        });
        switch (lent) {
            case MINE -> inFlight.add(reserved);
            case KEY_IS_TAKEN -> {
                LOG.warn("{} is passed over: its unique key is another job's", reserved);
                answer(reserved, ShareReader.Answer.ACCEPT);
            }
            case TOO_LATE -> {
                LOG.warn("{} has been lent to another worker since", reserved);
                letGo(reserved);
            }
        }
        return lent == Lent.MINE;
    }

    /** A log that was killed may have forgotten deliveries: unanswered, each of those would cost the record a whole lock. */
    private void letGo(ShareReserved reserved) {
        try {
            answer(reserved, ShareReader.Answer.RELEASE);
        } catch (FencedException over) {
            LOG.debug("{}: {}", reserved, over.getMessage()); // it is the other's
        }
    }

    /** Whether a record that the log has lent may be handed out. */
    private enum Lent {
        MINE,
        KEY_IS_TAKEN,
        TOO_LATE
    }

    void hold(ShareReserved reserved) {
        held.add(reserved);
        tell();
    }

    void unhold(ShareReserved reserved) {
        held.remove(reserved);
        tell();
    }

    Set<ShareReserved> held() {
        return held;
    }

    /** It is given up, and the topic of failed ones is not there. */
    void owes(ShareReserved reserved, String reason) {
        reserved.owed = reason;
        inFlight.add(reserved);
        tell();
    }

    List<ShareReserved> owed() {
        return inFlight.stream().filter(reserved -> !reserved.owed.isEmpty()).toList();
    }

    boolean isMine(ShareReserved reserved) {
        return inFlight.contains(reserved);
    }

    /** By this process's clock, and by the database's. */
    boolean isHeld(ShareReserved reserved) {
        boolean held = ports.sources().nanos().getAsLong() - reserved.endNs < 0
                && tables.store()
                        .look(connection -> tables.loans().isHeld(connection, reserved.stored(), reserved.token()));
        if (!held) {
            forget(reserved);
        }
        return held;
    }

    boolean renew(ShareReserved reserved) {
        if (!isHeld(reserved)) {
            return false;
        }
        renewAll();
        return tables.store()
                .commit(connection -> tables.loans().renew(connection, reserved.stored(), reserved.token()));
    }

    private void renewAll() {
        long now = ports.sources().nanos().getAsLong();
        ShareReader current = reader;
        if (current != null) {
            current.renew();
            renewNs = now;
            long end = now + settings.lease().toNanos();
            held.forEach(reserved -> reserved.endNs = end);
            inFlight.forEach(reserved -> reserved.endNs = end);
        }
    }

    /** @throws FencedException if its lock is over */
    void answer(ShareReserved reserved, ShareReader.Answer answer) {
        ShareReader current = reader;
        if (current == null) {
            throw new FencedException(reserved + ": its reader is gone");
        }
        current.answer(Map.of(reserved.lent, answer));
    }

    void ended(Connection connection, ShareReserved reserved) throws SQLException {
        tables.loans().end(connection, reserved.stored(), reserved.token());
    }

    void forget(ShareReserved reserved) {
        inFlight.remove(reserved);
        held.remove(reserved);
        tell();
    }

    List<String> waits() {
        return waits;
    }

    private void tell() {
        List<String> lines = new ArrayList<>();
        for (ShareReserved reserved : owed()) {
            lines.add("topic " + settings.failedTopic() + " is not there, and job "
                    + reserved.job().id() + " belongs on it");
        }
        for (ShareReserved reserved : held) {
            lines.add("job " + reserved.job().id() + " is held until "
                    + Instant.ofEpochMilli(reserved.job().dueAtMs()));
        }
        waits = List.copyOf(lines);
    }

    void close() {
        ShareReader current = reader;
        reader = null;
        held.clear();
        inFlight.clear();
        if (current != null) {
            try {
                current.close();
            } catch (LogException e) {
                LOG.debug("queue {}: its locks end by themselves: {}", settings.queue(), e.getMessage());
            }
        }
    }
}
