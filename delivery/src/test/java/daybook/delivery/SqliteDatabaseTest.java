package daybook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.sqlite.SqliteDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDatabaseTest {
    private static final int ROUNDS = 80;
    private static final int ROWS = 100;
    private static final long ONE_MORE_TRANSACTION = 1 << 20;

    @TempDir
    Path dir;

    private Database database;

    @BeforeEach
    void open() {
        database = new SqliteDatabase(dir.resolve("x.db"), Duration.ofSeconds(10));
        Migrations.migrate(database, "daybook/delivery/testdb");
    }

    @Test
    void commitsSurviveAPowerCutAndReadersDoNotBlockTheWriter() throws SQLException {
        try (Writer writer = new Writer(database)) {
            assertThat(pragma(writer.connection(), "journal_mode")).isEqualTo("wal");
            assertThat(pragma(writer.connection(), "synchronous"))
                    .as("2 = FULL")
                    .isEqualTo("2");
            assertThat(pragma(writer.connection(), "busy_timeout")).isEqualTo("10000");
        }
    }

    @Test
    void migratingAgainChangesNothing() {
        Migrations.migrate(database, "daybook/delivery/testdb");

        assertThat(count("SELECT COUNT(*) FROM daybook_schema_history")).isEqualTo(7);
    }

    @Test
    void whatAReaderKeptTheWriterFromTidyingUpIsTidiedUpAfterThem() throws SQLException {
        Path log = dir.resolve("x.db-wal");
        try (Connection reader = database.openReader()) {
            count(reader, "SELECT COUNT(*) FROM applied");
            try (Writer writer = new Writer(database)) {
                add(writer.transaction(), "kept");
                writer.commit();
            }
        }
        assertThat(log).as("the last to go could only read").exists();

        database.tidy();

        assertThat(log).doesNotExist();
        assertThat(dir.resolve("x.db-shm")).doesNotExist();
        try (Connection reader = database.openReader()) {
            assertThat(count(reader, "SELECT COUNT(*) FROM applied")).isEqualTo(1);
        }
    }

    /** O-08 (a): another process holds the write lock; the writer waits, and does not fail. */
    @Test
    void waitingForTheWriteLockReallyWaits() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread other = new Thread(() -> {
            try (Writer writer = new Writer(database)) {
                add(writer.transaction(), "theirs");
                held.countDown();
                release.await(10, TimeUnit.SECONDS);
                writer.commit();
            } catch (SQLException | InterruptedException e) {
                failure.set(e);
            }
        });
        other.start();
        held.await(10, TimeUnit.SECONDS);
        Thread releaser = new Thread(release::countDown);

        try (Writer writer = new Writer(database)) {
            writer.connection();
            releaser.start();
            // Reads first, writes later: a deferred transaction would fail here once the other one has committed.
            Connection connection = writer.transaction();
            assertThat(pragma(connection, "user_version")).isEqualTo("0");
            add(connection, "ours");
            writer.commit();
        }

        other.join(10_000);
        assertThat(failure.get()).isNull();
        assertThat(count("SELECT COUNT(*) FROM applied")).isEqualTo(2);
    }

    /** O-08 (b): somebody reads for long; writing goes on, and the write-ahead file shrinks when he has finished. */
    @Test
    void aLongReaderSeesOneStateAndDoesNotStopTheWriter() throws Exception {
        Path wal = dir.resolve("x.db-wal");
        try (Writer writer = new Writer(database);
                Connection reader = database.openReader()) {
            assertThat(count(reader, "SELECT COUNT(*) FROM applied")).isZero();
            write(writer, 0);
            assertThat(count(reader, "SELECT COUNT(*) FROM applied"))
                    .as("one state")
                    .isZero();
            long grown = Files.size(wal);
            reader.rollback();
            assertThat(count(reader, "SELECT COUNT(*) FROM applied")).isEqualTo(ROUNDS * ROWS);
            reader.rollback();
            write(writer, ROUNDS);
            assertThat(grown).isGreaterThan(4 * ONE_MORE_TRANSACTION);
            assertThat(Files.size(wal)).as("used again, not grown").isLessThan(grown + ONE_MORE_TRANSACTION);
        }
    }

    @Test
    void aReaderCannotWrite() throws SQLException {
        try (Connection reader = database.openReader()) {
            assertThatThrownBy(() -> add(reader, "x"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("READONLY");
        }
    }

    @Test
    void aDatabaseThatIsNotThereIsNamedAndNotCreated() {
        Path missing = dir.resolve("missing.db");
        DatabaseReader reader = new DatabaseReader(new SqliteDatabase(missing, Duration.ofSeconds(1)));

        assertThatThrownBy(() -> reader.read(connection -> 1))
                .isInstanceOf(DeliveryException.class)
                .hasMessageContaining("missing.db");
        assertThat(missing).doesNotExist();
    }

    /** An idle service does not keep the write lock. */
    @Test
    void betweenTransactionsAnybodyMayWrite() throws SQLException {
        try (Writer first = new Writer(database);
                Writer second = new Writer(new SqliteDatabase(dir.resolve("x.db"), Duration.ZERO))) {
            add(first.transaction(), "1");
            first.commit();
            add(second.transaction(), "2");
            second.commit();
        }
        assertThat(count("SELECT COUNT(*) FROM applied")).isEqualTo(2);
    }

    private static void write(Writer writer, int from) throws SQLException {
        for (int i = from; i < from + ROUNDS; i++) {
            for (int row = 0; row < ROWS; row++) {
                // Keys all over the index, so that every transaction writes many pages.
                add(writer.transaction(), row * 7_919 % 1_000 + "-" + i);
            }
            writer.commit();
        }
    }

    private long count(String sql) {
        return new DatabaseReader(database).read(connection -> count(connection, sql));
    }

    private static long count(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static String pragma(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA " + name)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void add(Connection connection, String number) throws SQLException {
        try (PreparedStatement add = connection.prepareStatement("INSERT INTO applied (number, times) VALUES (?, 1)")) {
            add.setString(1, number);
            add.executeUpdate();
        }
    }
}
