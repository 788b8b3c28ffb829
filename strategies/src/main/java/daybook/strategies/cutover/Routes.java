package daybook.strategies.cutover;

import daybook.delivery.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads where the shards are, in the caller's transaction. Confined to one thread. */
public final class Routes {
    private static final String ALL = "SELECT shard, path, previous, boundary_us, drained FROM shard_route";
    private static final String ONE = ALL + " WHERE shard = ?";
    private static final String ORDERED = ALL + " ORDER BY shard";
    private static final String MOVING = ALL + " WHERE drained = 0 AND previous = ? ORDER BY shard";

    private final Statements statements = new Statements();

    /** Throws {@link IllegalStateException} if nobody has said how many shards there are, or this is none of them. */
    public Route of(Connection connection, int shard) throws SQLException {
        PreparedStatement one = statements.prepare(connection, ONE);
        one.setInt(1, shard);
        try (ResultSet row = one.executeQuery()) {
            if (!row.next()) {
                throw new IllegalStateException("shard: " + shard + " (expected: one that has a route)");
            }
            return route(row);
        }
    }

    public List<Route> all(Connection connection) throws SQLException {
        return routes(statements.prepare(connection, ORDERED));
    }

    /** Shards that a path has to drain. */
    public List<Route> toDrain(Connection connection, Path previous) throws SQLException {
        PreparedStatement moving = statements.prepare(connection, MOVING);
        moving.setString(1, previous.text());
        return routes(moving);
    }

    private static List<Route> routes(PreparedStatement select) throws SQLException {
        List<Route> routes = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                routes.add(route(row));
            }
        }
        return routes;
    }

    private static Route route(ResultSet row) throws SQLException {
        return new Route(
                row.getInt(1),
                Path.of(row.getString(2)),
                Path.of(row.getString(3)),
                row.getLong(4),
                row.getInt(5) == 1);
    }
}
