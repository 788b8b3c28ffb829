package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.kafka.TestBroker;
import daybook.delivery.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * SECURITY 35: the process that works is frozen (SIGSTOP) for longer than its lease, another takes over, it wakes up and believes that
 * nothing has happened. In small, over many seeds, {@code TakeoverTest} shows it; here with real processes, a broker and PostgreSQL.
 */
@EnabledIfSystemProperty(named = "daybook.long", matches = "true")
class FrozenOwnerIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void aLedgerThatWakesUpWritesNothingAndStandsBy() throws SQLException {
        PostgresServer server = PostgresServer.shared();
        for (String schema : List.of("capture", "ledger", "board", "market", "audit", "heartbeat")) {
            server.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
        }
        try (TestBroker broker = TestBroker.start(Map.of())) {
            Map<String, String> environment = new HashMap<>(broker.environment());
            environment.put("DAYBOOK_DB", server.url());
            assertThat(Program.runWith(environment, "topics", "init").exitCode())
                    .isZero();
            Path one = folder.resolve("one");
            Path two = folder.resolve("two");
            RunningVenue exchange =
                    RunningVenue.role(environment, one, "exchange,capture", "--traders", "6", "--rate", "200");
            RunningVenue frozen = RunningVenue.role(environment, one, "ledger");
            awaitFills(server, 20);
            RunningVenue other = RunningVenue.role(environment, two, "ledger");
            long token = number(server, "SELECT token FROM ledger.lease WHERE name = 'ledger'");

            frozen.signal("STOP");
            awaitToken(server, token + 1);
            awaitFills(server, number(server, "SELECT COUNT(*) FROM ledger.fill") + 20);
            frozen.signal("CONT");

            awaitReason(frozen, "stands by");
            assertThat(number(server, "SELECT token FROM ledger.lease WHERE name = 'ledger'"))
                    .as("the sleeper took nothing back")
                    .isEqualTo(token + 1);
            assertThat(Program.runWith(
                                    environment,
                                    "status",
                                    "--data",
                                    folder.resolve("three").toString(),
                                    "--json")
                            .out())
                    .as("both are seen from a third place")
                    .contains("one\"", "two\"");
            assertThat(exchange.stop()).isZero();
            await(() -> number(server, "SELECT COUNT(*) FROM ledger.fill")
                    == 2 * number(server, "SELECT COUNT(*) FROM capture.trade"));
            assertThat(List.of(frozen.stop(), other.stop())).containsOnly(0);
            Program.Outcome reconciled = Program.runWith(environment, "reconcile", "--data", one.toString(), "--json");
            assertThat(reconciled.exitCode()).as(reconciled.toString()).isZero();
        }
    }

    private static void awaitFills(PostgresServer server, long most) throws SQLException {
        await(() -> number(server, "SELECT COUNT(*) FROM ledger.fill") >= most);
    }

    private static void awaitToken(PostgresServer server, long token) throws SQLException {
        await(() -> number(server, "SELECT token FROM ledger.lease WHERE name = 'ledger'") >= token);
    }

    private static void awaitReason(RunningVenue venue, String reason) throws SQLException {
        await(() -> venue.status().get("reasons").toString().contains(reason));
    }

    private interface Condition {
        boolean holds() throws SQLException;
    }

    private static void await(Condition condition) throws SQLException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        boolean held = false;
        while (!held) {
            assertThat(System.nanoTime()).isLessThan(end);
            RunningVenue.pause(Duration.ofMillis(200));
            try {
                held = condition.holds();
            } catch (SQLException notMadeYet) {
                held = false;
            }
        }
    }

    private static long number(PostgresServer server, String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
