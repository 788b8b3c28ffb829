package daybook.delivery.jobs.database;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.PostgresServer;
import daybook.delivery.Writer;
import daybook.delivery.jobs.EffectGuard;
import daybook.delivery.jobs.FailedJob;
import daybook.delivery.jobs.JobDatabase;
import daybook.delivery.jobs.JobQueueException;
import daybook.delivery.jobs.Reserved;
import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Workers that die, stand still for longer than their lease and go on, or fail; connections that are cut, and a server that is killed,
 * all the while. Each job's effect is written once, each job is done or failed at the end, and none was begun more often than allowed.
 * With {@code daybook.long} 100,000 jobs, otherwise 150.
 */
class JobCrashTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int JOBS = LONG ? 100_000 : 150;
    private static final int WORKERS = 6;
    private static final int TRIES = 4;
    private static final Duration LEASE = Duration.ofMillis(300);
    private static final int PAUSES_PER_MILLE = LONG ? 5 : 40;
    private static final Duration HARM = LONG ? Duration.ofSeconds(1) : Duration.ofMillis(100);
    private static final Duration LIMIT = LONG ? Duration.ofMinutes(20) : Duration.ofMinutes(2);

    private final long seed = Long.getLong("daybook.seed", 20_261_130L);
    private final EffectGuard guard = new EffectGuard();
    private final Map<String, Integer> begun = new ConcurrentHashMap<>();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final AtomicInteger deaths = new AtomicInteger();
    private final AtomicInteger outages = new AtomicInteger();

    @Test
    void eachEffectIsWrittenOnceAndEachJobEndsWhateverDies() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                Database database = new PostgresDatabase(
                        new PostgresSettings(server.url(), "", "", Duration.ofSeconds(10)), JobDatabase.NAME)) {
            JobDatabase.migrate(database);
            fill(database);
            long end = System.nanoTime() + LIMIT.toNanos();
            ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
            try {
                List<Future<?>> workers = new ArrayList<>();
                for (int i = 0; i < WORKERS; i++) {
                    Worker worker = new Worker(database, i);
                    workers.add(threads.submit(() -> worker.work(end)));
                }
                harm(server, workers);
                for (Future<?> worker : workers) {
                    worker.get(1, TimeUnit.MINUTES);
                }
            } finally {
                threads.shutdownNow();
            }
            check(database);
        }
    }

    private void harm(PostgresServer server, List<Future<?>> workers) throws Exception {
        Random random = new Random(seed);
        for (int round = 1; !workers.stream().allMatch(Future::isDone); round++) {
            LockSupport.parkNanos(HARM.multipliedBy(1 + random.nextInt(3)).toNanos());
            if (round % 10 == 5) {
                server.kill();
                restart(server);
            } else {
                server.terminateSessions();
            }
        }
    }

    /** A session that was begun while the server was killed may hold its memory for a moment longer. */
    private static void restart(PostgresServer server) throws Exception {
        for (int tries = 1; ; tries++) {
            try {
                server.restart();
                return;
            } catch (SQLException refused) {
                if (tries == 20) {
                    throw refused;
                }
                LockSupport.parkNanos(100_000_000);
            }
        }
    }

    private final class Worker {
        private final Database database;
        private final int number;
        private final Random random;
        private final Writer effects;
        private int lives;
        private DatabaseQueue queue;

        Worker(Database database, int number) {
            this.database = database;
            this.number = number;
            this.random = new Random(seed + number);
            this.effects = new Writer(database);
            this.queue = born();
        }

        private DatabaseQueue born() {
            lives++;
            String owner = "w" + number + "/" + lives;
            return new DatabaseQueue(
                    database, new DatabaseQueue.Settings("q", LEASE, owner), () -> "none", System::nanoTime);
        }

        void work(long end) {
            try {
                while (System.nanoTime() - end < 0) {
                    try {
                        if (!step()) {
                            return;
                        }
                    } catch (JobQueueException away) {
                        outages.incrementAndGet();
                        LockSupport.parkNanos(5_000_000);
                    }
                }
            } finally {
                queue.close();
                effects.close();
            }
        }

        /** False when all is done. */
        private boolean step() {
            Reserved reserved = queue.reserve().orElse(null);
            if (reserved == null) {
                LockSupport.parkNanos(5_000_000);
                return queue.size().size() > 0;
            }
            if (reserved.attempt() > TRIES) {
                queue.fail(reserved, "worker died");
                return true;
            }
            begun.merge(reserved.job().id(), 1, Integer::sum);
            int fate = random.nextInt(1_000);
            if (fate < 80) {
                if (fate < 40) {
                    effect(reserved);
                }
                die();
            } else if (fate < 160) {
                queue.release(reserved, Duration.ofMillis(random.nextInt(20)), "not this time");
            } else {
                if (fate < 160 + PAUSES_PER_MILLE) {
                    LockSupport.parkNanos(LEASE.multipliedBy(2).toNanos()); // and does not know it
                }
                if (effect(reserved) && queue.acknowledge(reserved)) {
                    acknowledged.add(reserved.job().id());
                }
            }
            return true;
        }

        /** Before the effect or after it. */
        private void die() {
            deaths.incrementAndGet();
            queue.close(); // its connection goes as a killed process's does; the lease stays
            queue = born();
        }

        /** Whether the effect is there, by this run or an earlier one. */
        private boolean effect(Reserved reserved) {
            try {
                Connection connection = effects.transaction();
                if (guard.once(connection, "q", reserved)) {
                    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO effect (id) VALUES (?)")) {
                        insert.setString(1, reserved.job().id());
                        insert.executeUpdate();
                    }
                }
                effects.commit();
                return true;
            } catch (SQLException staleOrCut) {
                effects.rollback();
                return false;
            }
        }
    }

    private static void fill(Database database) throws SQLException {
        try (Connection connection = database.openWriter();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE effect (id TEXT NOT NULL)");
            statement.execute(
                    "INSERT INTO job (queue, id, name, payload, priority, pushed_at_ms, due_at_ms, wake_at_ms, state)"
                            + " SELECT 'q', 'job-' || g, 'job', '{}', 0, 0, 0, 0, 1 FROM generate_series(1, " + JOBS
                            + ") g");
        }
    }

    private void check(Database database) throws SQLException {
        String what = "seed " + seed + ", deaths " + deaths + ", outages " + outages;
        try (DatabaseQueue queue = new DatabaseQueue(
                        database, new DatabaseQueue.Settings("q", LEASE, "checker"), () -> "none", System::nanoTime);
                Connection connection = database.openWriter();
                Statement statement = connection.createStatement()) {
            assertThat(queue.size().size()).as(what).isZero();
            List<FailedJob> failed = queue.failed(JOBS);
            Set<String> failedIds = new HashSet<>();
            failed.forEach(job -> failedIds.add(job.job().id()));
            assertThat(failedIds).as(what).hasSize(failed.size());
            Set<String> effects = new HashSet<>();
            try (ResultSet row = statement.executeQuery("SELECT id FROM effect")) {
                while (row.next()) {
                    assertThat(effects.add(row.getString(1)))
                            .as("twice: " + row.getString(1) + ", " + what)
                            .isTrue();
                }
            }
            Set<String> ended = new HashSet<>(effects);
            ended.addAll(failedIds);
            assertThat(ended).as("done or failed, " + what).hasSize(JOBS);
            assertThat(effects.containsAll(acknowledged))
                    .as("nothing is done without its effect, " + what)
                    .isTrue();
            assertThat(begun.values()).as(what).allMatch(starts -> starts <= TRIES);
            assertThat(deaths.get()).as(what).isPositive();
            assertThat(outages.get()).as(what).isPositive();
            System.err.printf("%s, failed %d%n", what, failed.size());
        }
    }
}
