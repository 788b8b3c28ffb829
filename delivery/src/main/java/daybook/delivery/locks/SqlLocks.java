package daybook.delivery.locks;

import daybook.delivery.Database;
import daybook.delivery.DeliveryException;
import daybook.delivery.Dialect;
import daybook.delivery.Statements;
import daybook.delivery.Writer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Locks in the jobs' database, which end by its clock. On PostgreSQL they are shared by all that reach the server, on whatever machine.
 * On SQLite they are shared by all processes that have opened the file, and those are on one machine: a file on a network's share is
 * not safe with SQLite at all. Whoever runs on several machines has PostgreSQL.
 *
 * <p>Safe for many threads, which wait for each other; each call has the database's deadline.
 */
public final class SqlLocks implements LockStore, AutoCloseable {
    private static final Duration LONGEST = Duration.ofDays(366);
    private static final int MOST_CHARACTERS = 200;

    /** Until the commit no row can be purged, so that what is read here is not below a token of this name. */
    private static final String PURGED = "SELECT token FROM job_lock WHERE name = ''";

    private static final String TAKE =
            "INSERT INTO job_lock (name, owner, token, expires_at_ms) VALUES (?, ?, ?, %1$s + ?)"
                    + " ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, token = job_lock.token + 1,"
                    + " expires_at_ms = excluded.expires_at_ms WHERE job_lock.expires_at_ms <= %1$s RETURNING token";
    private static final String EXTEND = "UPDATE job_lock SET expires_at_ms = %1$s + ?"
            + " WHERE name = ? AND owner = ? AND token = ? AND expires_at_ms > %1$s";

    private static final String RELEASE = "UPDATE job_lock SET expires_at_ms = %1$s"
            + " WHERE name = ? AND owner = ? AND token = ? AND expires_at_ms > %1$s";

    private static final String HOLD = "UPDATE job_lock SET owner = '' WHERE name = ''";
    private static final String PURGE =
            "DELETE FROM job_lock WHERE name <> '' AND expires_at_ms < %1$s - ? RETURNING token";
    private static final String MARK = "UPDATE job_lock SET token = ? WHERE name = '' AND token < ?";

    /** A server that does not answer at all. */
    private static final Duration NO_ANSWER = Duration.ofSeconds(10);

    private final String owner;
    private final Writer writer;
    private final Statements statements = new Statements();
    private @Nullable Connection asked;

    /**
     * @param database migrated by {@code JobDatabase}; this opens a connection of its own
     * @param owner for people, and told apart from all others: with a part that is new with each start of a process
     */
    public SqlLocks(Database database, String owner) {
        if (owner.isEmpty() || owner.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException("owner: '" + owner + "' (expected: 1 to 200 characters)");
        }
        this.owner = owner;
        this.writer = new Writer(database);
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public boolean canLock() {
        return true;
    }

    /** @throws DeliveryException if the database does not answer; the lock may have been taken, and ends by itself */
    @Override
    public Optional<Lock> acquire(String name, Duration ttl) {
        if (name.isEmpty() || name.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException("lock: '" + name + "' (expected: 1 to 200 characters)");
        }
        long millis = checked(ttl);
        return inTransaction(name, connection -> {
            long token = take(connection, name, millis);
            return token == 0 ? Optional.empty() : Optional.of(new Grant(name, token));
        });
    }

    /**
     * Forgets the names of locks that have been over for so long. Their tokens are not given again.
     *
     * @return how many
     */
    public int purge(Duration over) {
        return inTransaction("all", connection -> {
            // Those who take one now wait until this has ended, and those who were before it are waited for.
            statement(connection, HOLD).executeUpdate();
            PreparedStatement purge = statement(connection, PURGE);
            purge.setLong(1, over.toMillis());
            long highest = 0;
            int purged = 0;
            try (ResultSet row = purge.executeQuery()) {
                for (; row.next(); purged++) {
                    highest = Math.max(highest, row.getLong(1));
                }
            }
            PreparedStatement mark = statement(connection, MARK);
            mark.setLong(1, highest);
            mark.setLong(2, highest);
            mark.executeUpdate();
            return purged;
        });
    }

    @Override
    public synchronized void close() {
        writer.close();
    }

    private long take(Connection connection, String name, long millis) throws SQLException {
        PreparedStatement purged =
                statement(connection, PURGED + Dialect.of(connection).keepingRows());
        long lowest;
        try (ResultSet row = purged.executeQuery()) {
            lowest = row.next() ? row.getLong(1) : 0;
        }
        PreparedStatement take = statement(connection, TAKE);
        take.setString(1, name);
        take.setString(2, owner);
        take.setLong(3, lowest + 1);
        take.setLong(4, millis);
        try (ResultSet row = take.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private PreparedStatement statement(Connection connection, String sql) throws SQLException {
        return statements.prepare(
                connection, sql.formatted(Dialect.of(connection).nowMs()));
    }

    private static long checked(Duration ttl) {
        if (ttl.toMillis() < 1 || ttl.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("ttl: " + ttl + " (expected: 1 ms to 366 days)");
        }
        return ttl.toMillis();
    }

    private interface Step<T> {
        T in(Connection connection) throws SQLException;
    }

    private synchronized <T> T inTransaction(String what, Step<T> step) {
        @Nullable SQLException failed;
        try {
            Connection connection = writer.transaction();
            if (connection != asked) {
                Dialect.of(connection).answersWithin(connection, NO_ANSWER);
                asked = connection;
            }
            T result = step.in(connection);
            writer.commit();
            return result;
        } catch (SQLException e) {
            failed = e;
        }
        writer.rollback();
        throw new DeliveryException(
                "lock " + what + ": the database does not answer: "
                        + String.valueOf(failed.getMessage()).replace('\n', ' '),
                failed);
    }

    private final class Grant implements Lock {
        private final String name;
        private final long token;

        Grant(String name, long token) {
            this.name = name;
            this.token = token;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long token() {
            return token;
        }

        @Override
        public boolean extend(Duration ttl) {
            long millis = checked(ttl);
            return inTransaction(name, connection -> {
                PreparedStatement extend = statement(connection, EXTEND);
                extend.setLong(1, millis);
                return update(extend, 2);
            });
        }

        @Override
        public boolean release() {
            return inTransaction(name, connection -> update(statement(connection, RELEASE), 1));
        }

        private boolean update(PreparedStatement statement, int at) throws SQLException {
            statement.setString(at, name);
            statement.setString(at + 1, owner);
            statement.setLong(at + 2, token);
            return statement.executeUpdate() == 1;
        }
    }
}
