package daybook.delivery.jobs.log;

import daybook.delivery.Dialect;
import daybook.delivery.Statements;
import daybook.delivery.jobs.Job;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * {@link JobKeys} in the table {@code log_job_key}.
 *
 * <p>A push takes the key before it writes its record, and says afterwards where the record is. If it dies in between nobody can know
 * whether there is one: such a key may be taken again after {@link #ABANDONED}, and should the first record be there after all it is
 * passed over, because its key is another job's; nobody was ever told that it had been pushed. A key whose record the partition's cursor
 * has passed is free, whether or not the row was deleted.
 */
public final class UniqueKeys implements JobKeys {
    /** Longer than any push takes. */
    public static final Duration ABANDONED = Duration.ofSeconds(60);

    private static final String NAMED = " WHERE deployment = ? AND topic = ? AND unique_key = ?";
    private static final String OWN = NAMED + " AND job_id = ?";

    /** Behind the cursor; but what was handed out stays in front of it until it ends, also if what lies behind it was given up. */
    private static final String TAKE = "INSERT INTO log_job_key (deployment, topic, unique_key, job_id, partition_no,"
            + " record_offset, taken_at_ms) VALUES (?, ?, ?, ?, ?, NULL, %1$s)"
            + " ON CONFLICT (deployment, topic, unique_key) DO UPDATE SET job_id = excluded.job_id,"
            + " partition_no = excluded.partition_no, record_offset = NULL, taken_at_ms = excluded.taken_at_ms"
            + " WHERE (log_job_key.record_offset IS NULL AND log_job_key.taken_at_ms < excluded.taken_at_ms - ?)"
            + " OR log_job_key.record_offset < ?"
            + " OR EXISTS (SELECT 1 FROM log_job_cursor c WHERE c.deployment = log_job_key.deployment"
            + " AND c.topic = log_job_key.topic AND c.partition_no = log_job_key.partition_no"
            + " AND (log_job_key.record_offset < c.next_offset OR (log_job_key.record_offset < c.clear_to"
            + " AND NOT (log_job_key.record_offset = c.next_offset AND c.handed_offset = c.next_offset))))"
            + " RETURNING job_id";

    private static final String PLACE = "UPDATE log_job_key SET partition_no = ?, record_offset = ?" + OWN;
    private static final String FREE = "DELETE FROM log_job_key" + OWN;
    private static final String HOLDER = "SELECT job_id FROM log_job_key" + NAMED;
    private static final String KEEP = "INSERT INTO log_job_key (deployment, topic, unique_key, job_id, partition_no,"
            + " record_offset, taken_at_ms) VALUES (?, ?, ?, ?, ?, ?, %1$s)"
            + " ON CONFLICT (deployment, topic, unique_key) DO UPDATE SET record_offset = excluded.record_offset,"
            + " partition_no = excluded.partition_no WHERE log_job_key.job_id = excluded.job_id RETURNING job_id";
    private static final String FREE_BELOW =
            "DELETE FROM log_job_key WHERE deployment = ? AND topic = ? AND partition_no = ? AND record_offset < ?";
    private static final String FREE_BETWEEN = FREE_BELOW + " AND record_offset >= ?";

    private final String deployment;
    private final String topic;
    private final String nowMs;
    private final Statements statements = new Statements();

    public UniqueKeys(LogQueueSettings settings, Dialect dialect) {
        this.deployment = settings.deployment();
        this.topic = settings.topic();
        this.nowMs = dialect.nowMs();
    }

    /** Where a record is. */
    public record At(int partition, long offset) {}

    @Override
    public boolean take(Connection connection, Job job, At start) throws SQLException {
        PreparedStatement take = statements.prepare(connection, TAKE.formatted(nowMs));
        int at = bindOwn(take, 1, job);
        take.setInt(at, start.partition());
        take.setLong(at + 1, ABANDONED.toMillis());
        take.setLong(at + 2, start.offset());
        try (ResultSet row = take.executeQuery()) {
            return row.next();
        }
    }

    @Override
    public boolean place(Connection connection, Job job, At record) throws SQLException {
        PreparedStatement place = statements.prepare(connection, PLACE);
        place.setInt(1, record.partition());
        place.setLong(2, record.offset());
        bindOwn(place, 3, job);
        return place.executeUpdate() == 1;
    }

    @Override
    public void free(Connection connection, Job job) throws SQLException {
        PreparedStatement free = statements.prepare(connection, FREE);
        bindOwn(free, 1, job);
        free.executeUpdate();
    }

    @Override
    public boolean keep(Connection connection, Job job, At record) throws SQLException {
        PreparedStatement keep = statements.prepare(connection, KEEP.formatted(nowMs));
        int at = bindOwn(keep, 1, job);
        keep.setInt(at, record.partition());
        keep.setLong(at + 1, record.offset());
        try (ResultSet row = keep.executeQuery()) {
            return row.next();
        }
    }

    @Override
    public Optional<String> holder(Connection connection, String key) throws SQLException {
        PreparedStatement select = statements.prepare(connection, HOLDER);
        select.setString(1, deployment);
        select.setString(2, topic);
        select.setString(3, key);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        }
    }

    @Override
    public void freeBetween(Connection connection, int partition, long from, long to) throws SQLException {
        PreparedStatement free = statements.prepare(connection, FREE_BETWEEN);
        free.setString(1, deployment);
        free.setString(2, topic);
        free.setInt(3, partition);
        free.setLong(4, to);
        free.setLong(5, from);
        free.executeUpdate();
    }

    private int bindOwn(PreparedStatement statement, int at, Job job) throws SQLException {
        statement.setString(at, deployment);
        statement.setString(at + 1, topic);
        statement.setString(at + 2, job.uniqueKey().orElse(""));
        statement.setString(at + 3, job.id());
        return at + 4;
    }
}
