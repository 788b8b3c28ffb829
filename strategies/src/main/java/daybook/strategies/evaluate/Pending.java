package daybook.strategies.evaluate;

import daybook.delivery.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Which evaluations a shard still owes: bars that are recorded, with a strategy that listened to them and has not been evaluated on them. Goes
 * by what each strategy was evaluated on last, so it looks at nothing that is done. In the caller's transaction. Confined to one thread.
 */
final class Pending {
    /** Of all shards. */
    static final String OF_ALL = " FROM subscription s"
            + " LEFT JOIN strategy_state t ON t.strategy_id = s.strategy_id AND t.series = s.series"
            + " JOIN closed_bar b ON b.series = s.series AND b.token > COALESCE(t.last_token, -9223372036854775808)"
            + " AND b.end_us > s.active_from_us AND (s.active_until_us IS NULL OR b.end_us <= s.active_until_us)";

    private static final String OWED = OF_ALL + " WHERE s.shard = ? AND b.end_us <= ?";
    private static final String BARS =
            "SELECT b.n, b.event_id" + OWED + " GROUP BY b.n, b.event_id ORDER BY b.n LIMIT ?";
    private static final String ANY = "SELECT 1" + OWED + " LIMIT 1";

    private final Statements statements = new Statements();

    /** Ids of the first bars that are owed, in the order in which they were recorded. */
    List<UUID> bars(Connection connection, int shard, long untilMicros, int most) throws SQLException {
        PreparedStatement select = statements.prepare(connection, BARS);
        select.setInt(1, shard);
        select.setLong(2, untilMicros);
        select.setInt(3, most);
        List<UUID> bars = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                bars.add(UUID.fromString(row.getString(2)));
            }
        }
        return bars;
    }

    /** Whether anything is owed up to a bar's end. */
    boolean any(Connection connection, int shard, long untilMicros) throws SQLException {
        PreparedStatement select = statements.prepare(connection, ANY);
        select.setInt(1, shard);
        select.setLong(2, untilMicros);
        try (ResultSet row = select.executeQuery()) {
            return row.next();
        }
    }
}
