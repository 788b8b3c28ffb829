package daybook.strategies.evaluate;

import daybook.delivery.Dialect;
import daybook.delivery.Statements;
import daybook.delivery.Writer;
import daybook.strategies.Fence;
import daybook.strategies.Shards;
import daybook.strategies.cutover.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The shards that this process may evaluate, as rows of table {@code lease} like {@link daybook.delivery.Lease}: all of them taken in one
 * statement and renewed in one. A shard is only taken by the path that its route names. Rows stay for ever and a token never falls.
 * Confined to one thread.
 */
final class ShardLeases {
    private static final String TAKE = "INSERT INTO lease (name, owner, token, expires_at_ms)"
            + " SELECT 'shard-' || CAST(shard AS TEXT), CAST(? AS TEXT), 1, %1$s + ? FROM shard_route"
            + " WHERE ((drained = 1 AND path = ?) OR (drained = 0 AND previous = ?)) AND shard %% ? IN (%2$s)"
            + " ORDER BY shard"
            + " ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, token = lease.token + 1,"
            + " expires_at_ms = excluded.expires_at_ms"
            + " WHERE lease.expires_at_ms <= %1$s OR (lease.owner = excluded.owner AND ? = 1)"
            + " RETURNING name, token";
    private static final String RENEW =
            "UPDATE lease SET expires_at_ms = %s + ? WHERE owner = ? AND name IN (%s) RETURNING name, token";
    private static final String CONFIRM =
            "UPDATE lease SET expires_at_ms = %s + ? WHERE name = ? AND owner = ? AND token = ?";
    private static final String RELEASE =
            "UPDATE lease SET expires_at_ms = 0 WHERE name = ? AND owner = ? AND token = ?";

    /** They are renewed when a third of their time is over: two renewals may fail. */
    private static final int RENEWALS = 3;

    private static final long TAKE_EVERY_NS = Duration.ofSeconds(1).toNanos();

    /**
     * What is wanted.
     *
     * @param owner who wants it; no two living processes may have the same
     */
    record Terms(String owner, Path path, Duration length) {}

    /** Of all shards, those whose number modulo {@code of} is one of the parts. */
    record Wanted(int of, Set<Integer> parts) {
        static final Wanted ALL = new Wanted(1, Set.of(0));
        static final Wanted NONE = new Wanted(1, Set.of());

        boolean has(int shard) {
            return parts.contains(shard % of);
        }
    }

    private final Terms terms;
    private final LongSupplier nanos;
    private final Statements statements = new Statements();
    private final Map<Integer, Long> tokens = new TreeMap<>();
    private Wanted wanted = Wanted.NONE;
    private boolean first = true;
    private long endNs;
    private long renewNs;
    private long takeNs;

    ShardLeases(Terms terms, LongSupplier nanos) {
        this.terms = terms;
        this.nanos = nanos;
        this.takeNs = nanos.getAsLong();
        this.endNs = takeNs;
    }

    /** From now on it wants these. Those that it has and does not want it gives back; returns them. */
    List<Integer> want(Writer writer, Wanted now) throws SQLException {
        return want(writer, now, Set.of());
    }

    /** @param kept not given back yet, if it has them */
    List<Integer> want(Writer writer, Wanted now, Set<Integer> kept) throws SQLException {
        if (!now.equals(wanted)) {
            wanted = now;
            takeNs = nanos.getAsLong();
        }
        // Each time: the last time the database may have been away, and what is not given back is renewed.
        List<Integer> unwanted = tokens.keySet().stream()
                .filter(shard -> !now.has(shard) && !kept.contains(shard))
                .toList();
        release(writer, unwanted);
        return unwanted;
    }

    /** Renews what it has, if that is due, in a transaction of its own. Returns the shards that it has lost. */
    List<Integer> renew(Writer writer) throws SQLException {
        long now = nanos.getAsLong();
        if (tokens.isEmpty() || now - renewNs < 0) {
            return List.of();
        }
        Map<Integer, Long> renewed = new TreeMap<>();
        Connection connection = writer.transaction();
        String names = tokens.keySet().stream()
                .map(shard -> "'" + Shards.lease(shard) + "'")
                .collect(Collectors.joining(","));
        String sql = RENEW.formatted(Dialect.of(connection).nowMs(), names);
        try (PreparedStatement renew = connection.prepareStatement(sql)) {
            renew.setLong(1, terms.length().toMillis());
            renew.setString(2, terms.owner());
            read(renew, renewed);
        }
        writer.commit();
        List<Integer> lost = tokens.entrySet().stream()
                .filter(each -> !each.getValue().equals(renewed.get(each.getKey())))
                .map(Map.Entry::getKey)
                .toList();
        tokens.keySet().removeAll(lost);
        granted(now);
        return lost;
    }

    /** Takes what it wants and is free, now and then, in a transaction of its own. Returns the shards that it has gained. */
    Set<Integer> take(Writer writer) throws SQLException {
        long now = nanos.getAsLong();
        if (wanted.parts().isEmpty() || now - takeNs < 0) {
            return Set.of();
        }
        takeNs = now + TAKE_EVERY_NS;
        Map<Integer, Long> gained = new TreeMap<>();
        Connection connection = writer.transaction();
        String parts = wanted.parts().stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
        PreparedStatement take = statements.prepare(
                connection, TAKE.formatted(Dialect.of(connection).nowMs(), parts));
        take.setString(1, terms.owner());
        take.setLong(2, terms.length().toMillis());
        take.setString(3, terms.path().text());
        take.setString(4, terms.path().text());
        take.setInt(5, wanted.of());
        take.setInt(6, first ? 1 : 0);
        read(take, gained);
        writer.commit();
        // From now on a row of this owner is either a grant to this process or another's of the same name.
        first = false;
        if (tokens.isEmpty()) {
            granted(now);
        }
        tokens.putAll(gained);
        return new TreeSet<>(gained.keySet());
    }

    /** A shard that is wanted is not there: it is asked for at the next occasion. */
    void takeSoon() {
        takeNs = Math.min(takeNs, nanos.getAsLong() + TAKE_EVERY_NS / 5);
    }

    /** Whether it may work on a shard. By this process's clock, too: the database may be away. */
    boolean holds(int shard) {
        return tokens.containsKey(shard) && nanos.getAsLong() - endNs < 0;
    }

    Collection<Integer> held() {
        return List.copyOf(tokens.keySet());
    }

    /** Under what grant that which is decided now is decided. */
    Fence fence(int shard) {
        return new Fence(Shards.lease(shard), tokens.getOrDefault(shard, 0L));
    }

    /**
     * Renews one within the caller's transaction, which may commit only if this returns: until then nobody else can take it.
     *
     * @throws LostLeaseException if another has taken it
     */
    void confirm(Connection connection, int shard) throws SQLException {
        PreparedStatement confirm = statements.prepare(
                connection, CONFIRM.formatted(Dialect.of(connection).nowMs()));
        confirm.setLong(1, terms.length().toMillis());
        bindGrant(confirm, 2, shard);
        if (confirm.executeUpdate() != 1) {
            tokens.remove(shard);
            throw new LostLeaseException("lease: " + Shards.lease(shard) + " has been taken by another owner");
        }
    }

    /** Gives one back within the caller's transaction. {@link #forget} it when that has committed. */
    void release(Connection connection, int shard) throws SQLException {
        PreparedStatement release = statements.prepare(connection, RELEASE);
        bindGrant(release, 1, shard);
        release.executeUpdate();
    }

    void forget(int shard) {
        tokens.remove(shard);
    }

    /** Gives them back in a transaction of its own, so that another need not wait. */
    void release(Writer writer, Collection<Integer> shards) throws SQLException {
        if (shards.isEmpty()) {
            return;
        }
        Connection connection = writer.transaction();
        for (int shard : shards) {
            release(connection, shard);
        }
        writer.commit();
        tokens.keySet().removeAll(shards);
    }

    private void granted(long fromNs) {
        endNs = fromNs + terms.length().toNanos();
        renewNs = fromNs + terms.length().toNanos() / RENEWALS;
    }

    private void bindGrant(PreparedStatement statement, int at, int shard) throws SQLException {
        statement.setString(at, Shards.lease(shard));
        statement.setString(at + 1, terms.owner());
        statement.setLong(at + 2, tokens.getOrDefault(shard, 0L));
    }

    private static void read(PreparedStatement statement, Map<Integer, Long> into) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                into.put(Integer.parseInt(row.getString(1).substring("shard-".length())), row.getLong(2));
            }
        }
    }
}
