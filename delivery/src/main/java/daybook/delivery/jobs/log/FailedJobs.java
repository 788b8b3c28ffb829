package daybook.delivery.jobs.log;

import daybook.delivery.Dialect;
import daybook.delivery.Statements;
import daybook.delivery.jobs.FailedJob;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.NewJob;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The topic of those that were given up, and what was decided about them, which is in the jobs database: a log does not forget one
 * record. A job that is there twice, since a worker died between the record and the cursor, is one. Confined to the queue's thread.
 */
public final class FailedJobs {
    private static final int PAGE = 100;

    private static final String SETTLE = "INSERT INTO log_job_settled (deployment, topic, partition_no, job_id,"
            + " up_to_offset, settled_as, settled_at_ms) VALUES (?, ?, ?, ?, ?, ?, %1$s)"
            + " ON CONFLICT (deployment, topic, partition_no, job_id) DO UPDATE SET up_to_offset = excluded.up_to_offset,"
            + " settled_as = excluded.settled_as, settled_at_ms = excluded.settled_at_ms"
            + " WHERE log_job_settled.up_to_offset < excluded.up_to_offset";
    private static final String SETTLED = "SELECT job_id, up_to_offset FROM log_job_settled"
            + " WHERE deployment = ? AND topic = ? AND partition_no = ?";
    private static final String FORGET = "DELETE FROM log_job_settled"
            + " WHERE deployment = ? AND topic = ? AND partition_no = ? AND up_to_offset < ?";

    private final Log log;
    private final LogQueueSettings settings;
    private final JobStore store;
    private final String nowMs;
    private final Statements statements = new Statements();

    public FailedJobs(Log log, LogQueueSettings settings, JobStore store, Dialect dialect) {
        this.log = log;
        this.settings = settings;
        this.store = store;
        this.nowMs = dialect.nowMs();
    }

    /** Writes one there. */
    public void write(JobWriter writer, JobFormat.Leaving leaving, String reason) {
        LogRecord record = JobFormat.failed(leaving, reason);
        writer.write(settings.failedTopic(), OptionalInt.empty(), record);
    }

    /** Those about which nothing was decided, newest first, each once. */
    public List<CarriedJob> newest(int max, Predicate<CarriedJob> wanted) {
        List<CarriedJob> found = new ArrayList<>();
        try {
            int partitions = log.topic(settings.failedTopic())
                    .map(TopicSpec::partitions)
                    .orElse(0); // none there: none has been given up
            for (int partition = 0; partition < partitions; partition++) {
                found.addAll(newest(new TopicPartition(settings.failedTopic(), partition), max, wanted));
            }
        } catch (LogException e) {
            throw LogTrouble.of(settings.failedTopic(), e);
        }
        found.sort(Comparator.comparingLong(
                        (CarriedJob job) -> job.stored().record().timeMs())
                .thenComparing(job -> job.stored().offset())
                .reversed());
        return found.subList(0, Math.min(max, found.size()));
    }

    /** As the port tells them. */
    public List<FailedJob> newest(int max) {
        return newest(max, any -> true).stream().map(JobFormat::failed).toList();
    }

    public Optional<CarriedJob> find(String id) {
        return newest(1, carried -> carried.job().id().equals(id)).stream().findFirst();
    }

    /** Notes, in the caller's transaction, that this record and all before it of the same job are dealt with. */
    public void settle(Connection connection, CarriedJob failed, String as) throws SQLException {
        PreparedStatement settle = statements.prepare(connection, SETTLE.formatted(nowMs));
        settle.setString(1, settings.deployment());
        settle.setString(2, settings.failedTopic());
        settle.setInt(3, failed.stored().place().partition());
        settle.setString(4, failed.job().id());
        settle.setLong(5, failed.stored().offset());
        settle.setString(6, as);
        settle.executeUpdate();
    }

    /** @throws JobQueueException if the job as it is there would not be taken from anybody */
    public static void requireJob(CarriedJob failed) {
        if (!failed.isJob()) {
            throw new JobQueueException(
                    JobQueueException.Kind.REFUSED,
                    "job: " + failed.job().id() + " is not one (expected: a record with the headers ce_id and job; "
                            + NewJob.class.getSimpleName() + " makes them)");
        }
    }

    private List<CarriedJob> newest(TopicPartition place, int max, Predicate<CarriedJob> wanted) {
        long start = log.startOffset(place);
        Map<String, Long> settled = store.commit(connection -> settled(connection, place.partition(), start));
        Set<String> seen = new HashSet<>();
        List<CarriedJob> found = new ArrayList<>();
        long to = log.endOffset(place);
        while (to > start && found.size() < max) {
            long from = Math.max(start, to - PAGE);
            List<CarriedJob> page = page(place, from, to);
            for (int i = page.size() - 1; i >= 0 && found.size() < max; i--) {
                CarriedJob carried = page.get(i);
                String id = carried.job().id();
                if (seen.add(id) && carried.stored().offset() > settled.getOrDefault(id, -1L) && wanted.test(carried)) {
                    found.add(carried);
                }
            }
            to = from;
        }
        return found;
    }

    private List<CarriedJob> page(TopicPartition place, long from, long to) {
        List<CarriedJob> page = new ArrayList<>();
        long next = from;
        while (next < to) {
            List<StoredRecord> records = log.read(place, next, PAGE);
            for (StoredRecord stored : records) {
                if (stored.offset() < to) {
                    page.add(JobFormat.read(stored));
                }
                next = stored.offset() + 1;
            }
            next = records.isEmpty() ? to : next;
        }
        return page;
    }

    private Map<String, Long> settled(Connection connection, int partition, long start) throws SQLException {
        PreparedStatement forget = statements.prepare(connection, FORGET);
        bindPlace(forget, partition);
        forget.setLong(4, start);
        forget.executeUpdate();
        PreparedStatement select = statements.prepare(connection, SETTLED);
        bindPlace(select, partition);
        Map<String, Long> settled = new HashMap<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                settled.put(row.getString(1), row.getLong(2));
            }
        }
        return settled;
    }

    private void bindPlace(PreparedStatement statement, int partition) throws SQLException {
        statement.setString(1, settings.deployment());
        statement.setString(2, settings.failedTopic());
        statement.setInt(3, partition);
    }
}
