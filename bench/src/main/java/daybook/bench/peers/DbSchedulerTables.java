package daybook.bench.peers;

import com.github.kagkarlsson.scheduler.serializer.JavaSerializer;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import daybook.bench.Store;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** db-scheduler's table and indexes as its documents give them, empty, in a schema of a server, and a pool of connections to it. */
final class DbSchedulerTables implements AutoCloseable {
    private static final String SCHEMA = "dbscheduler";

    final HikariDataSource pool;

    /** @param connections as many as are used at once, all opened before the clock starts */
    DbSchedulerTables(Store store, int connections) throws SQLException {
        try (Connection connection = DriverManager.getConnection(store.server());
                Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
            statement.execute("CREATE SCHEMA " + SCHEMA);
            statement.execute("SET search_path = " + SCHEMA);
            statement.execute(
                    "CREATE TABLE scheduled_tasks (task_name text NOT NULL, task_instance text NOT NULL, task_data"
                            + " bytea, execution_time timestamptz NOT NULL, picked boolean NOT NULL, picked_by text,"
                            + " last_success timestamptz, last_failure timestamptz, consecutive_failures int,"
                            + " last_heartbeat timestamptz, version bigint NOT NULL, priority smallint, PRIMARY KEY"
                            + " (task_name, task_instance))");
            statement.execute("CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time)");
            statement.execute("CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)");
            statement.execute(
                    "CREATE INDEX priority_execution_time_idx ON scheduled_tasks (priority DESC, execution_time ASC)");
            statement.execute("CHECKPOINT");
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(store.server());
        config.setSchema(SCHEMA);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        pool = new HikariDataSource(config);
    }

    /** As if scheduled one by one: so many due now, so many in an hour. */
    void fill(String task, int due, int later) throws SQLException {
        fill(task, due, "now()");
        fill(task, later, "now() + interval '1 hour'");
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("VACUUM ANALYZE scheduled_tasks");
            statement.execute("CHECKPOINT");
        }
    }

    private void fill(String task, int count, String time) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO scheduled_tasks (task_name, task_instance, task_data, execution_time, picked,"
                                + " version, priority) SELECT ?, gen_random_uuid()::text, ?, " + time
                                + ", false, 1, 50 FROM generate_series(1, ?)")) {
            insert.setString(1, task);
            insert.setBytes(2, new JavaSerializer().serialize("{\"n\":1}"));
            insert.setInt(3, count);
            insert.executeUpdate();
        }
    }

    long rows() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM scheduled_tasks")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
