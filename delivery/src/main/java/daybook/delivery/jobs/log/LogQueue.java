package daybook.delivery.jobs.log;

import daybook.delivery.Dialect;
import daybook.delivery.jobs.FailedJob;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.QueueSize;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.locks.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue whose jobs are the records of a topic, on whichever log.
 *
 * <p>As many jobs are in flight as the topic has partitions: a partition is one worker's, by a lock that all processes share, and has one
 * job in flight. A job that is not due holds up its partition, and no other. One that is released is written anew at the end. Which
 * offset comes next is in the jobs database, and moves only under the lock's token; the log's group is told afterwards, for people.
 *
 * <p>Durable is what {@link #push} has returned; a process that dies between the steps of {@link #release} or {@link #fail} leaves a job
 * twice and never not at all. Deadlines are those of the log and of the database: no call waits for more than the first of their calls
 * that does not answer, and none begins another after 10 s.
 */
public final class LogQueue implements JobQueue {
    private static final Logger LOG = LoggerFactory.getLogger(LogQueue.class);
    private static final Duration OWED_PAUSE = Duration.ofSeconds(1);

    private final LogQueueSettings settings;
    private final LogQueuePorts ports;
    private final Parts parts;
    private final JobStore store;
    private final JobKeys keys;
    private final JobWriter writer;
    private final FailedJobs failed;
    private final GroupOffsets group;
    private final Partitions partitions;
    private final Backlog backlog;
    private final JobPushes pushes;
    private final CallTime time;

    /** What is one way in the product and another in a test that has to notice it. */
    record Parts(JobCursors cursors, JobKeys keys, HeadRule rule, EndOrder order, Retries retries, QueueSteps steps) {
        static Parts of(LogQueueSettings settings, Dialect dialect) {
            return new Parts(
                    new CursorTable(settings, dialect),
                    new UniqueKeys(settings, dialect),
                    HeadRule.NOT_BEFORE_DUE,
                    EndOrder.RECORD_FIRST,
                    JobFormat::again,
                    QueueSteps.NONE);
        }
    }

    /**
     * Opens it. Asks neither the log nor the database: a worker starts without them.
     *
     * @throws IllegalArgumentException if the lock store is one process's own, or cannot lock
     */
    public LogQueue(LogQueueSettings settings, LogQueuePorts ports) {
        this(settings, ports, Parts.of(settings, ports.database().dialect()));
    }

    LogQueue(LogQueueSettings settings, LogQueuePorts ports, Parts parts) {
        requireLocks(ports.locks());
        this.settings = settings;
        this.ports = ports;
        this.parts = parts;
        Dialect dialect = ports.database().dialect();
        this.store = new JobStore(ports.database());
        this.keys = parts.keys();
        this.writer = new JobWriter(
                ports.log(),
                "jobs-" + settings.queue() + "-" + ports.sources().ids().get());
        this.failed = new FailedJobs(ports.log(), settings, store, dialect);
        this.group =
                new GroupOffsets(ports.log(), settings.group(), ports.sources().nanos());
        this.time = new CallTime(ports.sources().nanos());
        Partitions.Tables tables = new Partitions.Tables(store, keys, group, time);
        this.partitions = new Partitions(settings, ports, parts, tables);
        this.pushes = new JobPushes(
                settings,
                ports,
                new JobPushes.Parts(store, keys, writer, failed, parts.steps()),
                new JobPushes.Topic(partitions::count, place -> ports.log().startOffset(place)));
        this.backlog = new Backlog(settings, ports, parts.cursors(), tables);
    }

    /** Two questions, each with an answer of its own. */
    private static void requireLocks(LockStore locks) {
        if (!locks.isShared()) {
            throw new IllegalArgumentException(
                    "locks: of this process alone (expected: shared by all workers; otherwise each would own every"
                            + " partition, and every job would run on every machine)");
        }
        if (!locks.canLock()) {
            throw new IllegalArgumentException(
                    "locks: shared, but nothing can be taken by one alone (expected: a store that can lock; a cache is"
                            + " not one)");
        }
    }

    @Override
    public String name() {
        return settings.queue();
    }

    @Override
    public Optional<String> push(NewJob job) {
        return asking(() -> pushes.push(job));
    }

    @Override
    public Optional<Reserved> reserve() {
        return asking(() -> {
            group.tellIfDue();
            partitions.dropOver();
            partitions.owed().forEach(this::failAgain);
            Optional<LogReserved> next = partitions.next();
            while (next.isPresent() && !next.get().carried.isJob()) {
                failQuietly(next.get(), "no job: it has no header ce_id, or job, or no number of attempts");
                next = partitions.next();
            }
            return next.map(found -> found);
        });
    }

    @Override
    public boolean renew(Reserved reserved) {
        return asking(() -> {
            Optional<LogReserved> mine = mine(reserved);
            return mine.isPresent() && partitions.renew(mine.get());
        });
    }

    @Override
    public boolean acknowledge(Reserved reserved) {
        return asking(() -> {
            Optional<LogReserved> mine = mine(reserved);
            return mine.isPresent() && pass(mine.get(), Optional.empty());
        });
    }

    /** Where the next job of the partition is due, the cursor passes the one and the other is counted in one transaction. */
    @Override
    public Next acknowledgeAndReserve(Reserved reserved) {
        Optional<LogReserved> mine = mine(reserved);
        Optional<Next> inOne = mine.isPresent() ? asking(() -> partitions.passAndNext(mine.get())) : Optional.empty();
        return inOne.orElseGet(() -> new Next(acknowledge(reserved), reserve()));
    }

    @Override
    public boolean release(Reserved reserved, Duration delay, String reason) {
        return asking(() -> {
            Optional<LogReserved> mine = mine(reserved);
            if (mine.isEmpty() || !isHeld(mine.get())) {
                return false;
            }
            long dueAtMs = Math.addExact(ports.sources().clock().millis(), delay.toMillis());
            UniqueKeys.At[] moved = new UniqueKeys.At[1];
            return parts.order()
                    .end(
                            () -> {
                                moved[0] = writer.write(
                                        settings.topic(),
                                        OptionalInt.of(
                                                mine.get().partition.place.partition()),
                                        parts.retries().of(leaving(mine.get(), reason), dueAtMs));
                                parts.steps().at(QueueSteps.Step.WRITTEN);
                            },
                            () -> pass(mine.get(), Optional.ofNullable(moved[0])));
        });
    }

    /** It stays the first of its partition, which is anybody's now. */
    @Override
    public boolean giveBack(Reserved reserved) {
        return asking(() -> {
            Optional<LogReserved> mine = mine(reserved);
            boolean given = mine.isPresent()
                    && store.commit(connection -> parts.cursors()
                            .giveBack(
                                    connection,
                                    mine.get().partition.owner,
                                    mine.get().offset()));
            mine.ifPresent(ended -> partitions.release(ended.partition));
            return given;
        });
    }

    @Override
    public boolean fail(Reserved reserved, String reason) {
        return asking(() -> {
            Optional<LogReserved> mine = mine(reserved);
            return mine.isPresent() && isHeld(mine.get()) && giveUp(mine.get(), reason);
        });
    }

    private boolean giveUp(LogReserved mine, String reason) {
        try {
            return parts.order()
                    .end(
                            () -> {
                                failed.write(writer, leaving(mine, reason), reason);
                                parts.steps().at(QueueSteps.Step.WRITTEN);
                            },
                            () -> pass(mine, Optional.empty()));
        } catch (JobQueueException e) {
            if (e.kind() == JobQueueException.Kind.NO_TOPIC) {
                // Nothing is lost, and the job does not run again: its partition waits for the topic.
                mine.partition.owes(reason, OWED_PAUSE);
                partitions.tell();
            }
            throw e;
        }
    }

    /** One that was given up when its topic was not there. */
    private void failAgain(OwnedPartition partition) {
        partition.current().ifPresent(current -> {
            if (!partitions.renew(current)) {
                return; // its next owner counts this as an attempt
            }
            failQuietly(current, partition.owed().orElse(""));
        });
    }

    private void failQuietly(LogReserved current, String reason) {
        try {
            giveUp(current, reason);
        } catch (JobQueueException e) {
            if (e.kind() != JobQueueException.Kind.NO_TOPIC) {
                throw e;
            }
            LOG.warn("{} waits: {}", current, e.getMessage());
        }
    }

    /** Moves the cursor past a job, which has ended or is elsewhere now. */
    private boolean pass(LogReserved mine, Optional<UniqueKeys.At> moved) {
        OptionalLong next = store.commit(connection -> {
            OptionalLong passed = parts.cursors().pass(connection, mine.partition.owner, mine.offset());
            if (passed.isPresent() && mine.job().uniqueKey().isPresent()) {
                if (moved.isPresent()) {
                    keys.place(connection, mine.job(), moved.get());
                } else {
                    keys.free(connection, mine.job());
                }
            }
            return passed;
        });
        parts.steps().at(QueueSteps.Step.PASSED);
        if (next.isEmpty()) {
            partitions.forget(mine.partition);
            if (moved.isPresent()) {
                LOG.warn(
                        "{} was written anew, and its partition is another worker's now: the job is there twice", mine);
            }
            return false;
        }
        mine.partition.ended(next.getAsLong());
        group.moved(mine.partition.place, next.getAsLong());
        partitions.tell();
        return true;
    }

    private boolean isHeld(LogReserved mine) {
        boolean held =
                store.look(connection -> parts.cursors().isHeld(connection, mine.partition.owner, mine.offset()));
        if (!held) {
            partitions.forget(mine.partition);
        }
        return held;
    }

    private JobFormat.Leaving leaving(LogReserved mine, String reason) {
        return JobFormat.leaving(
                mine.carried, mine.attempt(), reason, ports.sources().clock().millis());
    }

    @Override
    public QueueSize size() {
        return asking(() -> backlog.size(partitions.count(), partitions));
    }

    @Override
    public long clear() {
        return asking(() -> backlog.clear(partitions.count(), partitions));
    }

    /** Jobs that retention took before anybody did them, ever. */
    public long lost() {
        return asking(() -> store.look(parts.cursors()::lost));
    }

    /** Which partitions wait, and for what. */
    @Override
    public List<String> waits() {
        return partitions.waits();
    }

    @Override
    public List<FailedJob> failed(int max) {
        return asking(() -> pushes.failed(max));
    }

    @Override
    public boolean retry(String id) {
        return asking(() -> pushes.retry(id));
    }

    @Override
    public boolean retry(String id, String payload) {
        return asking(() -> pushes.retry(id, payload));
    }

    @Override
    public boolean discard(String id) {
        return asking(() -> pushes.discard(id));
    }

    @Override
    public void close() {
        try {
            partitions.close();
            group.tell();
        } finally {
            writer.close();
            store.close();
        }
    }

    private Optional<LogReserved> mine(Reserved reserved) {
        if (!(reserved instanceof LogReserved own)) {
            throw new IllegalArgumentException("reserved: " + reserved + " (expected: from this queue)");
        }
        return partitions.isMine(own) ? Optional.of(own) : Optional.empty();
    }

    private <T> T asking(Supplier<T> question) {
        time.begin();
        return LogTrouble.asking(settings.topic(), question);
    }
}
