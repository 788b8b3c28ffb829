package daybook.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The right to work alone on something for a while, which must be renewed. When it ends is measured on the database's clock, which
 * all who want it share; the machines' own clocks may differ.
 *
 * <p>Time alone protects nothing: an owner that was frozen does not know that its time is over. Therefore each grant has a
 * fencing token, higher than all before, and {@link #confirm} lets a transaction commit only if the token is still the last one.
 * Rows stay for ever, so that tokens never begin again.
 *
 * <p>Confined to one thread.
 */
public final class Lease {
    private static final String TAKE =
            "INSERT INTO lease (name, owner, token, expires_at_ms) VALUES (?, ?, 1, %1$s + ?)"
                    + " ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, token = lease.token + 1,"
                    + " expires_at_ms = excluded.expires_at_ms"
                    + " WHERE lease.expires_at_ms <= %1$s OR (lease.owner = excluded.owner AND ? = 1) RETURNING token";
    private static final String RENEW =
            "UPDATE lease SET expires_at_ms = %1$s + ? WHERE name = ? AND owner = ? AND token = ?";
    private static final String RELEASE =
            "UPDATE lease SET expires_at_ms = 0 WHERE name = ? AND owner = ? AND token = ?";
    private static final String HOLDER = "SELECT owner FROM lease WHERE name = ?";

    /** It is renewed when a third of it is over: two renewals may fail. */
    private static final int RENEWALS = 3;

    private static final long NONE = 0;

    /**
     * What is wanted.
     *
     * @param name of the thing that one alone may work on
     * @param owner who wants it; no two living processes may have the same. One that was killed gets its lease back at once when
     *     it comes again under the same name; another waits until it has ended
     * @param length how long it lasts without being renewed
     */
    public record Terms(String name, String owner, Duration length) {
        public Terms {
            if (name.isEmpty() || owner.isEmpty()) {
                throw new IllegalArgumentException("name, owner: " + name + ", " + owner + " (expected: not empty)");
            }
            if (length.toMillis() < RENEWALS || length.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("length: " + length + " (expected: 3 ms to 1 day)");
            }
        }
    }

    private final Terms terms;
    private final LongSupplier nanos;
    private final Statements statements = new Statements();
    private long token = NONE;
    private boolean first = true;
    private long endNs;
    private long nextNs;
    private String holder = "";

    /** @param nanos monotonic nanoseconds of this process */
    public Lease(Terms terms, LongSupplier nanos) {
        this.terms = terms;
        this.nanos = nanos;
        this.nextNs = nanos.getAsLong();
    }

    /**
     * Takes or renews it, if that is due, in a transaction of its own. True if it is held. What was learned under an earlier grant
     * may be out of date when it is held again: see {@link #token}.
     *
     * @throws SQLException if the database does not answer; it is held until its time is over
     */
    public boolean hold(Writer writer) throws SQLException {
        long now = nanos.getAsLong();
        if (now - nextNs >= 0) {
            // Whatever comes of it: one question per interval.
            nextNs = now + terms.length().toNanos() / RENEWALS;
            if (token == NONE || !renew(writer, now)) {
                take(writer, now);
            }
        }
        // If it could not be renewed it is over by this process's clock too, until the database says that it never was
        // taken.
        return token != NONE && now - endNs < 0;
    }

    /**
     * Renews it within the caller's transaction, which may commit only if this returns. Call it last: until the commit nobody else
     * can take the lease.
     *
     * @throws SQLException if another has taken it, or the database refuses
     */
    public void confirm(Connection connection) throws SQLException {
        long now = nanos.getAsLong();
        if (token == NONE || !update(connection)) {
            token = NONE;
            throw new StaleOwnerException("lease: " + terms.name() + " has been taken by another owner");
        }
        granted(now);
    }

    /** Gives it back, so that another need not wait. Does nothing if it is not held. */
    public void release(Writer writer) {
        if (token == NONE) {
            return;
        }
        try {
            PreparedStatement release = statements.prepare(writer.transaction(), RELEASE);
            bindGrant(release, 1);
            release.executeUpdate();
            writer.commit();
        } catch (SQLException away) {
            writer.rollback(); // it ends by itself
        }
        token = NONE;
    }

    /** Of the present grant: higher than those of all owners before. 0 if it is not held. */
    public long token() {
        return token;
    }

    /** Why it is not held, for the status. */
    String reason() {
        return "stands by: the lease " + terms.name() + " is held by " + holder;
    }

    private boolean renew(Writer writer, long now) throws SQLException {
        boolean renewed = update(writer.transaction());
        writer.commit();
        if (renewed) {
            granted(now);
        } else {
            token = NONE;
        }
        return renewed;
    }

    private void take(Writer writer, long now) throws SQLException {
        Connection connection = writer.transaction();
        String sql = TAKE.formatted(Dialect.of(connection).nowMs());
        PreparedStatement take = statements.prepare(connection, sql);
        take.setString(1, terms.name());
        take.setString(2, terms.owner());
        take.setLong(3, terms.length().toMillis());
        take.setInt(4, first ? 1 : 0);
        try (ResultSet row = take.executeQuery()) {
            token = row.next() ? row.getLong(1) : NONE;
        }
        if (token == NONE) {
            learnHolder(connection);
        }
        writer.commit();
        if (token != NONE) {
            // From now on a row of this owner is either this grant or another process's of the same name.
            first = false;
            granted(now);
        }
    }

    private void granted(long fromNs) {
        endNs = fromNs + terms.length().toNanos();
        nextNs = fromNs + terms.length().toNanos() / RENEWALS;
    }

    private boolean update(Connection connection) throws SQLException {
        PreparedStatement renew = statements.prepare(
                connection, RENEW.formatted(Dialect.of(connection).nowMs()));
        renew.setLong(1, terms.length().toMillis());
        bindGrant(renew, 2);
        return renew.executeUpdate() == 1;
    }

    private void bindGrant(PreparedStatement statement, int at) throws SQLException {
        statement.setString(at, terms.name());
        statement.setString(at + 1, terms.owner());
        statement.setLong(at + 2, token);
    }

    private void learnHolder(Connection connection) throws SQLException {
        PreparedStatement select = statements.prepare(connection, HOLDER);
        select.setString(1, terms.name());
        try (ResultSet row = select.executeQuery()) {
            holder = row.next() ? row.getString(1) : "";
        }
    }
}
