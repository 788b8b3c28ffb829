package daybook.delivery.jobs.database;

import daybook.delivery.Database;
import daybook.delivery.Dialect;
import daybook.delivery.Statements;
import daybook.delivery.Writer;
import daybook.delivery.jobs.FailedJob;
import daybook.delivery.jobs.Job;
import daybook.delivery.jobs.JobQueue;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.NewJob;
import daybook.delivery.jobs.QueueSize;
import daybook.delivery.jobs.Reserved;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A queue in the jobs' database, on its clock. A row is ready, asleep until its time, or in somebody's hands until the lease is over;
 * whoever asks for the next one first wakes what is due ({@value #WAKE_EVERY_MS} ms apart, or when nothing else is there). So a worker
 * never reads a job that it does not take, however many wait.
 *
 * <p>A lease that is over is lost only once somebody else has the job: until then its holder may still acknowledge or renew it.
 */
public final class DatabaseQueue implements JobQueue {
    private static final int WAKE_EVERY_MS = 100;
    private static final int WAKE_AT_ONCE = 500;
    private static final int CLEAR_AT_ONCE = 10_000;
    private static final int READY = 1;
    private static final int ASLEEP = 0;

    /**
     * Whoever waits longer for a row begins again, until the deadline. PostgreSQL follows a row that was taken and done meanwhile even
     * where it is to pass over those that are locked; two that do so can wait for each other, which it would notice after a second.
     */
    private static final Duration LOCKED = Duration.ofMillis(100);

    /** The deadline of a call, and how long a server may be silent. */
    private static final Duration NO_ANSWER = Duration.ofSeconds(10);

    /**
     * Which queue, and who asks.
     *
     * @param queue letters, digits, {@code .}, {@code _}, {@code -}; 1 to 100
     * @param lease of a reserved job, unless it is renewed; longer than any job's timeout
     * @param owner for people: with a part that is new with each start of a process
     */
    public record Settings(String queue, Duration lease, String owner) {
        public Settings {
            if (!queue.matches("[A-Za-z0-9._-]{1,100}")) {
                throw new IllegalArgumentException(
                        "queue: '" + queue + "' (expected: 1 to 100 letters, digits, '.', '_' or '-')");
            }
            if (lease.toMillis() < 1 || lease.compareTo(Duration.ofDays(7)) > 0) {
                throw new IllegalArgumentException("lease: " + lease + " (expected: 1 ms to 7 days)");
            }
            if (owner.isEmpty() || owner.length() > 200) {
                throw new IllegalArgumentException("owner: '" + owner + "' (expected: 1 to 200 characters)");
            }
        }
    }

    private final Settings settings;
    private final Supplier<String> ids;
    private final LongSupplier nanos;
    private final Dialect dialect;
    private final JobSql sql;
    private final Writer writer;
    private final Statements statements = new Statements();
    private @Nullable Connection prepared;
    private long wakeNs;

    /**
     * @param database migrated by {@code JobDatabase}; this opens a connection of its own
     * @param ids never the same twice, also over processes
     * @param nanos monotonic nanoseconds
     */
    public DatabaseQueue(Database database, Settings settings, Supplier<String> ids, LongSupplier nanos) {
        this.settings = settings;
        this.ids = ids;
        this.nanos = nanos;
        this.dialect = database.dialect();
        this.sql = new JobSql(database);
        this.writer = new Writer(database);
        this.wakeNs = nanos.getAsLong();
    }

    @Override
    public String name() {
        return settings.queue();
    }

    @Override
    public Optional<String> push(NewJob job) {
        return alone("push", connection -> insert(prepare(connection, sql.push), job));
    }

    /**
     * Puts a job in within the caller's transaction: it is there if that commits, and only then. The connection is one of the jobs'
     * database, be it another schema of it. With a unique key it waits for another transaction that puts in the same one. Safe for any
     * thread, if the ids are.
     *
     * @return as {@link #push(NewJob)}
     * @throws SQLException if the database refuses, or has no jobs
     */
    public Optional<String> push(Connection connection, NewJob job) throws SQLException {
        try (PreparedStatement push = connection.prepareStatement(sql.push)) {
            return insert(push, job);
        }
    }

    @Override
    public Optional<Reserved> reserve() {
        long now = nanos.getAsLong();
        boolean woken = now - wakeNs >= 0;
        if (woken) {
            wake(now);
        }
        Optional<Reserved> taken = alone("reserve", this::take);
        if (taken.isEmpty() && !woken && wake(now) > 0) {
            return alone("reserve", this::take);
        }
        return taken;
    }

    @Override
    public boolean renew(Reserved reserved) {
        return alone("renew", connection -> {
            PreparedStatement renew = prepare(connection, sql.renew);
            renew.setLong(1, settings.lease().toMillis());
            return update(renew, 2, reserved) == 1;
        });
    }

    @Override
    public boolean acknowledge(Reserved reserved) {
        return alone("acknowledge", connection -> update(prepare(connection, sql.done), 1, reserved) == 1);
    }

    /** On PostgreSQL one statement, on SQLite one transaction: one forced write for both. */
    @Override
    public Next acknowledgeAndReserve(Reserved reserved) {
        long now = nanos.getAsLong();
        if (now - wakeNs >= 0) {
            wake(now);
        }
        if (dialect == Dialect.SQLITE) {
            return inTransaction("acknowledge", connection -> {
                boolean done = update(prepare(connection, sql.done), 1, reserved) == 1;
                return new Next(done, take(connection));
            });
        }
        return alone("acknowledge", connection -> doneAndTake(connection, reserved));
    }

    @Override
    public boolean release(Reserved reserved, Duration delay, String reason) {
        long millis = delay.toMillis();
        if (millis < 0) {
            throw new IllegalArgumentException("delay: " + delay + " (expected: not negative)");
        }
        return alone("release", connection -> {
            PreparedStatement release = prepare(connection, sql.release);
            release.setInt(1, millis == 0 ? READY : ASLEEP);
            release.setLong(2, millis);
            release.setLong(3, millis);
            release.setString(4, HistoryLines.line(reserved.attempt(), reason));
            return update(release, 5, reserved) == 1;
        });
    }

    /** With a token more, so that who was not told and asks again does not take back an attempt that counts. */
    @Override
    public boolean giveBack(Reserved reserved) {
        return alone("give back", connection -> update(prepare(connection, sql.giveBack), 1, reserved) == 1);
    }

    @Override
    public boolean fail(Reserved reserved, String reason) {
        return inTransaction("fail", connection -> {
            PreparedStatement copy = prepare(connection, sql.copyFailed);
            copy.setInt(1, reason.equals(WORKER_DIED) ? 1 : 0); // this hand-out began nothing
            copy.setString(2, HistoryLines.oneLine(reason));
            copy.setString(3, HistoryLines.line(reserved.attempt(), reason));
            boolean copied = update(copy, 4, reserved) == 1;
            if (copied && update(prepare(connection, sql.done), 1, reserved) == 1) {
                return true;
            }
            if (copied) {
                writer.rollback(); // somebody took it in between: its copy is undone
            }
            return false;
        });
    }

    @Override
    public QueueSize size() {
        return read("size", connection -> {
            PreparedStatement size = prepare(connection, sql.size);
            for (int at = 1; at <= 4; at++) {
                size.setString(at, settings.queue());
            }
            try (ResultSet row = size.executeQuery()) {
                row.next();
                long ready = row.getLong("ready");
                return new QueueSize(ready + row.getLong("asleep"), ready + row.getLong("woken"), row.getLong("held"));
            }
        });
    }

    /** In transactions of up to {@value #CLEAR_AT_ONCE} jobs: what is pushed meanwhile stays. */
    @Override
    public long clear() {
        long last = read("clear", connection -> {
            try (ResultSet row = prepare(connection, sql.last).executeQuery()) {
                return row.next() ? row.getLong(1) : 0L;
            }
        });
        return clear(READY, last) + clear(ASLEEP, last);
    }

    private long clear(int state, long last) {
        long cleared = 0;
        while (true) {
            int now = alone("clear", connection -> {
                PreparedStatement clear = prepare(connection, sql.clear);
                clear.setString(1, settings.queue());
                clear.setInt(2, state);
                clear.setLong(3, last);
                clear.setInt(4, CLEAR_AT_ONCE);
                return clear.executeUpdate();
            });
            cleared += now;
            if (now < CLEAR_AT_ONCE) {
                return cleared;
            }
        }
    }

    @Override
    public List<FailedJob> failed(int max) {
        return read("failed", connection -> {
            PreparedStatement failed = prepare(connection, sql.failed);
            failed.setString(1, settings.queue());
            failed.setInt(2, max);
            List<FailedJob> jobs = new ArrayList<>();
            try (ResultSet row = failed.executeQuery()) {
                while (row.next()) {
                    jobs.add(new FailedJob(
                            job(row),
                            row.getInt("attempts"),
                            row.getString("reason"),
                            row.getLong("failed_at_ms"),
                            settings.queue(),
                            HistoryLines.read(row.getString("history"))));
                }
            }
            return jobs;
        });
    }

    @Override
    public boolean retry(String id) {
        return again(id, Optional.empty());
    }

    @Override
    public boolean retry(String id, String payload) {
        NewJob.requirePayload(payload);
        return again(id, Optional.of(payload));
    }

    /** In one transaction: who dies in between has put in nothing, and of two at once the second finds no failed job any more. */
    private boolean again(String id, Optional<String> payload) {
        return inTransaction("retry", connection -> {
            PreparedStatement again = prepare(connection, sql.again);
            again.setString(1, payload.orElse(null));
            again.setString(2, settings.queue());
            again.setString(3, id);
            boolean added = again.executeUpdate() == 1;
            boolean was = forget(connection, id);
            if (was && !added) {
                throw new JobQueueException(
                        JobQueueException.Kind.REFUSED,
                        "job " + id + ": another one with its unique key waits or runs");
            }
            return was;
        });
    }

    @Override
    public boolean discard(String id) {
        return alone("discard", connection -> forget(connection, id));
    }

    /**
     * Forgets jobs that failed before a time.
     *
     * @return how many; less than {@code limit} = no more
     */
    public int purgeFailed(long failedBeforeMs, int limit) {
        return alone("purge", connection -> {
            PreparedStatement purge = prepare(connection, sql.purge);
            purge.setString(1, settings.queue());
            purge.setLong(2, failedBeforeMs);
            purge.setInt(3, limit);
            return purge.executeUpdate();
        });
    }

    @Override
    public void close() {
        writer.close();
    }

    private Optional<String> insert(PreparedStatement push, NewJob job) throws SQLException {
        String id = ids.get();
        long millis = job.delay().toMillis();
        push.setString(1, settings.queue());
        push.setString(2, id);
        push.setString(3, job.name());
        push.setString(4, job.payload());
        push.setString(5, job.uniqueKey().orElse(null));
        push.setInt(6, job.priority());
        push.setLong(7, millis);
        push.setLong(8, millis);
        push.setInt(9, millis == 0 ? READY : ASLEEP);
        return push.executeUpdate() == 1 ? Optional.of(id) : Optional.empty();
    }

    /** Makes ready what is due, and what has been in the hands of one who does not renew it. */
    private int wake(long nowNs) {
        wakeNs = nowNs + Duration.ofMillis(WAKE_EVERY_MS).toNanos();
        return alone("reserve", connection -> {
            PreparedStatement wake = prepare(connection, sql.wake);
            wake.setString(1, settings.queue());
            wake.setInt(2, WAKE_AT_ONCE);
            return wake.executeUpdate();
        });
    }

    private Optional<Reserved> take(Connection connection) throws SQLException {
        PreparedStatement take = prepare(connection, sql.take);
        bindTake(take, 1);
        try (ResultSet row = take.executeQuery()) {
            return row.next() ? Optional.of(reserved(row)) : Optional.empty();
        }
    }

    private Next doneAndTake(Connection connection, Reserved reserved) throws SQLException {
        PreparedStatement both = prepare(connection, sql.doneAndTake);
        DatabaseReserved mine = mine(reserved);
        both.setLong(1, mine.row());
        both.setLong(2, mine.token());
        bindTake(both, 3);
        both.setLong(6, mine.row());
        try (ResultSet row = both.executeQuery()) {
            row.next();
            boolean done = row.getLong("gone") == 1;
            row.getLong("n");
            return new Next(done, row.wasNull() ? Optional.empty() : Optional.of(reserved(row)));
        }
    }

    private void bindTake(PreparedStatement take, int at) throws SQLException {
        take.setString(at, settings.owner());
        take.setLong(at + 1, settings.lease().toMillis());
        take.setString(at + 2, settings.queue());
    }

    private Reserved reserved(ResultSet row) throws SQLException {
        return new DatabaseReserved(
                job(row),
                row.getInt("attempts"),
                row.getLong("token"),
                row.getLong("n"),
                settings.queue(),
                sql.confirm);
    }

    private static Job job(ResultSet row) throws SQLException {
        return new Job(
                row.getString("id"),
                row.getString("name"),
                row.getString("payload"),
                Optional.ofNullable(row.getString("unique_key")),
                row.getInt("priority"),
                row.getLong("pushed_at_ms"),
                row.getLong("due_at_ms"));
    }

    private boolean forget(Connection connection, String id) throws SQLException {
        PreparedStatement forget = prepare(connection, sql.forget);
        forget.setString(1, settings.queue());
        forget.setString(2, id);
        return forget.executeUpdate() == 1;
    }

    /** Binds which row, under which token: whoever has it no longer changes nothing. */
    private int update(PreparedStatement statement, int at, Reserved reserved) throws SQLException {
        DatabaseReserved mine = mine(reserved);
        statement.setLong(at, mine.row());
        statement.setLong(at + 1, mine.token());
        return statement.executeUpdate();
    }

    private DatabaseReserved mine(Reserved reserved) {
        if (reserved instanceof DatabaseReserved mine && mine.queue().equals(settings.queue())) {
            return mine;
        }
        throw new IllegalArgumentException("reserved: " + reserved.job().id() + " (expected: of queue " + name() + ")");
    }

    private PreparedStatement prepare(Connection connection, String text) throws SQLException {
        return statements.prepare(connection, text);
    }

    private interface Step<T> {
        T in(Connection connection) throws SQLException;
    }

    /** A step of one statement: on PostgreSQL it needs no transaction around it, which spares the way there and back. */
    private <T> T alone(String what, Step<T> step) {
        return run(what, step, dialect == Dialect.SQLITE);
    }

    private <T> T read(String what, Step<T> step) {
        return run(what, step, false);
    }

    private <T> T inTransaction(String what, Step<T> step) {
        return run(what, step, true);
    }

    private <T> T run(String what, Step<T> step, boolean transaction) {
        long endNs = nanos.getAsLong() + NO_ANSWER.toNanos();
        while (true) {
            try {
                return once(step, transaction);
            } catch (SQLException e) {
                if (!dialect.gaveWay(e) || nanos.getAsLong() - endNs >= 0) {
                    throw new JobQueueException(
                            JobQueueException.Kind.AWAY,
                            "queue " + name() + ": " + what + ": the database does not answer: "
                                    + String.valueOf(e.getMessage()).replace('\n', ' '),
                            e);
                }
            }
        }
    }

    private <T> T once(Step<T> step, boolean transaction) throws SQLException {
        boolean ended = false;
        try {
            Connection connection = connection();
            T result = step.in(transaction ? writer.transaction() : connection);
            if (transaction) {
                writer.commit();
            }
            ended = true;
            return result;
        } finally {
            if (!ended) {
                writer.rollback();
            }
        }
    }

    private Connection connection() throws SQLException {
        Connection connection = writer.connection();
        if (connection != prepared) {
            dialect.readByIndexes(connection);
            dialect.answersWithin(connection, NO_ANSWER);
            dialect.waitsForLocks(connection, LOCKED);
            prepared = connection;
        }
        return connection;
    }
}
