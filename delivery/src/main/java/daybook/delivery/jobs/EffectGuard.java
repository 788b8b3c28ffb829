package daybook.delivery.jobs;

import daybook.delivery.Dialect;
import daybook.delivery.StaleOwnerException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Makes the effects of jobs happen once, in the database in which they are written: a row per job in their own transaction. It also
 * keeps the highest fencing token that it has seen of a job, and refuses a lower one, whose holder has lost the job without knowing.
 *
 * <p>Tokens of one job are compared and never those of two. Ids are unique within a queue. Safe for many threads.
 */
public final class EffectGuard implements JobEffects {
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

    /**
     * Which job, as it was handed out once.
     *
     * @param token of that handing-out: {@link Reserved#token}
     */
    public record Grant(String queue, String jobId, long token) {}

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
    public boolean once(Connection connection, Grant grant) throws SQLException {
        String sql = DONE.formatted(Dialect.of(connection).nowMs());
        if (write(connection, sql, grant)) {
            return true;
        }
        refuseDeposed(connection, grant);
        return false;
    }

    /** Of a job in somebody's hands. */
    @Override
    public boolean once(Connection connection, String queue, Reserved reserved) throws SQLException {
        return once(connection, new Grant(queue, reserved.job().id(), reserved.token()));
    }

    /**
     * For a job that writes in several transactions, each of which may be written again: one that was deposed may not write after its
     * follower has begun to. Call it in each.
     *
     * @throws SQLException as {@link #once}
     */
    public void step(Connection connection, Grant grant) throws SQLException {
        if (!write(connection, STEP, grant)) {
            refuseDeposed(connection, grant);
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

    private static boolean write(Connection connection, String sql, Grant grant) throws SQLException {
        try (PreparedStatement write = connection.prepareStatement(sql)) {
            write.setString(1, grant.queue());
            write.setString(2, grant.jobId());
            write.setLong(3, grant.token());
            return write.executeUpdate() == 1;
        }
    }

    private static void refuseDeposed(Connection connection, Grant grant) throws SQLException {
        try (PreparedStatement seen = connection.prepareStatement(SEEN)) {
            seen.setString(1, grant.queue());
            seen.setString(2, grant.jobId());
            try (ResultSet row = seen.executeQuery()) {
                if (row.next() && row.getLong(1) > grant.token()) {
                    throw new StaleOwnerException("job: " + grant.jobId() + " of queue " + grant.queue()
                            + " has been taken by another worker (token " + row.getLong(1) + ", expected: at most "
                            + grant.token() + ")");
                }
            }
        }
    }
}
