package daybook.app.workers;

import daybook.app.jobs.JobSettings.Driver;
import daybook.delivery.Database;
import daybook.delivery.jobs.JobDatabase;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.database.DatabaseQueue;
import daybook.delivery.jobs.log.LogQueue;
import daybook.delivery.jobs.log.LogQueuePorts;
import daybook.delivery.jobs.log.LogQueueSettings;
import daybook.delivery.jobs.share.ShareQueue;
import daybook.delivery.locks.LockStore;
import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import daybook.log.Log;
import daybook.log.kafka.KafkaLog;
import daybook.log.kafka.KafkaLogSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/**
 * How a worker process works, as its arguments.
 *
 * @param database a JDBC URL
 * @param brokers empty where the driver needs none
 * @param slots jobs at once
 * @param bug what is wrong with it
 */
record WorkerPlan(Driver driver, String database, String brokers, Duration lease, int slots, Bug bug) {
    static final String QUEUE = "work";
    static final String PREFIX = "crew.";
    static final String TOPIC = PREFIX + "jobs." + QUEUE;

    /** Of the service that the jobs write for. */
    static final String SERVICE = "chores";

    /** Nobody waits longer for the database or the broker; shorter than the lease. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Duration POLL = Duration.ofMillis(200);

    /** A planted one. */
    enum Bug {
        NONE,
        /** Each effect is written, whatever the token and however often. */
        GUARD_SAYS_YES
    }

    static WorkerPlan of(String... arguments) {
        return new WorkerPlan(
                Driver.valueOf(arguments[0]),
                arguments[1],
                arguments[2],
                Duration.parse(arguments[3]),
                Integer.parseInt(arguments[4]),
                Bug.valueOf(arguments[5]));
    }

    List<String> arguments() {
        return List.of(driver.name(), database, brokers, lease.toString(), Integer.toString(slots), bug.name());
    }

    Database jobs() {
        return open(JobDatabase.NAME);
    }

    Database service() {
        return open(SERVICE);
    }

    private Database open(String schema) {
        return new PostgresDatabase(new PostgresSettings(database, "", "", PATIENCE), schema);
    }

    /** One more user of the queue. */
    JobQueue queue(Database jobs, LockStore locks, String owner) {
        return switch (driver) {
            case DATABASE ->
                new DatabaseQueue(
                        jobs, new DatabaseQueue.Settings(QUEUE, lease, owner), WorkerPlan::id, System::nanoTime);
            case LOG -> new LogQueue(onLog(), ports(jobs, locks));
            case SHARE -> new ShareQueue(onLog(), ports(jobs, locks), POLL);
        };
    }

    Log log() {
        return KafkaLog.open(KafkaLogSettings.of(System::nanoTime, brokers)
                .withPrefixes(new KafkaLogSettings.Prefixes("", PREFIX))
                .withTimeout(PATIENCE));
    }

    private LogQueueSettings onLog() {
        return new LogQueueSettings(QUEUE, TOPIC, PREFIX, lease);
    }

    private LogQueuePorts ports(Database jobs, LockStore locks) {
        return new LogQueuePorts(
                log(),
                jobs,
                locks,
                new LogQueuePorts.Sources(InstantSource.system(), System::nanoTime, WorkerPlan::id));
    }

    static String id() {
        return UUID.randomUUID().toString();
    }
}
