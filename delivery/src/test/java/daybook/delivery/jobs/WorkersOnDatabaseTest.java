package daybook.delivery.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.jobs.database.DatabaseQueue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Workers with threads of their own on the real driver and both engines. Some jobs fail, before their effect or after it, and
 * workers stop dead in the middle, their jobs going on without them; others take their places. Every effect is there exactly once.
 */
@ParameterizedClass
@EnumSource
class WorkersOnDatabaseTest {
    private static final int JOBS = 100;
    private static final Duration LEASE = Duration.ofMillis(1_500);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long SEED = 7;

    private final Engine engine;
    private final Map<String, Integer> most = new ConcurrentHashMap<>();
    private final AtomicInteger named = new AtomicInteger();
    private final String queue = "workers-" + UUID.randomUUID();

    private Database database;

    WorkersOnDatabaseTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() throws SQLException {
        database = JobDatabases.of(engine);
        try (Connection connection = database.openWriter();
                Statement create = connection.createStatement()) {
            create.execute("CREATE TABLE IF NOT EXISTS worker_effect (queue TEXT NOT NULL, job_id TEXT NOT NULL)");
        }
    }

    /** Writes one row, in the transaction in which it is allowed to. */
    private final class Effect implements JobHandler {
        @Override
        public String name() {
            return "effect";
        }

        @Override
        public int tries() {
            return 4;
        }

        @Override
        public Duration timeout() {
            return Duration.ofMillis(700);
        }

        @Override
        public Duration backoff(int attempt) {
            return Duration.ofMillis(50);
        }

        @Override
        public void run(JobContext context) throws SQLException {
            most.merge(context.job().id(), context.attempt(), Math::max);
            Random chance = new Random(SEED + 31L * context.job().payload().hashCode() + context.attempt());
            LockSupport.parkNanos(chance.nextInt(20) * 1_000_000L);
            if (context.attempt() == 1 && chance.nextInt(4) == 0) {
                throw new IllegalStateException("at first");
            }
            write(context);
            if (context.attempt() == 1 && chance.nextInt(10) == 0) {
                throw new IllegalStateException("after the effect");
            }
        }

        private void write(JobContext context) throws SQLException {
            try (Connection connection = database.openWriter()) {
                connection.setAutoCommit(false);
                if (context.once(connection)) {
                    try (PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO worker_effect (queue, job_id) VALUES (?, ?)")) {
                        insert.setString(1, queue);
                        insert.setString(2, context.job().id());
                        insert.executeUpdate();
                    }
                }
                connection.setAutoCommit(true);
            }
        }
    }

    /** A worker on a thread of its own, which can stop dead. */
    private final class Alive {
        private final Worker worker = new Worker(
                List.of(new Effect()),
                new WorkerSettings(List.of(queue), 2, LEASE, Duration.ofSeconds(2), 0, false),
                new WorkerPorts(
                        name -> queue(name),
                        (name, body) -> {
                            Thread thread = new Thread(body, name);
                            thread.setDaemon(true);
                            thread.start();
                            return thread::interrupt;
                        },
                        InstantSource.system(),
                        System::nanoTime,
                        () -> {},
                        JobRecords.NONE,
                        new EffectGuard(),
                        "w" + named.incrementAndGet()));
        private final Thread thread = new Thread(this::pump, "worker");
        private volatile boolean dead;

        Alive() {
            thread.setDaemon(true);
            thread.start();
        }

        private void pump() {
            while (!dead) {
                if (worker.pump() == 0) {
                    LockSupport.parkNanos(2_000_000);
                }
            }
        }

        void kill() throws InterruptedException {
            dead = true;
            thread.join();
        }
    }

    @Test
    void everyEffectIsThereOnceWhateverBecomesOfTheWorkers() throws Exception {
        List<String> ids = new ArrayList<>();
        try (JobQueue pusher = queue(queue)) {
            for (int n = 0; n < JOBS; n++) {
                ids.add(pusher.push(NewJob.of("effect", "{\"n\":" + n + "}")).orElseThrow());
            }
            List<Alive> workers = new ArrayList<>(List.of(new Alive(), new Alive(), new Alive()));
            long end = System.nanoTime() + PATIENCE.toNanos();
            int kills = 0;
            while (waits(pusher)) {
                assertThat(System.nanoTime()).as("seed " + SEED).isLessThan(end);
                LockSupport.parkNanos(Duration.ofMillis(150).toNanos());
                if (kills < 5) {
                    workers.remove(kills++ % workers.size()).kill();
                    workers.add(new Alive());
                }
            }
            for (Alive worker : workers) {
                worker.kill();
                worker.worker.close();
            }
            assertThat(pusher.failed(JOBS)).isEmpty();
        }
        assertThat(effects())
                .as("seed " + SEED)
                .hasSize(JOBS)
                .containsOnlyKeys(ids)
                .allSatisfy((id, count) -> assertThat(count).as(id).isEqualTo(1));
        assertThat(most.values()).allMatch(attempts -> attempts <= 4).anyMatch(attempts -> attempts > 1);
    }

    /** A machine with much to do may end a connection; the workers ride that out, and so does who looks. */
    private static boolean waits(JobQueue pusher) {
        try {
            return pusher.size().size() > 0;
        } catch (JobQueueException away) {
            return true;
        }
    }

    private Map<String, Integer> effects() throws SQLException {
        Map<String, Integer> effects = new HashMap<>();
        try (Connection connection = database.openWriter();
                PreparedStatement select =
                        connection.prepareStatement("SELECT job_id FROM worker_effect WHERE queue = ?")) {
            select.setString(1, queue);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    effects.merge(row.getString(1), 1, Integer::sum);
                }
            }
        }
        return effects;
    }

    private JobQueue queue(String name) {
        return new DatabaseQueue(
                database,
                new DatabaseQueue.Settings(name, LEASE, "w"),
                () -> UUID.randomUUID().toString(),
                System::nanoTime);
    }
}
