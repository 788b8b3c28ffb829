package daybook.delivery.jobs.database;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.jobs.JobDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A queue of its own in the jobs' database of an engine. Time passes by moving the rows' times. */
final class QueueWorld implements AutoCloseable {
    private static final AtomicInteger QUEUES = new AtomicInteger();

    final Database database;
    final String queue = "queue-" + QUEUES.incrementAndGet();
    private final Duration lease;
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger ids = new AtomicInteger();
    private final ConcurrentLinkedQueue<DatabaseQueue> opened = new ConcurrentLinkedQueue<>();

    QueueWorld(Engine engine, Duration lease) {
        this.database = JobDatabases.of(engine);
        this.lease = lease;
    }

    DatabaseQueue open(String worker) {
        DatabaseQueue instance = new DatabaseQueue(
                database,
                new DatabaseQueue.Settings(queue, lease, worker),
                () -> queue + "-" + ids.incrementAndGet(),
                nanos::get);
        opened.add(instance);
        return instance;
    }

    void pass(Duration duration) throws SQLException {
        nanos.addAndGet(duration.toNanos());
        long ms = duration.toMillis();
        execute("UPDATE job SET pushed_at_ms = pushed_at_ms - " + ms + ", due_at_ms = due_at_ms - " + ms
                + ", wake_at_ms = wake_at_ms - " + ms + " WHERE queue = '" + queue + "'");
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = database.openWriter();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        List.copyOf(opened).forEach(DatabaseQueue::close);
    }
}
