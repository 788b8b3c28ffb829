package daybook.strategies.evaluate;

import daybook.delivery.Statements;
import daybook.strategies.ClosedBar;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Who of a shard listened to a bar, and what came before that bar. Confined to one thread. */
final class Listeners {
    private static final String OF_SHARD =
            "SELECT s.strategy_id, t.status, (SELECT MIN(f.active_from_us) FROM subscription f"
                    + " WHERE f.series = s.series AND f.strategy_id = s.strategy_id)"
                    + " FROM subscription s JOIN strategy t ON t.id = s.strategy_id"
                    + " WHERE s.series = ? AND s.shard = ? AND s.strategy_id BETWEEN ? AND ? AND s.active_from_us < ?"
                    + " AND (s.active_until_us IS NULL OR ? <= s.active_until_us) ORDER BY s.strategy_id";
    private static final String BEFORE =
            "SELECT token, end_us FROM closed_bar WHERE series = ? AND token < ? ORDER BY token DESC LIMIT 1";
    private static final String MISSED = "SELECT b.event_id, s.strategy_id" + Pending.OF_ALL
            + " WHERE s.series = ? AND b.token < ? AND s.strategy_id IN (%s) ORDER BY b.token, s.strategy_id LIMIT ?";

    private final Statements statements = new Statements();

    /**
     * One that listened.
     *
     * @param failed it has been stopped since, for having failed too often
     * @param sinceMicros since when it has listened to this series for the first time
     */
    record Listener(long strategyId, boolean failed, long sinceMicros) {}

    /** A strategy has listened to a bar and has not been evaluated on it. */
    record Miss(UUID barId, long strategyId) {}

    /** The bar before another. */
    record Before(long token, long endMicros) {}

    /** Of a shard, by id. */
    List<Listener> of(Connection connection, ClosedBar bar, int shard) throws SQLException {
        return of(connection, bar, shard, new long[] {Long.MIN_VALUE, Long.MAX_VALUE});
    }

    /** Of a shard, of those whose ids lie between two numbers. */
    List<Listener> of(Connection connection, ClosedBar bar, int shard, long[] range) throws SQLException {
        PreparedStatement select = statements.prepare(connection, OF_SHARD);
        select.setString(1, bar.series().text());
        select.setInt(2, shard);
        select.setLong(3, range[0]);
        select.setLong(4, range[1]);
        select.setLong(5, bar.window().endMicros());
        select.setLong(6, bar.window().endMicros());
        List<Listener> listeners = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                listeners.add(new Listener(row.getLong(1), row.getString(2).equals("failed"), row.getLong(3)));
            }
        }
        return listeners;
    }

    Optional<Before> before(Connection connection, ClosedBar bar) throws SQLException {
        PreparedStatement select = statements.prepare(connection, BEFORE);
        select.setString(1, bar.series().text());
        select.setLong(2, bar.token());
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(new Before(row.getLong(1), row.getLong(2))) : Optional.empty();
        }
    }

    /** Who has missed which bars that lie before another: the first of them, in the order of the bars. */
    List<Miss> missed(Connection connection, ClosedBar bar, Collection<Long> ids, int most) throws SQLException {
        String list = ids.stream().map(String::valueOf).collect(Collectors.joining(","));
        List<Miss> missed = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(MISSED.formatted(list))) {
            select.setString(1, bar.series().text());
            select.setLong(2, bar.token());
            select.setInt(3, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    missed.add(new Miss(UUID.fromString(row.getString(1)), row.getLong(2)));
                }
            }
        }
        return missed;
    }
}
