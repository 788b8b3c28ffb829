package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.delivery.Database;
import daybook.delivery.Inbox;
import daybook.delivery.Outbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Deletes rows that every reader is done with, in every service's database: sent outbox rows, and inbox ids older than any retention
 * plus a day. The services' topics are kept for ever and guarded by their own rows, so this frees space and changes no result.
 *
 * <p>In transactions of {@value #ROWS} rows, so that no service waits long behind one.
 */
public final class Purge {
    private static final int ROWS = 10_000;
    private static final Duration LONGEST_RETENTION = Duration.ofDays(31);

    private Purge() {}

    /** What is deleted, and what is counted in its place. */
    private interface Store {
        int delete(Connection connection) throws SQLException;

        long count(Connection connection) throws SQLException;
    }

    /**
     * Deletes them.
     *
     * @param store {@code outbox} or {@code inbox}
     * @param dryRun counts and changes nothing
     */
    public static Map<String, Object> run(PostTrade postTrade, String store, boolean dryRun) {
        return run(postTrade, store, dryRun, () -> false);
    }

    /**
     * Deletes them until it is to stop, which is asked between two transactions.
     *
     * @return how many
     */
    static long run(PostTrade postTrade, String store, BooleanSupplier stop) {
        return (Long) run(postTrade, store, false, stop).getOrDefault("purged", 0L);
    }

    private static Map<String, Object> run(PostTrade postTrade, String store, boolean dryRun, BooleanSupplier stop) {
        Map<String, Object> services = new LinkedHashMap<>();
        long purged = 0;
        for (Map.Entry<String, Database> service : postTrade.databases().entrySet()) {
            try {
                if (service.getValue().has(store)) { // not every service runs everywhere
                    long rows = run(service.getValue(), store(store), dryRun, stop);
                    services.put(service.getKey(), rows);
                    purged += rows;
                }
            } catch (SQLException refused) {
                throw new Failure(
                        ExitCode.FAILURE, store + " of " + service.getKey() + ": " + refused.getMessage(), refused);
            }
        }
        return Json.fields("store", store, "purged", purged, "dryRun", dryRun, "services", services);
    }

    private static long run(Database database, Store store, boolean dryRun, BooleanSupplier stop) throws SQLException {
        if (dryRun) {
            try (Connection connection = database.openReader()) {
                return store.count(connection);
            }
        }
        long purged = 0;
        try (Connection connection = database.openWriter()) {
            int step = ROWS;
            while (step == ROWS && !stop.getAsBoolean()) {
                connection.setAutoCommit(false);
                step = store.delete(connection);
                connection.setAutoCommit(true); // commits; between two steps anybody may write
                purged += step;
            }
        }
        return purged;
    }

    private static Store store(String name) {
        InstantSource clock = InstantSource.system();
        Instant oldest = clock.instant().minus(LONGEST_RETENTION);
        Outbox outbox = new Outbox(clock);
        return name.equals("outbox")
                ? new Store() {
                    @Override
                    public int delete(Connection connection) throws SQLException {
                        return outbox.purge(connection, clock.instant(), ROWS);
                    }

                    @Override
                    public long count(Connection connection) throws SQLException {
                        return outbox.purgeable(connection, clock.instant());
                    }
                }
                : new Store() {
                    @Override
                    public int delete(Connection connection) throws SQLException {
                        return Inbox.purgeAll(connection, oldest, ROWS);
                    }

                    @Override
                    public long count(Connection connection) throws SQLException {
                        return Inbox.older(connection, oldest);
                    }
                };
    }
}
