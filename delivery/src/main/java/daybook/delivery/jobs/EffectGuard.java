package daybook.delivery.jobs;

import daybook.delivery.Dialect;
import daybook.delivery.StaleOwnerException;
import daybook.delivery.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Makes the effects of jobs happen once, in the database in which they are written: a row per job in their own transaction. It also
 * keeps the highest fencing token that it has seen of a job, and refuses a lower one, whose holder has lost the job without knowing.
 *
 * <p>Tokens of one job are compared and never those of two. Confined to one thread.
 */
public final class EffectGuard {
    /** Made by {@link JobDatabase#migrateEffects}. */
    public static final String TABLE = "job_once";

    private static final String CREATE = "CREATE TABLE IF NOT EXISTS " + TABLE
            + " (queue TEXT NOT NULL, job_id TEXT NOT NULL, token BIGINT NOT NULL, done_at_ms BIGINT NOT NULL,"
            + " PRIMARY KEY (queue, job_id))";

    /** done_at_ms 0: its token has been seen, its effect has not. */
    private static final String DONE = "INSERT INTO job_once (queue, job_id, token, done_at_ms) VALUES (?, ?, ?, %s)"
            + " ON CONFLICT (queue, job_id) DO UPDATE SET token = excluded.token, done_at_ms = excluded.done_at_ms"
            + " WHERE job_once.done_at_ms = 0 AND job_once.token <= excluded.token";

    private static final String STEP = "INSERT INTO job_once (queue, job_id, token, done_at_ms) VALUES (?, ?, ?, 0)"
            + " ON CONFLICT (queue, job_id) DO UPDATE SET token = excluded.token"
            + " WHERE job_once.token <= excluded.token";

    private static final String SEEN = "SELECT token FROM job_once WHERE queue = ? AND job_id = ?";

    private static final String PURGE =
            "DELETE FROM job_once WHERE (queue, job_id) IN (SELECT queue, job_id FROM job_once"
                    + " WHERE done_at_ms > 0 AND done_at_ms < ? LIMIT ?)";

    private final String queue;
    private final Statements statements = new Statements();

    /** @param queue whose jobs they are: ids are unique within a queue */
    public EffectGuard(String queue) {
        this.queue = queue;
    }

    static void createTable(Connection connection, Dialect dialect) throws SQLException {
        try (Statement create = connection.createStatement()) {
            create.execute(CREATE + " " + dialect.words().getOrDefault("clustered", ""));
        }
    }

    /**
     * Claims a job's effect in the caller's transaction. True once, in the transaction that commits; false ever after.
     *
     * @throws SQLException if the job has been handed out to somebody else who has been here since: the transaction must not be
     *     committed; or if the database refuses
     */
    public boolean once(Connection connection, String jobId, long token) throws SQLException {
        String sql = DONE.formatted(Dialect.of(connection).nowMs());
        if (write(connection, sql, jobId, token)) {
            return true;
        }
        refuseDeposed(connection, jobId, token);
        return false;
    }

    /**
     * For a job that writes in several transactions, each of which may be written again: one that was deposed may not write after its
     * follower has begun to. Call it in each.
     *
     * @throws SQLException as {@link #once}
     */
    public void step(Connection connection, String jobId, long token) throws SQLException {
        if (!write(connection, STEP, jobId, token)) {
            refuseDeposed(connection, jobId, token);
        }
    }

    /**
     * Forgets effects in the caller's transaction. Safe only for jobs that cannot come again: neither waiting nor failed nor on a log.
     *
     * @return how many; less than {@code limit} = no more
     */
    public static int purge(Connection connection, long doneBeforeMs, int limit) throws SQLException {
        try (PreparedStatement purge = connection.prepareStatement(PURGE)) {
            purge.setLong(1, doneBeforeMs);
            purge.setInt(2, limit);
            return purge.executeUpdate();
        }
    }

    private boolean write(Connection connection, String sql, String jobId, long token) throws SQLException {
        PreparedStatement write = statements.prepare(connection, sql);
        write.setString(1, queue);
        write.setString(2, jobId);
        write.setLong(3, token);
        return write.executeUpdate() == 1;
    }

    private void refuseDeposed(Connection connection, String jobId, long token) throws SQLException {
        PreparedStatement seen = statements.prepare(connection, SEEN);
        seen.setString(1, queue);
        seen.setString(2, jobId);
        try (ResultSet row = seen.executeQuery()) {
            if (row.next() && row.getLong(1) > token) {
                throw new StaleOwnerException(
                        "job: " + jobId + " of queue " + queue + " has been taken by another worker (token "
                                + row.getLong(1) + ", expected: at most " + token + ")");
            }
        }
    }
}
