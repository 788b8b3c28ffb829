package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger that is not right is named while the venue runs, and built again beside itself. */
class ReconciliationTest {
    private static final String REBUILD = "/api/v1/ops/services/ledger/rebuild";

    @TempDir
    Path directory;

    @Test
    void aDoubledPositionIsNamedWithinSecondsAndMendedFromTheLog() throws SQLException {
        try (RunningVenue venue = new RunningVenue(directory)) {
            venue.open();
            trade(venue);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> venue.get("operator", "/api/v1/positions?account=bot-2")
                            .body()
                            .contains("\"quantity\":\"3\""));

            await().atMost(Duration.ofSeconds(20)).until(() -> isSettled(directory.resolve("db/ledger.db")));
            doubled(directory.resolve("db/ledger.db"));
            await().atMost(Duration.ofSeconds(40))
                    .untilAsserted(() -> assertThat(status(venue)).contains("reconciliation: bot-1 INFY:"));
            assertThat(status(venue))
                    .contains("\"state\":\"red\"")
                    .contains("bot-2 INFY: the ledger has 6 for")
                    .contains("the exchange's trades make 3 for");

            assertThat(venue.send("operator", "POST", REBUILD, "{}").status()).isEqualTo(200);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> venue.get("operator", REBUILD).text("state").equals("done"));
            await().atMost(Duration.ofSeconds(40)).until(() -> status(venue).contains("\"state\":\"green\""));
            assertThat(venue.get("operator", "/api/v1/positions?account=bot-2").body())
                    .contains("\"quantity\":\"3\"");
        }
    }

    @Test
    void onlyTheLedgerIsBuiltAgainAndOnlyByAnOperator() {
        try (RunningVenue venue = new RunningVenue(directory)) {
            assertThat(venue.send("bot-1", "POST", REBUILD, "{}").status()).isEqualTo(403);
            assertThat(venue.send("operator", "POST", "/api/v1/ops/services/board/rebuild", "{}")
                            .status())
                    .isEqualTo(404);
            assertThat(venue.get("operator", REBUILD).text("state")).isEqualTo("none");

            // Nothing was left in the place of a snapshot.
            venue.send("operator", "POST", REBUILD, "{\"fromSnapshot\":true}");
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> venue.get("operator", REBUILD).text("state").equals("failed"));
            assertThat(venue.get("operator", REBUILD).text("message")).contains("ledger.snapshot.db is not there");
        }
    }

    private static void trade(RunningVenue venue) {
        for (String[] order : new String[][] {{"bot-1", "SELL"}, {"bot-2", "BUY"}}) {
            String body = "{\"clientOrderId\":\"" + order[1] + "\",\"symbol\":\"INFY\",\"side\":\"" + order[1]
                    + "\",\"type\":\"LIMIT\",\"timeInForce\":\"GTC\",\"price\":\"1500.00\",\"quantity\":\"3\"}";
            assertThat(venue.send(order[0], "POST", "/api/v1/orders", body).status())
                    .isEqualTo(200);
        }
    }

    private static String status(RunningVenue venue) {
        return venue.get("operator", "/api/v1/ops/status").body();
    }

    /** Until then the ledger knows better than the table that is spoiled here, and writes it once more. */
    private static boolean isSettled(Path ledger) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + ledger + "?busy_timeout=10000");
                Statement select = connection.createStatement();
                ResultSet row = select.executeQuery("SELECT COUNT(*) FROM position_entry")) {
            return row.getLong(1) == 2;
        }
    }

    /** As a batch that was applied twice would leave it. */
    private static void doubled(Path ledger) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + ledger + "?busy_timeout=10000");
                Statement update = connection.createStatement()) {
            update.executeUpdate("UPDATE position_entry SET quantity = 2 * quantity, cash = 2 * cash, cost = 2 * cost");
        }
    }
}
