package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.delivery.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The built program with its tables in a real PostgreSQL. */
class PostgresIT {
    @TempDir
    Path data;

    private PostgresServer server;

    @BeforeEach
    void server() throws SQLException {
        server = PostgresServer.shared();
        for (String schema : List.of("capture", "ledger", "board", "market")) {
            server.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
        }
    }

    /** Goal: everything that is true on SQLite is true on PostgreSQL, while the venue runs and after it. */
    @Test
    void aVenueOnPostgresEndsWithEverythingCleanAndItsReportsReadIt() throws SQLException {
        Program.Outcome up = daybook("up", "--for", "6s", "--rate", "200", "--port", "0", "--json");
        Map<String, Object> summary = json(up);

        assertThat(number(summary, "trades")).isGreaterThan(20);
        assertThat(number(summary, "lag")).isZero();
        assertThat(number(summary, "errors")).as(up.toString()).isZero();
        assertThat(Path.of(data.toString(), "db")).doesNotExist();
        Map<String, Object> checked = json(daybook("check", "--json"));
        assertThat(number(checked, "missing")).isZero();
        assertThat(number(checked, "mismatched")).isZero();
        Map<String, Object> reconciled = json(daybook("reconcile", "--json"));
        assertThat(reconciled)
                .containsEntry("differences", List.of())
                .containsEntry("zeroSum", true)
                .containsEntry("cash", true);
        assertThat(count("SELECT COUNT(*) FROM capture.trade")).isEqualTo(number(summary, "trades"));
        assertThat(count("SELECT COUNT(*) FROM ledger.fill")).isEqualTo(2 * number(summary, "trades"));
        assertThat(count("SELECT COUNT(*) FROM board.leaderboard")).isPositive();
        assertThat(rows("positions")).hasSize((int) count("SELECT COUNT(*) FROM ledger.position"));
        assertThat(rows("fills")).isNotEmpty();
        assertThat(rows("trades")).isNotEmpty();
        assertThat(rows("orders")).isNotEmpty();
        assertThat(number(json(daybook("outbox", "status", "--json")), "unsent"))
                .isZero();
    }

    @Test
    void aServerThatIsNotThereEndsWithOneLineAndItsExitCode() {
        Program.Outcome outcome = Program.run(
                "up",
                "--for",
                "1s",
                "--port",
                "0",
                "--data",
                data + "",
                "--timeout",
                "1s",
                "--db",
                "jdbc:postgresql://127.0.0.1:1/venue?password=secret");

        assertThat(outcome.exitCode()).as(outcome + "").isEqualTo(5);
        assertThat(outcome.err()).contains("127.0.0.1:1/venue").doesNotContain("secret", "\tat ");
    }

    private Program.Outcome daybook(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--data", data.toString(), "--db", server.url()));
        Program.Outcome outcome = Program.run(all.toArray(new String[0]));
        assertThat(outcome.exitCode()).as(outcome + "").isZero();
        return outcome;
    }

    private List<Object> rows(String report) {
        return Json.array(Json.readOwn(daybook(report, "--json").out().getBytes(StandardCharsets.UTF_8)));
    }

    private static Map<String, Object> json(Program.Outcome outcome) {
        return Json.object(Json.readOwn(outcome.lastLine().getBytes(StandardCharsets.UTF_8)));
    }

    private static long number(Map<String, Object> fields, String name) {
        return fields.get(name) instanceof Json.Numeral number ? Long.parseLong(number.text()) : -1;
    }

    private long count(String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
