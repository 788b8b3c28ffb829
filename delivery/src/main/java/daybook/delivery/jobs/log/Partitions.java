package daybook.delivery.jobs.log;

import daybook.delivery.jobs.JobQueue;
import daybook.delivery.locks.Lock;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions that a queue has for itself, and how it comes by others. It keeps those in which a job is in flight and, for a second
 * at most while there is work elsewhere, the one that it worked in last: what it does not work in is anybody's. Before it asks for a lock
 * it looks whether there is something to do. Confined to the queue's thread, but for {@link #waits}.
 */
final class Partitions {
    private static final Logger LOG = LoggerFactory.getLogger(Partitions.class);
    private static final int READ_AHEAD = 32;
    private static final long TURN_NS = Duration.ofSeconds(1).toNanos();
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(60);

    private final LogQueueSettings settings;
    private final LogQueuePorts ports;
    private final LogQueue.Parts parts;
    private final Tables tables;
    private final Map<Integer, OwnedPartition> owned = new TreeMap<>();

    /** Partitions whose first job is not due: nobody asks for their lock before. */
    private final Map<Integer, CarriedJob> notDue = new HashMap<>();

    private int count;
    private String topicId = "";
    private long countAgainNs;
    private int turn;
    private volatile List<String> waits = List.of();

    /** Where things are kept. */
    record Tables(JobStore store, JobKeys keys, GroupOffsets group, CallTime time) {}

    Partitions(LogQueueSettings settings, LogQueuePorts ports, LogQueue.Parts parts, Tables tables) {
        this.settings = settings;
        this.ports = ports;
        this.parts = parts;
        this.tables = tables;
    }

    /** How many the topic has. Looked up now and then: it may be missing at first, and grow. */
    int count() {
        long now = ports.sources().nanos().getAsLong();
        if (count == 0 || now - countAgainNs >= 0) {
            Optional<TopicSpec> topic = ports.log().topic(settings.topic());
            count = topic.map(TopicSpec::partitions).orElseThrow(() -> LogTrouble.noTopic(settings.topic()));
            topicId = ports.log().topicId(settings.topic()).toString();
            countAgainNs = now + LOOK_NS;
        }
        return count;
    }

    boolean isMine(LogReserved reserved) {
        return owned.get(reserved.partition.place.partition()) == reserved.partition
                && reserved.partition
                        .current()
                        .filter(current -> current == reserved)
                        .isPresent();
    }

    /** The next job that is due, counted and handed out; empty if there is none that nobody else has. */
    Optional<LogReserved> next() {
        try {
            Optional<LogReserved> own = fromOwned();
            Optional<LogReserved> next = own.isPresent() ? own : fromOthers();
            if (next.isPresent()) { // who has something to do leaves the rest to others
                List.copyOf(owned.values()).stream()
                        .filter(OwnedPartition::isIdle)
                        .forEach(this::release);
            }
            return next;
        } finally {
            tell();
        }
    }

    /** Empty, and nothing has happened, if what follows is not simply the next job of the same partition, or the lock is lost. */
    Optional<JobQueue.Next> passAndNext(LogReserved done) {
        OwnedPartition partition = done.partition;
        Optional<CarriedJob> head = plainHead(partition);
        if (head.isEmpty() || done.job().uniqueKey().isPresent() || !partition.refresh()) {
            return Optional.empty();
        }
        long offset = head.get().stored().offset();
        long leaseMs = settings.lease().toMillis();
        // 0: the one was passed, and the other is not there to be had; below 0: not even that.
        int deliveries = tables.store().commit(connection -> {
            OptionalLong passed = parts.cursors().pass(connection, partition.owner, done.offset());
            return passed.isEmpty() ? -1 : parts.cursors().handOut(connection, partition.owner, offset, leaseMs);
        });
        parts.steps().at(QueueSteps.Step.PASSED);
        if (deliveries < 0) {
            forget(partition);
            return Optional.empty();
        }
        partition.ended(done.offset() + 1);
        tables.group().moved(partition.place, done.offset() + 1);
        tables.group().tellIfDue();
        if (deliveries == 0) { // somebody has cleared the queue
            release(partition);
            return Optional.of(new JobQueue.Next(true, Optional.empty()));
        }
        return Optional.of(new JobQueue.Next(true, Optional.of(handedOut(partition, head.get(), deliveries))));
    }

    /** What was read ahead, if it is due, has no key to be looked at, and the partition's turn is not over. */
    private Optional<CarriedJob> plainHead(OwnedPartition partition) {
        boolean isTurn = ports.sources().nanos().getAsLong() - partition.turnEndNs < 0 && !partition.isUsedUp();
        if (!isTurn || partition.ahead.isEmpty() || partition.owed().isPresent()) {
            return Optional.empty();
        }
        CarriedJob head = JobFormat.read(partition.ahead.element());
        boolean isPlain = head.isJob() && head.job().uniqueKey().isEmpty();
        return isPlain && verdict(head) == HeadRule.Verdict.HAND_OUT ? Optional.of(head) : Optional.empty();
    }

    private LogReserved handedOut(OwnedPartition partition, CarriedJob head, int deliveries) {
        LogReserved reserved =
                new LogReserved(partition, head, AttemptCount.of(head.attempts(), deliveries), parts.cursors());
        partition.ahead.remove();
        partition.handedOut(reserved);
        return reserved;
    }

    private Optional<LogReserved> fromOwned() {
        long now = ports.sources().nanos().getAsLong();
        for (OwnedPartition partition : List.copyOf(owned.values())) {
            if (partition.isIdle() && now - partition.turnEndNs < 0 && !partition.isUsedUp()) {
                Optional<LogReserved> head = head(partition);
                if (head.isPresent()) {
                    return head;
                }
            }
            if (partition.isIdle()) {
                release(partition);
            }
        }
        return Optional.empty();
    }

    private Optional<LogReserved> fromOthers() {
        int all = count();
        Map<Integer, JobCursors.Place> known = known();
        for (int i = 0; i < all && !tables.time().isOver(); i++) {
            int number = Math.floorMod(turn + i, all);
            if (!owned.containsKey(number) && hasWork(number, Optional.ofNullable(known.get(number)))) {
                Optional<OwnedPartition> taken = take(number);
                if (taken.isPresent()) {
                    Optional<LogReserved> head = head(taken.get());
                    if (head.isPresent()) {
                        turn = number + 1;
                        return head;
                    }
                    release(taken.get());
                }
            }
        }
        tellWhereTheyAre(known);
        return Optional.empty();
    }

    /** Who has nothing to do sees to it that the log's own tools show no lag that is none. */
    private void tellWhereTheyAre(Map<Integer, JobCursors.Place> known) {
        known.forEach((number, at) -> {
            if (!at.inFlight() && !owned.containsKey(number)) {
                tables.group().stands(new TopicPartition(settings.topic(), number), at.waiting());
            }
        });
    }

    /** Where the partitions are that anybody has owned since the topic was made. */
    Map<Integer, JobCursors.Place> known() {
        Map<Integer, JobCursors.Place> known = new HashMap<>();
        for (JobCursors.Place place : tables.store().look(parts.cursors()::places)) {
            if (place.topicId().equals(topicId)) {
                known.put(place.partition(), place);
            }
        }
        return known;
    }

    /** Whether it is worth asking for the lock. */
    private boolean hasWork(int number, Optional<JobCursors.Place> known) {
        if (known.isPresent() && known.get().inFlight()) {
            return false;
        }
        TopicPartition place = new TopicPartition(settings.topic(), number);
        long next = known.isPresent() ? known.get().waiting() : ports.log().startOffset(place);
        CarriedJob waitsFor = notDue.get(number);
        if (waitsFor != null) {
            if (waitsFor.stored().offset() == next && verdict(waitsFor) == HeadRule.Verdict.WAIT) {
                return false;
            }
            notDue.remove(number);
        }
        // Below it if the log has lost its end: then its owner says so.
        return ports.log().endOffset(place) != next;
    }

    /** Takes a partition whose lock nobody has. */
    Optional<OwnedPartition> take(int number) {
        TopicPartition place = new TopicPartition(settings.topic(), number);
        String name = settings.deployment() + "/jobs." + settings.queue() + "-" + number;
        Optional<Lock> lock = ports.locks().acquire(name, settings.lease());
        if (lock.isEmpty()) {
            return Optional.empty();
        }
        OwnedPartition partition = new OwnedPartition(
                place, lock.get(), settings.lease(), ports.sources().nanos());
        partition.turnEndNs = ports.sources().nanos().getAsLong() + TURN_NS;
        owned.put(number, partition);
        Optional<JobCursors.Begin> begin = Optional.empty();
        try {
            begin = begin(partition);
        } finally {
            if (begin.isEmpty()) {
                release(partition);
            }
        }
        if (begin.isEmpty()) {
            LOG.warn(
                    "{}: the lock's token {} is below one that was seen (expected: above)",
                    place,
                    lock.get().token());
            return Optional.empty();
        }
        partition.next = begin.get().next();
        return Optional.of(partition);
    }

    private Optional<JobCursors.Begin> begin(OwnedPartition partition) {
        TopicPartition place = partition.place;
        JobCursors.Kept kept = new JobCursors.Kept(
                ports.log().topicId(place.topic()).toString(), ports.log().startOffset(place));
        Optional<JobCursors.Begin> begin = tables.store().commit(connection -> {
            Optional<JobCursors.Begin> begun = parts.cursors().begin(connection, partition.owner, kept);
            if (begun.isPresent() && begun.get().isAnotherTopic()) {
                tables.keys().freeAll(connection, place.partition());
            }
            return begun;
        });
        if (begin.isPresent() && begin.get().isAnotherTopic()) {
            LOG.error("{}: jobs were lost: the topic was made again; what is on it now is done", place);
        } else if (begin.isPresent() && begin.get().lost() > 0) {
            LOG.error(
                    "{}: jobs were lost: retention took {} before they were done; goes on at {}, the first that is there",
                    place,
                    begin.get().lost(),
                    kept.startOffset());
        }
        return begin;
    }

    /** The first job of a partition, if its time has come. */
    private Optional<LogReserved> head(OwnedPartition partition) {
        while (!partition.isOver() && readAhead(partition)) {
            CarriedJob head = JobFormat.read(partition.ahead.element());
            switch (head.isJob() ? verdict(head) : HeadRule.Verdict.HAND_OUT) {
                case WAIT -> {
                    notDue.put(partition.place.partition(), head);
                    return Optional.empty();
                }
                case SKIP -> skip(partition, head.stored().offset() + 1);
                case HAND_OUT -> {
                    if (!partition.refresh()) {
                        return Optional.empty();
                    }
                    Optional<LogReserved> reserved = handOut(partition, head);
                    if (reserved.isPresent() || !owned.containsValue(partition)) {
                        return reserved;
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Empty if the partition is another's now, or if the job was passed over because its key is another job's. */
    private Optional<LogReserved> handOut(OwnedPartition partition, CarriedJob head) {
        long offset = head.stored().offset();
        boolean isKeyed = head.isJob() && head.job().uniqueKey().isPresent();
        UniqueKeys.At at = new UniqueKeys.At(partition.place.partition(), offset);
        int deliveries = tables.store().commit(connection -> {
            if (isKeyed && !tables.keys().keep(connection, head.job(), at)) {
                return parts.cursors().skip(connection, partition.owner, offset + 1) ? -1 : 0;
            }
            return parts.cursors()
                    .handOut(
                            connection,
                            partition.owner,
                            offset,
                            settings.lease().toMillis());
        });
        parts.steps().at(QueueSteps.Step.COUNTED);
        if (deliveries == 0) { // another has the lock, or somebody has cleared the queue
            release(partition);
            return Optional.empty();
        }
        if (deliveries < 0) {
            LOG.warn(
                    "{}: job {} is passed over: its unique key is another job's",
                    head.place(),
                    head.job().id());
            partition.ended(offset + 1);
            return Optional.empty();
        }
        return Optional.of(handedOut(partition, head, deliveries));
    }

    /** Sees to it that something of the partition is here. False if it has nothing more. */
    private boolean readAhead(OwnedPartition partition) {
        if (!partition.ahead.isEmpty()) {
            return true;
        }
        try {
            List<StoredRecord> read = ports.log().read(partition.place, partition.next, READ_AHEAD);
            partition.ahead.addAll(read);
            if (!read.isEmpty()) {
                partition.next = read.get(read.size() - 1).offset() + 1;
                return true;
            }
        } catch (OffsetOutOfRangeException e) {
            // Retention has just passed by, or the log lost its end; the next owner begins at what is there.
            goBack(partition, e);
            return false;
        }
        long end = ports.log().endOffset(partition.place);
        if (end > partition.next && ports.log().heldAt(partition.place).isEmpty() && readsNothing(partition)) {
            skip(partition, end); // marks of transactions: no job lies there, and the lag would say one did
        }
        return false;
    }

    /** Once more, now that the end is known: what came since is not to be passed. */
    private boolean readsNothing(OwnedPartition partition) {
        partition.ahead.addAll(ports.log().read(partition.place, partition.next, 1));
        boolean nothing = partition.ahead.isEmpty();
        partition.ahead.clear();
        return nothing;
    }

    private void goBack(OwnedPartition partition, OffsetOutOfRangeException e) {
        if (e.offset() <= e.end()) {
            return;
        }
        LOG.error(
                "{}: the log ends at {}, before the offset {} that was next: it lost records that it had acknowledged",
                partition.place,
                e.end(),
                e.offset());
        tables.store().commit(connection -> parts.cursors().rewind(connection, partition.owner, e.end()));
    }

    private void skip(OwnedPartition partition, long toOffset) {
        boolean skipped =
                tables.store().commit(connection -> parts.cursors().skip(connection, partition.owner, toOffset));
        if (skipped) {
            partition.ended(toOffset);
            tables.group().moved(partition.place, toOffset);
        } else {
            release(partition);
            partition.ahead.clear();
        }
    }

    private HeadRule.Verdict verdict(CarriedJob head) {
        return parts.rule().of(head, ports.sources().clock().millis());
    }

    boolean renew(LogReserved reserved) {
        OwnedPartition partition = reserved.partition;
        boolean renewed = partition.extend()
                && tables.store()
                        .commit(connection -> parts.cursors()
                                .renew(
                                        connection,
                                        partition.owner,
                                        reserved.offset(),
                                        settings.lease().toMillis()));
        if (!renewed) {
            LOG.warn("{}: its lease is lost while it is in flight", reserved);
            forget(partition);
        }
        return renewed;
    }

    /** Those whose job is given up and waits for the topic of failed ones, when it is time to try again. */
    List<OwnedPartition> owed() {
        return owned.values().stream().filter(OwnedPartition::isOwedDue).toList();
    }

    /** Nothing is held any more whose lock is over by this process's clock. */
    void dropOver() {
        owned.values().removeIf(OwnedPartition::isOver);
    }

    void forget(OwnedPartition partition) {
        owned.remove(partition.place.partition(), partition);
    }

    void release(OwnedPartition partition) {
        forget(partition);
        try {
            partition.lock.release();
        } catch (RuntimeException e) {
            LOG.debug("{}: its lock ends by itself: {}", partition.place, e.getMessage());
        }
    }

    /** Gives back all in which nothing is in flight. */
    void close() {
        List.copyOf(owned.values()).stream().filter(OwnedPartition::isIdle).forEach(this::release);
        owned.clear();
    }

    Collection<OwnedPartition> owned() {
        return owned.values();
    }

    List<String> waits() {
        return waits;
    }

    /** Brings the lines for the status up to date. */
    void tell() {
        List<String> lines = new ArrayList<>();
        owned.values()
                .forEach(partition -> partition
                        .owed()
                        .ifPresent(reason -> lines.add(partition.place + " waits: topic "
                                + settings.failedTopic() + " is not there, and job "
                                + partition
                                        .current()
                                        .map(current -> current.job().id())
                                        .orElse("") + " belongs on it")));
        new TreeMap<>(notDue)
                .forEach((number, head) -> lines.add(new TopicPartition(settings.topic(), number) + " waits for job "
                        + head.job().id() + " until "
                        + Instant.ofEpochMilli(head.job().dueAtMs())));
        waits = List.copyOf(lines);
    }
}
