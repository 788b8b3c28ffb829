package daybook.delivery.jobs.share;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.ManualTime;
import daybook.delivery.Writer;
import daybook.delivery.jobs.JobDatabases;
import daybook.delivery.jobs.log.LogQueuePorts;
import daybook.delivery.jobs.log.LogQueueSettings;
import daybook.delivery.jobs.log.QueueSteps;
import daybook.delivery.locks.SqlLocks;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A queue on a log that lends, and as many workers as a test wants. Time is moved by hand, for all clocks at once. */
public final class ShareQueueWorld implements AutoCloseable {
    public static final Duration LEASE = Duration.ofSeconds(60);
    static final int PARTITIONS = 3;
    private static final AtomicInteger COUNT = new AtomicInteger();

    final Log log;
    final LogQueueSettings settings;
    final ManualTime time = new ManualTime();
    private final Duration patience;
    private final Consumer<Duration> passing;
    private final Database database;
    private final SqlLocks locks;
    private final List<ShareQueue> queues = new ArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();

    ShareQueueWorld(Engine engine, Path directory) {
        this(engine, EmbeddedStore.in(directory));
    }

    private ShareQueueWorld(Engine engine, EmbeddedStore store) {
        this(engine, store.open(), Duration.ZERO, store::pass);
    }

    /**
     * On any log, which is closed with this.
     *
     * @param patience of a question for a job
     * @param passing lets time pass for the log
     */
    public ShareQueueWorld(Engine engine, Log log, Duration patience, Consumer<Duration> passing) {
        String deployment =
                "s" + COUNT.incrementAndGet() + "-" + ProcessHandle.current().pid();
        this.log = log;
        this.patience = patience;
        this.passing = passing;
        this.database = JobDatabases.of(engine);
        this.locks = new SqlLocks(database, deployment);
        this.settings = new LogQueueSettings("work", deployment + ".jobs.work", deployment, LEASE);
        log.createTopic(new TopicSpec(settings.topic(), PARTITIONS, Retention.days(7)));
    }

    public ShareQueueWorld withFailed() {
        log.createTopic(new TopicSpec(settings.failedTopic(), 1, Retention.days(30)));
        return this;
    }

    public ShareQueue queue() {
        return queueWith(parts -> parts);
    }

    ShareQueue queue(QueueSteps steps) {
        return queueWith(parts -> new ShareQueue.Parts(parts.loans(), parts.keys(), steps));
    }

    /** On a connection of its own to the log. */
    public ShareQueue queue(Log own) {
        return queueWith(own, parts -> parts);
    }

    /** One that is otherwise in a part. */
    ShareQueue queueWith(UnaryOperator<ShareQueue.Parts> change) {
        return queueWith(log, change);
    }

    private ShareQueue queueWith(Log own, UnaryOperator<ShareQueue.Parts> change) {
        LogQueuePorts ports = new LogQueuePorts(
                own,
                database,
                locks,
                new LogQueuePorts.Sources(time, time::nanos, () -> "id-" + ids.incrementAndGet()));
        ShareQueue queue = new ShareQueue(
                settings, ports, patience, change.apply(ShareQueue.Parts.of(settings, database.dialect())));
        queues.add(queue);
        return queue;
    }

    /** It says nothing any more; its locks end with their time. */
    void kill(ShareQueue queue) {
        queues.remove(queue);
        pass(LEASE.plusSeconds(1));
    }

    /** Rows of the table of loans. */
    int loans() {
        try (Writer writer = new Writer(database);
                PreparedStatement count = writer.connection()
                        .prepareStatement("SELECT COUNT(*) FROM log_job_loan WHERE deployment = ?")) {
            count.setString(1, settings.deployment());
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As if all keys had been taken so long ago. */
    void ageKeys(Duration by) {
        update("UPDATE log_job_key SET taken_at_ms = taken_at_ms - ? WHERE deployment = ?", by.toMillis());
    }

    private void update(String sql, long number) {
        try (Writer writer = new Writer(database)) {
            Connection connection = writer.transaction();
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.setLong(1, number);
                update.setString(2, settings.deployment());
                update.executeUpdate();
            }
            writer.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public void pass(Duration duration) {
        update(
                "UPDATE log_job_loan SET lease_until_ms = lease_until_ms - ? WHERE lease_until_ms > 0 AND deployment = ?",
                duration.toMillis());
        passing.accept(duration);
        time.pass(duration);
    }

    @Override
    public void close() {
        queues.forEach(ShareQueue::close);
        locks.close();
        log.close();
    }
}
