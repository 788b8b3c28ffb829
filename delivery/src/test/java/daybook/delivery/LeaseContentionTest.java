package daybook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * T-S1. Goal: of those who want a lease at once, what the deposed have computed does not get in. Method: threads that want it, each
 * adds lines under its token, and oversleeps now and then; the lines, as they were committed, never fall back to a lower token.
 */
@ParameterizedClass
@EnumSource
class LeaseContentionTest {
    private static final Duration LENGTH = Duration.ofMillis(40);
    private static final Duration RUN = Duration.ofSeconds(Boolean.getBoolean("daybook.long") ? 300 : 1);

    private final Engine engine;

    @TempDir
    Path dir;

    LeaseContentionTest(Engine engine) {
        this.engine = engine;
    }

    @ParameterizedTest
    @ValueSource(ints = 4)
    void whatWasComputedUnderAnEarlierGrantIsNeverCommittedAfterALaterOne(int owners)
            throws SQLException, InterruptedException, ExecutionException {
        Database database = engine.open(dir, "contention");
        Migrations.migrate(database, "daybook/delivery/testdb");
        try (Writer setup = new Writer(database)) {
            setup.connection()
                    .createStatement()
                    .execute("CREATE TABLE line (n "
                            + (engine == Engine.SQLITE ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "BIGSERIAL PRIMARY KEY")
                            + ", token BIGINT NOT NULL)");
        }
        long end = System.nanoTime() + RUN.toNanos();

        ExecutorService threads = Executors.newFixedThreadPool(owners);
        try {
            List<Future<Integer>> added = new ArrayList<>();
            for (int owner = 0; owner < owners; owner++) {
                String name = "owner-" + owner;
                added.add(threads.submit(() -> work(database, name, end)));
            }
            int all = 0;
            for (Future<Integer> each : added) {
                all += each.get();
            }
            List<Long> tokens = tokens(database);
            System.out.printf(
                    "%s: %,d lines under %,d grants%n",
                    engine, tokens.size(), tokens.stream().distinct().count());
            assertThat(tokens).hasSize(all).isSorted();
            assertThat(tokens.stream().distinct().count()).as("grants").isGreaterThan(3);
        } finally {
            threads.shutdownNow();
        }
    }

    private static int work(Database database, String owner, long end) throws SQLException {
        int added = 0;
        Lease lease = new Lease(new Lease.Terms("work", owner, LENGTH), System::nanoTime);
        try (Writer writer = new Writer(database)) {
            for (int round = 1; System.nanoTime() - end < 0; round++) {
                if (lease.hold(writer)) {
                    added += add(writer, lease, round % 10 == 0);
                } else {
                    LockSupport.parkNanos(1_000_000);
                }
            }
        }
        return added;
    }

    /** Counts only if the transaction commits. */
    private static int add(Writer writer, Lease lease, boolean oversleeps) {
        try {
            long token = lease.token();
            if (oversleeps) {
                LockSupport.parkNanos(LENGTH.multipliedBy(2).toNanos());
            }
            try (PreparedStatement insert =
                    writer.transaction().prepareStatement("INSERT INTO line (token) VALUES (?)")) {
                insert.setLong(1, token);
                insert.executeUpdate();
            }
            lease.confirm(writer.transaction());
            writer.commit();
            return 1;
        } catch (SQLException deposed) {
            writer.rollback();
            return 0;
        }
    }

    private static List<Long> tokens(Database database) throws SQLException {
        List<Long> tokens = new ArrayList<>();
        try (var connection = database.openReader();
                var rows = connection.createStatement().executeQuery("SELECT token FROM line ORDER BY n")) {
            while (rows.next()) {
                tokens.add(rows.getLong(1));
            }
        }
        return tokens;
    }
}
