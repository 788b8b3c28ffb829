package daybook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresDatabaseTest {
    @TempDir
    Path dir;

    private Database database;

    @BeforeEach
    void open() {
        database = Engine.POSTGRESQL.open(dir, "x");
        Migrations.migrate(database, "daybook/delivery/testdb");
    }

    /** Also where the server, the database or the role says otherwise. */
    @Test
    void aCommitWaitsForTheDiskWhateverTheServersSettingIs() throws SQLException {
        PostgresServer.shared().execute("ALTER ROLE postgres SET synchronous_commit = off");
        try (Writer writer = new Writer(database)) {
            assertThat(show(writer.connection(), "synchronous_commit")).isEqualTo("on");
        } finally {
            PostgresServer.shared().execute("ALTER ROLE postgres RESET synchronous_commit");
        }
    }

    @Test
    void aWriterThatFallsSilentLosesItsLocks() throws SQLException {
        try (Writer writer = new Writer(database)) {
            assertThat(show(writer.connection(), "idle_in_transaction_session_timeout"))
                    .isEqualTo("30s");
            assertThat(show(writer.connection(), "lock_timeout")).isEqualTo("10s");
        }
    }

    @Test
    void migratingAgainChangesNothing() throws SQLException {
        Migrations.migrate(database, "daybook/delivery/testdb");

        assertThat(count("SELECT COUNT(*) FROM daybook_schema_history WHERE success AND version IS NOT NULL"))
                .isEqualTo(count("SELECT COUNT(DISTINCT version) FROM daybook_schema_history"));
    }

    @Test
    void aReaderSeesOneStateAndCannotWrite() throws SQLException {
        try (Writer writer = new Writer(database);
                Connection reader = database.openReader()) {
            assertThat(count(reader, "SELECT COUNT(*) FROM applied")).isZero();
            add(writer.transaction(), "1");
            writer.commit();
            assertThat(count(reader, "SELECT COUNT(*) FROM applied"))
                    .as("one state")
                    .isZero();
            reader.rollback();
            assertThat(count(reader, "SELECT COUNT(*) FROM applied")).isEqualTo(1);
            assertThatThrownBy(() -> add(reader, "2"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("read-only");
        }
    }

    @Test
    void aServerThatIsNotThereIsNamedWithoutSecrets() {
        PostgresSettings nobody = new PostgresSettings(
                "jdbc:postgresql://127.0.0.1:1/venue?password=secret", "me", "hidden", Duration.ofMillis(300));
        try (Database away = new PostgresDatabase(nobody, "ledger")) {
            assertThatThrownBy(() -> new DatabaseReader(away).read(connection -> 1))
                    .isInstanceOf(DeliveryException.class)
                    .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/venue schema ledger")
                    .hasMessageNotContaining("secret");
            assertThatThrownBy(() -> Migrations.migrate(away, "daybook/delivery/testdb"))
                    .isInstanceOf(DeliveryException.class)
                    .hasMessageNotContaining("secret");
            assertThat(nobody.toString()).doesNotContain("secret", "hidden");
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

    private static String show(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + name)) {
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
