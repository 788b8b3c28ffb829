package daybook.app.venue;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.delivery.Migrations;
import daybook.delivery.PostgresServer;
import daybook.delivery.postgres.PostgresSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The inboxes of every service; the board has none here, and none is made for it. */
class PurgeTest {
    private static final List<String> SERVICES = List.of("capture", "ledger", "audit");
    private static final int OLD = 10_010; // more than one step

    @TempDir
    Path directory;

    @Test
    void theInboxOfEveryServiceIsPurgedOnSqlite() throws SQLException {
        isPurged(DatabaseSettings.sqlite(Duration.ofSeconds(5)));

        assertThat(DataDirectory.of(directory, "").boardDatabase()).doesNotExist();
    }

    @Test
    void theInboxOfEveryServiceIsPurgedOnPostgres() throws SQLException {
        PostgresServer server = PostgresServer.shared();
        server.execute("DROP DATABASE IF EXISTS purge");
        server.execute("CREATE DATABASE purge");

        isPurged(new DatabaseSettings(
                Duration.ofSeconds(5),
                Optional.of(new PostgresSettings(server.url("purge"), "", "", Duration.ofSeconds(5)))));
    }

    private void isPurged(DatabaseSettings settings) throws SQLException {
        DataDirectory data = DataDirectory.of(directory, "");
        data.prepare();
        try (PostTrade postTrade = new PostTrade(data, settings)) {
            for (String service : SERVICES) {
                Database database = database(postTrade, service);
                Migrations.migrate(database, "daybook/posttrade/db/" + service);
                claim(database);
            }

            Map<String, Object> counted = Purge.run(postTrade, "inbox", true);
            assertThat(counted).containsEntry("purged", (long) SERVICES.size() * OLD);
            assertThat(counted.get("services")).asString().contains("audit").doesNotContain("board");
            assertThat(ids(postTrade)).isEqualTo(SERVICES.size() * (OLD + 1L));

            assertThat(Purge.run(postTrade, "inbox", () -> true))
                    .as("told to stop")
                    .isZero();
            assertThat(ids(postTrade)).isEqualTo(SERVICES.size() * (OLD + 1L));

            assertThat(Purge.run(postTrade, "inbox", false).get("purged")).isEqualTo((long) SERVICES.size() * OLD);
            assertThat(ids(postTrade)).isEqualTo(SERVICES.size());
            assertThat(Purge.run(postTrade, "inbox", false)).containsEntry("purged", 0L);
        }
    }

    /** Ids of two consumers, all too old but one. */
    private static void claim(Database database) throws SQLException {
        try (Connection connection = database.openWriter()) {
            connection.setAutoCommit(false);
            try (PreparedStatement add = connection.prepareStatement(
                    "INSERT INTO inbox (consumer, event_id, seen_at_ms) VALUES (?, ?, ?)")) {
                for (int i = 0; i <= OLD; i++) {
                    add.setString(1, i % 2 == 0 ? "one" : "another");
                    add.setString(2, "event-" + i);
                    add.setLong(
                            3,
                            i == OLD
                                    ? System.currentTimeMillis()
                                    : Instant.now().minus(Duration.ofDays(40)).toEpochMilli());
                    add.addBatch();
                }
                add.executeBatch();
            }
            connection.setAutoCommit(true);
        }
    }

    private static Database database(PostTrade postTrade, String service) {
        return Objects.requireNonNull(postTrade.databases().get(service), service);
    }

    private static long ids(PostTrade postTrade) {
        long ids = 0;
        for (String service : SERVICES) {
            ids += new DatabaseReader(database(postTrade, service)).read(connection -> {
                try (Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM inbox")) {
                    row.next();
                    return row.getLong(1);
                }
            });
        }
        return ids;
    }
}
