package daybook.delivery.jobs.log;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.ManualTime;
import daybook.delivery.Writer;
import daybook.delivery.jobs.JobDatabases;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.locks.LockStore;
import daybook.delivery.locks.SqlLocks;
import daybook.log.Log;
import daybook.log.Partitioner;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * A queue of its own name on a log, and as many workers as a test wants: each queue object is one. Wall time is moved by hand; leases end
 * when the test says so, in the database, so that a worker whose lease is over does not know.
 */
public final class LogQueueWorld implements AutoCloseable {
    public static final int PARTITIONS = 6;
    static final Duration LEASE = Duration.ofSeconds(60);
    private static final AtomicInteger COUNT = new AtomicInteger();

    public final Log log;
    public final Database database;
    public final ManualTime time;
    public final LogQueueSettings settings;
    private final SqlLocks locks;
    private final List<LogQueue> queues = new ArrayList<>();
    private int ids;

    public LogQueueWorld(Engine engine, Log log) {
        this(
                engine,
                log,
                "w" + COUNT.incrementAndGet() + "-" + ProcessHandle.current().pid());
    }

    /** @param deployment its rows and locks; two worlds may be two deployments on one database and one log */
    LogQueueWorld(Engine engine, Log log, String deployment) {
        this(engine, log, deployment, new ManualTime());
    }

    LogQueueWorld(Engine engine, Log log, String deployment, ManualTime time) {
        this.log = log;
        this.time = time;
        this.database = JobDatabases.of(engine);
        this.locks = new SqlLocks(database, deployment);
        this.settings = new LogQueueSettings("work", deployment + ".jobs.work", deployment, LEASE);
    }

    /** Makes both topics. */
    public LogQueueWorld withTopics() {
        withJobs();
        log.createTopic(new TopicSpec(settings.failedTopic(), 1, Retention.days(30)));
        return this;
    }

    LogQueueWorld withJobs() {
        log.createTopic(new TopicSpec(settings.topic(), PARTITIONS, Retention.days(7)));
        return this;
    }

    LogQueuePorts ports(LockStore store) {
        return new LogQueuePorts(
                log, database, store, new LogQueuePorts.Sources(time, time::nanos, () -> "id-" + ++ids));
    }

    public LogQueue queue() {
        return queue(parts -> parts);
    }

    /** One that is otherwise in a part. */
    LogQueue queue(UnaryOperator<LogQueue.Parts> change) {
        return queue(locks, change);
    }

    LogQueue queue(LockStore store, UnaryOperator<LogQueue.Parts> change) {
        LogQueue queue =
                new LogQueue(settings, ports(store), change.apply(LogQueue.Parts.of(settings, database.dialect())));
        queues.add(queue);
        return queue;
    }

    static LogQueue.Parts dying(LogQueue.Parts parts, QueueSteps steps) {
        return new LogQueue.Parts(parts.cursors(), parts.keys(), parts.rule(), parts.order(), parts.retries(), steps);
    }

    /** The process has ended without a word: what it had in hand is as it is. */
    void kill(LogQueue queue) {
        queues.remove(queue);
        endLeases();
    }

    /** All leases end, on the database's clock; who has one does not notice. */
    void endLeases() {
        update("UPDATE log_job_cursor SET lease_until_ms = 1 WHERE lease_until_ms > 1 AND deployment = ?");
        update("UPDATE job_lock SET expires_at_ms = 1 WHERE name LIKE ? || '/%'");
    }

    /** As if nothing were in flight, by the numbers. */
    void endInFlight() {
        update("UPDATE log_job_cursor SET lease_until_ms = 1 WHERE lease_until_ms > 1 AND deployment = ?");
    }

    LockStore locks() {
        return locks;
    }

    /** So much time passes for everybody. */
    public void pass(Duration duration) {
        long ms = duration.toMillis();
        update("UPDATE log_job_cursor SET lease_until_ms = lease_until_ms - " + ms + " WHERE deployment = ?");
        update("UPDATE job_lock SET expires_at_ms = expires_at_ms - " + ms + " WHERE name LIKE ? || '/%'");
        ageKeys(duration);
        time.pass(duration);
    }

    /** As if all keys had been taken so long ago. */
    void ageKeys(Duration by) {
        update("UPDATE log_job_key SET taken_at_ms = taken_at_ms - " + by.toMillis() + " WHERE deployment = ?");
    }

    private void update(String sql) {
        try (Writer writer = new Writer(database)) {
            Connection connection = writer.transaction();
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.setString(1, settings.deployment());
                update.executeUpdate();
            }
            writer.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A job whose record is in a partition. */
    public NewJob in(int partition, String payload) {
        return in(partition, payload, Duration.ZERO);
    }

    public NewJob in(int partition, String payload, Duration delay) {
        return new NewJob("work", payload, delay, Optional.of(key(partition)), 0);
    }

    /** A new key of that partition. */
    String key(int partition) {
        String key;
        do {
            key = "key-" + ++ids;
        } while (Partitioner.partition(key.getBytes(java.nio.charset.StandardCharsets.UTF_8), PARTITIONS) != partition);
        return key;
    }

    public TopicPartition place(int partition) {
        return new TopicPartition(settings.topic(), partition);
    }

    /** Works until there is nothing more now: the payloads in order, each with its attempt. */
    public static List<String> work(LogQueue queue) {
        List<String> done = new ArrayList<>();
        for (Optional<Reserved> next = queue.reserve(); next.isPresent(); next = queue.reserve()) {
            done.add(next.get().job().payload() + "#" + next.get().attempt());
            queue.acknowledge(next.get());
        }
        return done;
    }

    @Override
    public void close() {
        queues.forEach(LogQueue::close);
        locks.close();
        log.close();
    }
}
