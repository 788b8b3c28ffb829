package daybook.delivery.jobs.share;

import daybook.delivery.Dialect;
import daybook.delivery.jobs.FailedJob;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.QueueSize;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.jobs.log.FailedJobs;
import daybook.delivery.jobs.log.JobFormat;
import daybook.delivery.jobs.log.JobKeys;
import daybook.delivery.jobs.log.JobPushes;
import daybook.delivery.jobs.log.JobStore;
import daybook.delivery.jobs.log.JobWriter;
import daybook.delivery.jobs.log.LogQueuePorts;
import daybook.delivery.jobs.log.LogQueueSettings;
import daybook.delivery.jobs.log.LogTrouble;
import daybook.delivery.jobs.log.QueueSteps;
import daybook.delivery.jobs.log.UniqueKeys;
import daybook.log.FencedException;
import daybook.log.Log;
import daybook.log.ShareReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue whose records the log lends one by one. The log has the locks and counts the deliveries; a job that is released or given up is
 * written anew, acknowledged, and only then is its record answered, so that a process that dies in between leaves it twice.
 *
 * <p>A log knows no due time: what is not due is held here, its lock renewed, up to {@value Lending#MOST_HELD} jobs for each worker; one
 * that holds so many takes no more until one is due. Before the log would give a record up for its many deliveries, its job is written
 * anew with its attempts.
 */
public final class ShareQueue implements JobQueue {
    private static final Logger LOG = LoggerFactory.getLogger(ShareQueue.class);

    private final LogQueueSettings settings;
    private final LogQueuePorts ports;
    private final Duration patience;
    private final QueueSteps steps;
    private final JobStore store;
    private final JobKeys keys;
    private final JobWriter writer;
    private final FailedJobs failed;
    private final Lending lending;
    private final Shelf shelf;
    private final JobPushes pushes;

    /** What is one way in the product and another in a test that has to notice it. */
    record Parts(Loans loans, JobKeys keys, QueueSteps steps) {
        static Parts of(LogQueueSettings settings, Dialect dialect) {
            return new Parts(new LoanTable(settings, dialect), new UniqueKeys(settings, dialect), QueueSteps.NONE);
        }
    }

    /**
     * Opens it. Asks neither the log nor the database.
     *
     * @param patience how long a question for a job may wait for one: a log behind a network brings nothing at once
     * @throws IllegalArgumentException if the log does not lend records
     */
    public ShareQueue(LogQueueSettings settings, LogQueuePorts ports, Duration patience) {
        this(settings, ports, patience, Parts.of(settings, ports.database().dialect()));
    }

    ShareQueue(LogQueueSettings settings, LogQueuePorts ports, Duration patience, Parts parts) {
        if (!ports.log().has(Log.Capability.SHARE)) {
            throw new IllegalArgumentException(
                    "log: lends no records (expected: one with share groups, or the driver 'log' or 'database')");
        }
        this.settings = settings;
        this.ports = ports;
        this.patience = patience;
        this.steps = parts.steps();
        Dialect dialect = ports.database().dialect();
        this.store = new JobStore(ports.database());
        this.keys = parts.keys();
        this.writer = new JobWriter(
                ports.log(),
                "jobs-" + settings.queue() + "-" + ports.sources().ids().get());
        this.failed = new FailedJobs(ports.log(), settings, store, dialect);
        Loans loans = parts.loans();
        this.shelf = new Shelf(settings, ports, store, loans);
        this.lending = new Lending(settings, ports, new Lending.Tables(store, loans, keys), patience);
        this.pushes = new JobPushes(
                settings,
                ports,
                new JobPushes.Parts(store, keys, writer, failed, steps),
                new JobPushes.Topic(shelf::partitions, shelf::done));
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
            shelf.partitions(); // says which topic is missing
            lending.upkeep();
            for (ShareReserved owed : lending.owed()) {
                failQuietly(owed, owed.owed);
            }
            for (int looked = 0; looked < Lending.MOST_LOOKED; looked++) {
                Optional<ShareReserved> next = lending.next();
                if (next.isEmpty()) {
                    return Optional.empty();
                }
                ShareReserved found = next.get();
                if (!found.carried.isJob()) {
                    failQuietly(found, "no job: it has no header ce_id, or job, or no number of attempts");
                } else if (lending.isToBeMoved(found)) {
                    move(found);
                } else if (lending.isDue(found)) {
                    steps.at(QueueSteps.Step.LENT);
                    if (lending.handOut(found)) {
                        steps.at(QueueSteps.Step.COUNTED);
                        return Optional.of(found);
                    }
                } else {
                    lending.hold(found);
                }
            }
            return Optional.empty();
        });
    }

    /** To the tail as it is, in time: the log counts deliveries, and gives up what it has delivered too often. */
    private void move(ShareReserved found) {
        // Those that it was handed out before count; this one, and those in which it only waited, do not.
        writeAnew(found, lending.isDue(found) ? found.attempt() - 1 : found.carried.attempts());
    }

    private boolean writeAnew(ShareReserved found, int attempts) {
        long now = ports.sources().clock().millis();
        JobFormat.Leaving leaving = new JobFormat.Leaving(found.carried, attempts, found.carried.history(), now);
        UniqueKeys.At at = writeAgain(leaving, found.job().dueAtMs());
        return end(found, Optional.of(at), ShareReader.Answer.ACCEPT);
    }

    @Override
    public boolean renew(Reserved reserved) {
        return asking(() -> {
            Optional<ShareReserved> mine = mine(reserved);
            return mine.isPresent() && lending.renew(mine.get());
        });
    }

    @Override
    public boolean acknowledge(Reserved reserved) {
        return asking(() -> {
            Optional<ShareReserved> mine = mine(reserved);
            return mine.isPresent()
                    && lending.isHeld(mine.get())
                    && end(mine.get(), Optional.empty(), ShareReader.Answer.ACCEPT);
        });
    }

    /** Anew, with the attempts of before: an answer that releases it would be one more delivery that the log counts. */
    @Override
    public boolean giveBack(Reserved reserved) {
        return asking(() -> {
            Optional<ShareReserved> mine = mine(reserved);
            return mine.isPresent()
                    && lending.isHeld(mine.get())
                    && writeAnew(mine.get(), mine.get().attempt() - 1);
        });
    }

    @Override
    public boolean release(Reserved reserved, Duration delay, String reason) {
        return asking(() -> {
            Optional<ShareReserved> mine = mine(reserved);
            if (mine.isEmpty() || !lending.isHeld(mine.get())) {
                return false;
            }
            long now = ports.sources().clock().millis();
            JobFormat.Leaving leaving =
                    JobFormat.leaving(mine.get().carried, mine.get().attempt(), reason, now);
            UniqueKeys.At at = writeAgain(leaving, Math.addExact(now, delay.toMillis()));
            steps.at(QueueSteps.Step.WRITTEN);
            return end(mine.get(), Optional.of(at), ShareReader.Answer.ACCEPT);
        });
    }

    private UniqueKeys.At writeAgain(JobFormat.Leaving leaving, long dueAtMs) {
        int partition = leaving.carried().stored().place().partition();
        return writer.write(settings.topic(), OptionalInt.of(partition), JobFormat.again(leaving, dueAtMs));
    }

    @Override
    public boolean fail(Reserved reserved, String reason) {
        return asking(() -> {
            Optional<ShareReserved> mine = mine(reserved);
            return mine.isPresent() && lending.isHeld(mine.get()) && giveUp(mine.get(), reason);
        });
    }

    private boolean giveUp(ShareReserved mine, String reason) {
        long now = ports.sources().clock().millis();
        try {
            failed.write(writer, JobFormat.leaving(mine.carried, mine.attempt(), reason, now), reason);
        } catch (JobQueueException e) {
            if (e.kind() == JobQueueException.Kind.NO_TOPIC) {
                lending.owes(mine, reason);
            }
            throw e;
        }
        steps.at(QueueSteps.Step.WRITTEN);
        return end(mine, Optional.empty(), ShareReader.Answer.REJECT);
    }

    private void failQuietly(ShareReserved mine, String reason) {
        try {
            giveUp(mine, reason);
        } catch (JobQueueException e) {
            if (e.kind() != JobQueueException.Kind.NO_TOPIC) {
                throw e;
            }
            LOG.warn("{} waits: {}", mine, e.getMessage());
        }
    }

    /**
     * Answers for a record whose job has ended or is elsewhere, then frees or moves its key. Died in between: the key is free once all
     * below the record are done.
     */
    private boolean end(ShareReserved mine, Optional<UniqueKeys.At> moved, ShareReader.Answer answer) {
        try {
            lending.answer(mine, answer);
        } catch (FencedException over) {
            lending.forget(mine);
            if (moved.isPresent()) {
                LOG.warn("{} was written anew, and its record is another worker's now: the job is there twice", mine);
            }
            return false;
        }
        steps.at(QueueSteps.Step.PASSED);
        store.commit(connection -> {
            lending.ended(connection, mine);
            if (mine.job().uniqueKey().isPresent()) {
                if (moved.isPresent()) {
                    keys.place(connection, mine.job(), moved.get());
                } else {
                    keys.free(connection, mine.job());
                }
            }
            return true;
        });
        lending.forget(mine);
        return true;
    }

    /**
     * Forgets what is kept in the jobs database of records that the log is done with: one row per job.
     *
     * @return how many
     * @throws daybook.delivery.jobs.JobQueueException if the log or the database does not answer
     */
    public int purgeLoans() {
        return asking(shelf::purge);
    }

    @Override
    public QueueSize size() {
        return asking(shelf::size);
    }

    /** Takes all that it is lent until nothing comes, and answers for it unread. What other workers hold until it is due stays. */
    @Override
    public long clear() {
        return asking(() -> {
            shelf.partitions();
            long cleared = 0;
            long endNs = ports.sources().nanos().getAsLong() + Lending.CLEAR_NS;
            List<ShareReserved> unread = new ArrayList<>(lending.held());
            unread.forEach(lending::unhold);
            while (ports.sources().nanos().getAsLong() - endNs < 0) {
                if (unread.isEmpty()) {
                    lendingSoon().ifPresent(unread::add);
                }
                if (unread.isEmpty()) {
                    return cleared;
                }
                cleared += end(unread.remove(0), Optional.empty(), ShareReader.Answer.ACCEPT) ? 1 : 0;
            }
            return cleared;
        });
    }

    /** What the log lends, now or, while something waits there, within the time that it may take to let a new member have it. */
    private Optional<ShareReserved> lendingSoon() {
        long questions = patience.isZero() ? 1 : Math.max(1, Lending.JOINING.dividedBy(patience));
        Optional<ShareReserved> lent = lending.poll();
        for (long asked = 1; asked < questions && lent.isEmpty() && waitsSomething(); asked++) {
            lent = lending.poll();
        }
        return lent;
    }

    private boolean waitsSomething() {
        QueueSize size = shelf.size();
        return size.size() > size.inFlight();
    }

    @Override
    public List<String> waits() {
        return lending.waits();
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

    /** What was only held is written anew, so that nobody takes it for having been tried. */
    @Override
    public void close() {
        try {
            for (ShareReserved held : List.copyOf(lending.held())) {
                lending.unhold(held);
                move(held);
            }
        } catch (RuntimeException away) {
            LOG.warn("queue {}: what it held comes again when its locks end: {}", settings.queue(), away.getMessage());
        } finally {
            lending.close();
            writer.close();
            store.close();
        }
    }

    private Optional<ShareReserved> mine(Reserved reserved) {
        if (!(reserved instanceof ShareReserved own)) {
            throw new IllegalArgumentException("reserved: " + reserved + " (expected: from this queue)");
        }
        return lending.isMine(own) ? Optional.of(own) : Optional.empty();
    }

    private <T> T asking(Supplier<T> question) {
        return LogTrouble.asking(settings.topic(), question);
    }
}
