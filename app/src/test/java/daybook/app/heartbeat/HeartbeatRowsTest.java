package daybook.app.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.PostgresServer;
import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On a real PostgreSQL: the place for a venue on several machines. */
class HeartbeatRowsTest extends HeartbeatsContract {
    @SuppressWarnings("NullAway.Init") // before all
    private static PostgresServer server;

    @BeforeAll
    static void start() throws SQLException {
        server = PostgresServer.shared();
        server.execute("DROP SCHEMA IF EXISTS heartbeat_test CASCADE");
    }

    @BeforeEach
    void nobody() throws SQLException {
        server.execute("DO $$ BEGIN IF to_regclass('heartbeat_test.heartbeat') IS NOT NULL THEN"
                + " DELETE FROM heartbeat_test.heartbeat; END IF; END $$");
    }

    @Override
    Heartbeats open() {
        return new HeartbeatRows(database());
    }

    private static Database database() {
        return new PostgresDatabase(
                new PostgresSettings(server.url(), "", "", Duration.ofSeconds(10)), "heartbeat_test");
    }

    @Override
    void age(Duration by) {
        try {
            server.execute("UPDATE heartbeat_test.heartbeat SET beat_at_ms = beat_at_ms - " + by.toMillis());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theSameRoleOnTwoMachinesIsTwo() {
        Identity there = new Identity("two:/data", "two", 17, "http://127.0.0.1:1", Instant.EPOCH);
        try (Heartbeats heartbeats = open()) {
            heartbeats.beat(report("ledger", "green"), HERE);
            heartbeats.beat(report("ledger", "amber"), there);

            assertThat(heartbeats.all())
                    .extracting(heard -> heard.process().host() + " " + heard.state())
                    .containsExactly("one green", "two amber");
        }
    }

    @Test
    void afterAWeekNobodyAsksForItAnyMore() {
        Identity there = new Identity("two:/data", "two", 17, "http://127.0.0.1:1", Instant.EPOCH);
        try (Heartbeats heartbeats = open()) {
            heartbeats.beat(report("ledger", "green"), there);
            age(Duration.ofDays(8));
            heartbeats.beat(report("ledger", "green"), HERE);

            assertThat(heartbeats.all())
                    .extracting(heard -> heard.process().host())
                    .containsExactly("one");
        }
    }
}
