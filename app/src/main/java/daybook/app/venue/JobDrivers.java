package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.jobs.JobQueues;
import daybook.app.jobs.JobSettings;
import daybook.delivery.Database;
import daybook.delivery.jobs.JobDatabase;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.database.DatabaseQueue;
import daybook.delivery.jobs.log.LogQueue;
import daybook.delivery.jobs.log.LogQueuePorts;
import daybook.delivery.jobs.log.LogQueueSettings;
import daybook.delivery.jobs.share.ShareQueue;
import daybook.delivery.locks.LockStore;
import daybook.delivery.locks.SqlLocks;
import daybook.events.Topics;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** Makes the queues of the driver that was chosen. Safe for many threads. */
final class JobDrivers implements JobQueues, AutoCloseable {
    private static final long EVERY_NS = Duration.ofMillis(900).toNanos();

    /** How long a question to a share group may wait for jobs. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private static final int AT_ONCE = 1_000;
    private static final Duration LOCKS = Duration.ofDays(1);

    private final JobSettings settings;
    private final Database database;
    private final String owner = JobOwner.ofThisStart();
    private final Optional<JobWiring.Carrier> carrier;
    private final SqlLocks locks;
    private final Map<String, ShareQueue> purging = new HashMap<>();
    private volatile boolean prepared;
    private long askAgainNs = System.nanoTime();

    JobDrivers(JobSettings settings, Database database, Optional<JobWiring.Carrier> carrier) {
        this.settings = settings;
        this.database = database;
        this.carrier = carrier;
        this.locks = new SqlLocks(database, owner);
    }

    /** Shared by all processes on the database. */
    LockStore locks() {
        return locks;
    }

    String owner() {
        return owner;
    }

    @Override
    public void prepare() {
        if (!prepared) {
            JobDatabase.migrate(database);
            prepared = true;
        }
    }

    /** Once it was there it stays so; until then it is asked for about once a second, whoever wants to know. */
    @Override
    public synchronized boolean isPrepared() {
        if (!prepared && System.nanoTime() - askAgainNs >= 0) {
            askAgainNs = System.nanoTime() + EVERY_NS;
            try {
                prepared = database.has("job_history");
            } catch (SQLException away) {
                return false; // asked again
            }
        }
        return prepared;
    }

    @Override
    public JobQueue open(String queue) {
        return switch (settings.driver()) {
            case DATABASE -> inDatabase(queue);
            case LOG -> new LogQueue(onLog(queue), carrying());
            case SHARE -> inShareGroup(queue);
        };
    }

    /** Forgets failed jobs of long ago, where the driver keeps them in the database; on a log retention does. Returns how many. */
    long purgeFailed(Instant before, BooleanSupplier stop) {
        long purged = 0;
        if (settings.driver() == JobSettings.Driver.DATABASE) {
            for (String queue : settings.queues()) {
                try (DatabaseQueue open = inDatabase(queue)) {
                    int step = AT_ONCE;
                    while (step == AT_ONCE && !stop.getAsBoolean()) {
                        step = open.purgeFailed(before.toEpochMilli(), AT_ONCE);
                        purged += step;
                    }
                }
            }
        }
        return purged;
    }

    /** Forgets what is known of records that the share groups are done with. Returns how many rows. */
    synchronized long purgeLoans(BooleanSupplier stop) {
        long purged = 0;
        if (settings.driver() == JobSettings.Driver.SHARE) {
            for (String queue : settings.queues()) {
                if (!stop.getAsBoolean()) {
                    // Kept: each has a connection of its own to the log.
                    purged += purging.computeIfAbsent(queue, this::inShareGroup).purgeLoans();
                }
            }
        }
        return purged;
    }

    /** Forgets the names of locks that were over long ago. Returns how many. */
    long purgeLocks() {
        return locks.purge(LOCKS);
    }

    private LogQueueSettings onLog(String queue) {
        JobWiring.Carrier log = log();
        String topic = log.topics().fullName(Topics.jobs(queue));
        return new LogQueueSettings(queue, topic, log.deployment(), settings.lease());
    }

    /** A connection for one more queue. */
    private LogQueuePorts carrying() {
        return new LogQueuePorts(
                log().connecting().get(),
                database,
                locks,
                new LogQueuePorts.Sources(InstantSource.system(), System::nanoTime, JobDrivers::id));
    }

    private JobWiring.Carrier log() {
        return carrier.orElseThrow(() -> new Failure(
                ExitCode.USAGE,
                "queue.driver: " + settings.driver().text()
                        + ", and the log is in the data directory (expected: a running venue, which has it open)"));
    }

    private ShareQueue inShareGroup(String queue) {
        return new ShareQueue(onLog(queue), carrying(), PATIENCE);
    }

    private DatabaseQueue inDatabase(String queue) {
        return new DatabaseQueue(
                database, new DatabaseQueue.Settings(queue, settings.lease(), owner), JobDrivers::id, System::nanoTime);
    }

    private static String id() {
        return UUID.randomUUID().toString();
    }

    @Override
    public synchronized void close() {
        purging.values().forEach(ShareQueue::close);
        locks.close();
    }
}
