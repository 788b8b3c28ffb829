package daybook.strategies.cutover;

import daybook.delivery.PublicationPolicy;
import daybook.strategies.Shards;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves shards between the local path and the log, by percentage: of 128 shards, 25 % are the first 32. Lowering it moves the last ones
 * back. One move at a time; each shard is drained by the path that has it, and only then may the other take its lease.
 *
 * <p>Beside the shards that ids are spread over there is one more, number {@link Shards#count}, for strategies that may not move: it stays
 * local.
 *
 * <p>Each method works in the caller's transaction. Stateless but for its settings; safe for many threads.
 */
public final class Cutover {
    private static final String COUNT = "UPDATE cutover SET shards = ? WHERE id = 1 AND shards IN (0, ?)";
    private static final String COUNTED = "SELECT shards, percent FROM cutover WHERE id = 1";
    private static final String ADD = "INSERT INTO shard_route (shard, path, previous, boundary_us, drained)"
            + " VALUES (?, 'local', 'local', 0, 1) ON CONFLICT (shard) DO NOTHING";
    private static final String ON_THE_LOG =
            "SELECT COUNT(*) FROM shard_route" + " WHERE path = 'log' OR (drained = 0 AND previous = 'log')";
    private static final String PERCENT = "UPDATE cutover SET percent = ? WHERE id = 1";
    private static final String MOVE =
            "UPDATE shard_route SET previous = path, path = ?, boundary_us = ?, drained = 0 WHERE shard = ?";

    private final Shards shards;
    private final InstantSource clock;

    /**
     * Where all shards are.
     *
     * @param percent that was asked for last
     * @param routes by shard; the last one is that of the strategies that may not move
     */
    public record View(int percent, List<Route> routes) {
        public View {
            routes = List.copyOf(routes);
        }

        /** Shards that are not where they shall be yet. */
        public List<Integer> draining() {
            return routes.stream()
                    .filter(route -> !route.drained())
                    .map(Route::shard)
                    .toList();
        }
    }

    public Cutover(Shards shards, InstantSource clock) {
        this.shards = shards;
        this.clock = clock;
    }

    /**
     * Gives every shard a route, at first the local one. Each service calls it when it starts.
     *
     * @throws IllegalStateException if the database was made for another number of shards
     */
    public void prepare(Connection connection) throws SQLException {
        try (PreparedStatement count = connection.prepareStatement(COUNT)) {
            count.setInt(1, shards.count());
            count.setInt(2, shards.count());
            if (count.executeUpdate() == 0) {
                throw new IllegalStateException("STRATEGY_SHARD_COUNT: " + shards.count() + " (expected: "
                        + read(connection, 1) + ", with which the database was made)");
            }
        }
        try (PreparedStatement add = connection.prepareStatement(ADD)) {
            for (int shard = 0; shard <= shards.count(); shard++) {
                add.setInt(1, shard);
                add.addBatch();
            }
            add.executeBatch();
        }
    }

    /**
     * How bars are to be published now: a lost one does no harm while the log is a shadow. In the transaction that records the bar, in every
     * such transaction: it is also what keeps changes from falling into the middle of one.
     */
    public PublicationPolicy policy(Connection connection) throws SQLException {
        BarOrder.record(connection);
        try (PreparedStatement select = connection.prepareStatement(ON_THE_LOG);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1) > 0 ? PublicationPolicy.OUTBOX : PublicationPolicy.MIRROR;
        }
    }

    /**
     * Begins to move shards so that this percentage of them is on the log, rounded down.
     *
     * @param percent 0 to 100
     */
    public Move set(Connection connection, int percent) throws SQLException {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("percent: " + percent + " (expected: 0..100)");
        }
        BarOrder.change(connection, micros());
        View now = show(connection);
        if (!now.draining().isEmpty()) {
            return new Move.Draining(now.percent(), now.draining());
        }
        List<Integer> moving = new ArrayList<>();
        long boundary = BarOrder.lastEnd(connection);
        int onTheLog = shards.count() * percent / 100;
        try (PreparedStatement move = connection.prepareStatement(MOVE)) {
            for (Route route : now.routes()) {
                Path wanted = route.shard() < onTheLog ? Path.LOG : Path.LOCAL;
                if (route.path() != wanted) {
                    move.setString(1, wanted.text());
                    move.setLong(2, boundary);
                    move.setInt(3, route.shard());
                    move.addBatch();
                    moving.add(route.shard());
                }
            }
            move.executeBatch();
        }
        try (PreparedStatement set = connection.prepareStatement(PERCENT)) {
            set.setInt(1, percent);
            set.executeUpdate();
        }
        return moving.isEmpty() ? new Move.AlreadyThere(percent) : new Move.Started(percent, moving, boundary);
    }

    public View show(Connection connection) throws SQLException {
        return new View(read(connection, 2), new Routes().all(connection));
    }

    private long micros() {
        return Math.multiplyExact(clock.millis(), 1_000L);
    }

    private static int read(Connection connection, int column) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(COUNTED);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getInt(column);
        }
    }
}
