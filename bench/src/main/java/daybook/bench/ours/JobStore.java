package daybook.bench.ours;

import daybook.bench.Store;
import daybook.delivery.Database;
import daybook.delivery.jobs.JobDatabase;
import daybook.delivery.jobs.database.DatabaseQueue;
import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

/** Our tables of jobs, empty, in a schema of a server. */
final class JobStore implements AutoCloseable {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final Database database;

    JobStore(Store store) throws SQLException {
        try (Connection connection = DriverManager.getConnection(store.server());
                Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA IF EXISTS jobs CASCADE");
        }
        database = new PostgresDatabase(
                new PostgresSettings(store.server(), "", "", Duration.ofSeconds(10)), JobDatabase.NAME);
        JobDatabase.migrate(database);
        execute("CHECKPOINT"); // what making tables has left to write is no part of the run
    }

    DatabaseQueue queue(int worker) {
        return new DatabaseQueue(
                database,
                new DatabaseQueue.Settings("default", LEASE, "worker-" + worker),
                () -> UUID.randomUUID().toString(),
                System::nanoTime);
    }

    /**
     * As if pushed one by one.
     *
     * @param due so many can be handed out now, in order
     * @param later so many more are due in an hour
     */
    void fill(int due, int later) throws SQLException {
        String now = "CAST(extract(epoch FROM now()) * 1000 AS BIGINT)";
        execute("INSERT INTO job (queue, id, name, payload, priority, pushed_at_ms, due_at_ms, wake_at_ms, state)"
                + " SELECT 'default', gen_random_uuid()::text, 'job', '{\"n\":' || g || '}', 0, t.now, t.now, t.now, 1"
                + " FROM generate_series(1, " + due + ") g, (SELECT " + now + " AS now) t");
        execute("INSERT INTO job (queue, id, name, payload, priority, pushed_at_ms, due_at_ms, wake_at_ms, state)"
                + " SELECT 'default', gen_random_uuid()::text, 'job', '{\"n\":' || g || '}', 0, t.now, t.later, t.later, 0"
                + " FROM generate_series(1, " + later + ") g, (SELECT " + now + " AS now, " + now
                + " + 3600000 AS later) t");
        execute("VACUUM ANALYZE job");
        execute("CHECKPOINT");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.openWriter();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
