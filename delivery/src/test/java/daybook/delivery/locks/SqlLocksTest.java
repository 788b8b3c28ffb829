package daybook.delivery.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Database;
import daybook.delivery.DeliveryException;
import daybook.delivery.Engine;
import daybook.delivery.jobs.JobDatabases;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** On the database's own clock, which the test moves by moving the ends of the locks. */
@ParameterizedClass
@EnumSource
class SqlLocksTest extends LockStoreContract {
    private final Engine engine;
    private final List<SqlLocks> opened = new ArrayList<>();

    private final Database database;

    SqlLocksTest(Engine engine) {
        this.engine = engine;
        this.database = JobDatabases.of(engine);
    }

    @BeforeEach
    void forget() throws SQLException {
        execute("DELETE FROM job_lock WHERE name <> ''");
    }

    @AfterEach
    void close() {
        opened.forEach(SqlLocks::close);
    }

    @Override
    protected LockStore open(String owner) {
        SqlLocks locks = new SqlLocks(database, owner);
        opened.add(locks);
        return locks;
    }

    @Override
    protected void pass(Duration duration) throws SQLException {
        execute("UPDATE job_lock SET expires_at_ms = expires_at_ms - " + duration.toMillis() + " WHERE name <> ''");
    }

    @Test
    void saysThatOthersSeeThem() {
        assertThat(open("a").isShared()).isTrue();
        assertThat(open("a").canLock()).isTrue();
    }

    @Test
    void aNameThatWasForgottenBeginsAboveItsLastToken() throws SQLException {
        SqlLocks locks = (SqlLocks) open("a");
        long last = 0;
        for (int i = 0; i < 5; i++) {
            Lock lock = locks.acquire("nightly", TTL).orElseThrow();
            last = lock.token();
            lock.release();
        }
        Lock held = locks.acquire("held", TTL).orElseThrow();

        pass(Duration.ofSeconds(10));
        int purged = locks.purge(Duration.ofSeconds(5));

        assertThat(purged).isEqualTo(1);
        assertThat(locks.acquire("nightly", TTL).orElseThrow().token()).isGreaterThan(last);
        assertThat(held.release()).as("what is held is not forgotten").isTrue();
    }

    /** Three at once, again and again: never two, and never a token that was there before. */
    @Test
    void ofManyAtOnceOneGetsItWhileOthersForgetNames() throws Exception {
        List<Callable<List<Long>>> racers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            SqlLocks locks = (SqlLocks) open("racer " + i);
            racers.add(() -> {
                List<Long> tokens = new ArrayList<>();
                for (int round = 0; round < 8; round++) {
                    locks.acquire("race", TTL).ifPresent(lock -> {
                        tokens.add(lock.token());
                        assertThat(lock.release()).isTrue();
                    });
                    locks.purge(Duration.ofMillis(1));
                }
                return tokens;
            });
        }
        List<Long> all = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(racers.size());
        try {
            for (Future<List<Long>> tokens : threads.invokeAll(racers, 60, TimeUnit.SECONDS)) {
                List<Long> own = tokens.get();
                assertThat(own).isSorted();
                all.addAll(own);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(all).isNotEmpty().doesNotHaveDuplicates();
    }

    @Test
    void aStoreThatIsGoneIsNotAFreeLock(@TempDir Path dir) {
        try (SqlLocks locks = new SqlLocks(engine.open(dir, "empty"), "a")) {
            assertThatThrownBy(() -> locks.acquire("work", TTL))
                    .isInstanceOf(DeliveryException.class)
                    .hasMessageStartingWith("lock work: the database does not answer: ");
        }
    }

    @Test
    void nobodysLockAndNoTimeAtAllAreRefused() {
        LockStore locks = open("a");

        assertThatThrownBy(() -> locks.acquire("", TTL)).hasMessageContaining("expected: 1 to 200 characters");
        assertThatThrownBy(() -> locks.acquire("work", Duration.ZERO)).hasMessageContaining("expected: 1 ms");
        assertThatThrownBy(() -> new SqlLocks(database, "")).hasMessageContaining("owner");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.openWriter();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
