package daybook.app.workers;

import daybook.delivery.Database;
import daybook.delivery.StaleOwnerException;
import daybook.delivery.Writer;
import daybook.delivery.jobs.JobContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;

/** What the jobs of a process write down. No column is unique: what is written twice is there twice. Safe for many threads. */
final class ChoreBook {
    static final String TABLES = "CREATE SCHEMA chores;"
            + " CREATE TABLE chores.begun (id TEXT, name TEXT, attempt INT, token BIGINT, worker TEXT, at TIMESTAMPTZ);"
            + " CREATE TABLE chores.effect (id TEXT, token BIGINT, worker TEXT, at TIMESTAMPTZ);"
            + " CREATE TABLE chores.refused (id TEXT, token BIGINT, worker TEXT)";

    private static final String BEGUN =
            "INSERT INTO begun (id, name, attempt, token, worker, at)" + " VALUES (?, ?, ?, ?, ?, clock_timestamp())";
    private static final String EFFECT =
            "INSERT INTO effect (id, token, worker, at) VALUES (?, ?, ?, clock_timestamp())";
    private static final String REFUSED = "INSERT INTO refused (id, token, worker) VALUES (?, ?, ?)";

    private final Database service;
    private final String worker;
    private final ConcurrentLinkedDeque<Writer> writers = new ConcurrentLinkedDeque<>();

    private interface Step {
        void in(Connection connection) throws SQLException;
    }

    ChoreBook(Database service, String worker) {
        this.service = service;
        this.worker = worker;
    }

    /** Before anything else, in a transaction of its own. */
    void begun(JobContext context) throws SQLException {
        inTransaction(connection -> {
            try (PreparedStatement insert = connection.prepareStatement(BEGUN)) {
                insert.setString(1, context.job().id());
                insert.setString(2, context.job().name());
                insert.setInt(3, context.attempt());
                insert.setLong(4, context.token());
                insert.setString(5, worker);
                insert.executeUpdate();
            }
        });
    }

    /** The effect, if it is the first, under the token of this run. */
    void write(JobContext context) throws SQLException {
        try {
            inTransaction(connection -> {
                if (context.once(connection)) {
                    insert(connection, EFFECT, context);
                }
            });
        } catch (StaleOwnerException refused) {
            inTransaction(connection -> insert(connection, REFUSED, context));
            throw refused;
        }
    }

    private void insert(Connection connection, String sql, JobContext context) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, context.job().id());
            insert.setLong(2, context.token());
            insert.setString(3, worker);
            insert.executeUpdate();
        }
    }

    private void inTransaction(Step step) throws SQLException {
        Writer pooled = writers.pollFirst();
        Writer writer = pooled == null ? new Writer(service) : pooled;
        boolean ended = false;
        try {
            step.in(writer.transaction());
            writer.commit();
            ended = true;
        } finally {
            if (!ended) {
                writer.rollback();
            }
            writers.addFirst(writer);
        }
    }
}
