package daybook.delivery.jobs;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Asks the history of jobs. Safe for many threads; a question that is not answered throws {@link daybook.delivery.DeliveryException}. */
public final class JobHistoryReader {
    private final DatabaseReader reader;

    public JobHistoryReader(Database database) {
        this.reader = new DatabaseReader(database);
    }

    /** The newest first. */
    public List<JobRun> recent(int most) {
        return ask("ended_at_ms > 0", List.of(), most);
    }

    /** The attempts at one job, the newest first. */
    public List<JobRun> of(String jobId, int most) {
        return ask("job_id = ?", List.of(jobId), most);
    }

    /**
     * What runs, wherever it does, as far as is known: a worker that was killed is found out when its job is handed out again.
     *
     * @param sinceMs what began before is not told: longer ago than any attempt may last
     */
    public List<JobRun> running(long sinceMs, int most) {
        return ask("ended_at_ms = 0 AND started_at_ms >= " + sinceMs, List.of(), most);
    }

    private List<JobRun> ask(String where, List<String> values, int most) {
        String sql = "SELECT " + JobHistory.COLUMNS + " FROM job_history WHERE " + where
                + " ORDER BY started_at_ms DESC, run DESC LIMIT ?";
        return reader.read(connection -> ask(connection, sql, values, most));
    }

    private static List<JobRun> ask(Connection connection, String sql, List<String> values, int most)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            int place = 1;
            for (String value : values) {
                select.setString(place++, value);
            }
            select.setInt(place, most);
            List<JobRun> runs = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    runs.add(run(row));
                }
            }
            return runs;
        }
    }

    private static JobRun run(ResultSet row) throws SQLException {
        return new JobRun(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getInt(5),
                row.getString(6),
                JobRun.Outcome.valueOf(row.getString(7)),
                row.getString(8),
                row.getLong(9),
                row.getLong(10),
                new Progress(row.getLong(11), row.getLong(12), row.getString(13)));
    }
}
