package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.app.cli.Cli.Ran;
import daybook.app.heartbeat.HeartbeatRows;
import daybook.app.heartbeat.Heartbeats;
import daybook.app.heartbeat.Identity;
import daybook.app.heartbeat.RoleReport;
import daybook.delivery.PostgresServer;
import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code status} and {@code health} on a machine where nothing of the venue runs: what the shared database knows. */
class RolesElsewhereTest {
    private static final Identity ONE = new Identity("one:/data", "one", 11, "http://10.0.0.1:8080", Instant.EPOCH);
    private static final Identity TWO = new Identity("two:/data", "two", 22, "http://10.0.0.2:9000", Instant.EPOCH);

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // before each test
    private PostgresServer server;

    private Map<String, String> environment = Map.of();

    @BeforeEach
    void twoMachinesBeat() throws SQLException {
        server = PostgresServer.shared();
        server.execute("DROP SCHEMA IF EXISTS heartbeat CASCADE");
        environment = Map.of("KAFKA_BROKERS", "127.0.0.1:1", "DAYBOOK_DB", server.url());
        PostgresSettings settings = new PostgresSettings(server.url(), "", "", Duration.ofSeconds(10));
        try (Heartbeats heartbeats = new HeartbeatRows(new PostgresDatabase(settings, "heartbeat"))) {
            heartbeats.beat(
                    new RoleReport(
                            "exchange",
                            "amber",
                            List.of("publisher: 1200 events behind"),
                            Map.of("durableSeq", 5_000L, "publishedSeq", 3_800L, "lag", 1_200L, "errors", 0L),
                            "seq 5000"),
                    ONE);
            heartbeats.beat(
                    new RoleReport("ledger", "green", List.of(), Map.of("done", 9L), "fills.v1-3 offset 8"), TWO);
        }
    }

    @Test
    void statusSaysHowEveryRoleIsAndWhere() {
        Ran ran = run("status", "--json");

        assertThat(ran.exit()).as(ran.err()).isZero();
        Map<String, Object> status = json(ran);
        assertThat(status)
                .containsEntry("role", "exchange")
                .containsEntry("state", "amber")
                .containsEntry("enabled", true)
                .containsEntry("connected", true)
                .containsEntry("durableSeq", new Json.Numeral("5000"))
                .containsEntry("lag", new Json.Numeral("1200"));
        assertThat(Json.array(status.getOrDefault("roles", List.of())))
                .extracting(role -> Json.object(role).get("role") + " on "
                        + Json.object(role).get("host") + " "
                        + Json.object(role).get("state"))
                .containsExactly("exchange on one amber", "ledger on two green");
    }

    @Test
    void healthIsThatOfTheLastHeartbeat() throws SQLException {
        assertThat(run("health", "ledger").exit()).isZero();
        assertThat(run("health", "exchange").exit())
                .as("only its publisher is behind")
                .isZero();
        assertThat(run("health", "publisher").exit()).isEqualTo(1);
        assertThat(run("health", "audit").exit()).as("never heard of").isEqualTo(5);

        server.execute("UPDATE heartbeat.heartbeat SET beat_at_ms = beat_at_ms - 60000");

        Ran ran = run("health", "ledger", "--json");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).contains("ledger: last heartbeat 6", "(two, pid 22)");
        Ran status = run("status", "--json");
        assertThat(status.exit()).as("nobody is there").isEqualTo(5);
        assertThat(json(status)).containsEntry("state", "red").containsEntry("connected", false);
    }

    @Test
    void aDatabaseThatIsAwayIsNamedAndHidesOnlyWhatItKnows() {
        Ran ran = Cli.runWith(
                Map.of(
                        "KAFKA_BROKERS",
                        "127.0.0.1:1",
                        "DAYBOOK_DB",
                        "jdbc:postgresql://127.0.0.1:1/venue?password=hush"),
                "",
                "status",
                "--data",
                folder.toString(),
                "--timeout",
                "1s");

        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.err()).contains("heartbeats: database: ").doesNotContain("hush");
    }

    private Ran run(String... args) {
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--data";
        all[args.length + 1] = folder.toString();
        return Cli.runWith(environment, "", all);
    }

    private static Map<String, Object> json(Ran ran) {
        return Json.object(Json.readOwn(ran.lastLine().getBytes(StandardCharsets.UTF_8)));
    }
}
