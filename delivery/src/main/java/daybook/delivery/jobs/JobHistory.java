package daybook.delivery.jobs;

import daybook.delivery.DeliveryException;
import daybook.delivery.Writer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * What became of the jobs: one row for each attempt, with its end, and one for each end that was somebody's decision. Rows are kept for 30
 * days ({@link #purge}). Also the marks of the scheduler. Tables {@code job_history} and {@code job_schedule} of the database of the jobs.
 *
 * <p>The history decides nothing: it may lack what a worker could not write before it died, and a job's state is the queue's alone. An
 * attempt whose worker was killed is marked as died when the job is handed out again. Confined to one thread.
 */
public final class JobHistory implements JobRecords, ScheduleMarks, AutoCloseable {
    static final String COLUMNS =
            "run, queue, job_id, name, attempt, owner, outcome, reason, started_at_ms, ended_at_ms,"
                    + " progress_done, progress_total, progress_what";
    private static final String WRITE = "INSERT INTO job_history (" + COLUMNS + ")"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run) DO UPDATE SET"
            + " outcome = excluded.outcome, reason = excluded.reason, ended_at_ms = excluded.ended_at_ms,"
            + " progress_done = excluded.progress_done, progress_total = excluded.progress_total,"
            + " progress_what = excluded.progress_what"
            // Who was taken for dead may still say how it really ended, and not that it runs.
            + " WHERE job_history.ended_at_ms = 0 OR (job_history.outcome = 'DIED' AND excluded.ended_at_ms > 0)";
    private static final String DIED =
            "UPDATE job_history SET outcome = 'DIED', reason = 'worker died', ended_at_ms = ?"
                    + " WHERE queue = ? AND job_id = ? AND run <> ? AND ended_at_ms = 0 AND started_at_ms <= ?";
    private static final String PURGE = "DELETE FROM job_history WHERE run IN"
            + " (SELECT run FROM job_history WHERE started_at_ms < ? ORDER BY started_at_ms LIMIT ?)";
    private static final String END_DEAD =
            "UPDATE job_history SET outcome = 'DIED', reason = 'worker died', ended_at_ms = ?"
                    + " WHERE ended_at_ms = 0 AND started_at_ms < ?";
    private static final String MARK = "SELECT minute_ms, pushed_ms FROM job_schedule WHERE name = ?";
    private static final String MOVE = "INSERT INTO job_schedule (name, minute_ms, pushed_ms) VALUES (?, ?, ?)"
            + " ON CONFLICT (name) DO UPDATE SET minute_ms = excluded.minute_ms, pushed_ms = excluded.pushed_ms"
            + " WHERE job_schedule.minute_ms < excluded.minute_ms";

    private final Writer writer;

    /** @param writer closed with this */
    public JobHistory(Writer writer) {
        this.writer = writer;
    }

    @Override
    public void write(List<JobRun> runs) {
        inTransaction("written", connection -> {
            for (JobRun run : runs) {
                died(connection, run);
                write(connection, run);
            }
            return runs.size();
        });
    }

    /**
     * Forgets rows that began before a time, the oldest first.
     *
     * @param most so many at once, so that nobody waits long for the lock
     * @return how many; fewer than most = there are no more
     */
    public int purge(long beforeMs, int most) {
        return inTransaction("purged", connection -> {
            try (PreparedStatement delete = connection.prepareStatement(PURGE)) {
                delete.setLong(1, beforeMs);
                delete.setInt(2, most);
                return delete.executeUpdate();
            }
        });
    }

    /**
     * Marks attempts as died that began before a time and of which nothing was heard: those of a killed worker whose job nobody took
     * again. One that is at work after all still says how it really ended.
     *
     * @param beforeMs longer ago than any attempt may last
     * @return how many
     */
    public int endDead(long beforeMs, long nowMs) {
        return inTransaction("ended", connection -> {
            try (PreparedStatement update = connection.prepareStatement(END_DEAD)) {
                update.setLong(1, nowMs);
                update.setLong(2, beforeMs);
                return update.executeUpdate();
            }
        });
    }

    @Override
    public Optional<Mark> last(String schedule) {
        return inTransaction("read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(MARK)) {
                select.setString(1, schedule);
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? Optional.of(new Mark(row.getLong(1), row.getLong(2))) : Optional.<Mark>empty();
                }
            }
        });
    }

    @Override
    public void move(String schedule, Mark mark) {
        inTransaction("written", connection -> {
            try (PreparedStatement insert = connection.prepareStatement(MOVE)) {
                insert.setString(1, schedule);
                insert.setLong(2, mark.minuteMs());
                insert.setLong(3, mark.pushedMs());
                return insert.executeUpdate();
            }
        });
    }

    @Override
    public void close() {
        writer.close();
    }

    /** What is done in one transaction. */
    private interface Step<T> {
        T take(Connection connection) throws SQLException;
    }

    private <T> T inTransaction(String what, Step<T> step) {
        try {
            T result = step.take(writer.transaction());
            writer.commit();
            return result;
        } catch (SQLException e) {
            writer.rollback();
            throw new DeliveryException("job history cannot be " + what + ": " + e.getMessage(), e);
        }
    }

    private static void died(Connection connection, JobRun run) throws SQLException {
        if (run.attempt() < 2) {
            return; // nobody had it before
        }
        try (PreparedStatement update = connection.prepareStatement(DIED)) {
            update.setLong(1, run.startedAtMs());
            update.setString(2, run.queue());
            update.setString(3, run.jobId());
            update.setString(4, run.run());
            update.setLong(5, run.startedAtMs());
            update.executeUpdate();
        }
    }

    private static void write(Connection connection, JobRun run) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(WRITE)) {
            insert.setString(1, run.run());
            insert.setString(2, run.queue());
            insert.setString(3, run.jobId());
            insert.setString(4, run.name());
            insert.setInt(5, run.attempt());
            insert.setString(6, run.owner());
            insert.setString(7, run.outcome().name());
            insert.setString(8, run.reason());
            insert.setLong(9, run.startedAtMs());
            insert.setLong(10, run.endedAtMs());
            insert.setLong(11, run.progress().done());
            insert.setLong(12, run.progress().total());
            insert.setString(13, run.progress().what());
            insert.executeUpdate();
        }
    }
}
