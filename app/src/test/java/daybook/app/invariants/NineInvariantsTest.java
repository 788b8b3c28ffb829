package daybook.app.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.config.ConfigurationLoader;
import daybook.app.venue.VenueProcess;
import daybook.app.venue.VenueSettings;
import daybook.exchange.pipeline.RecoveryProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checker sees what is wrong, and nothing where nothing is. */
class NineInvariantsTest {
    @TempDir
    Path folder;

    @Test
    void theyHoldAfterACalmRunAndEachTamperingIsSeen() throws IOException, InterruptedException, SQLException {
        Path data = folder.resolve("data");
        Set<Thread> before = Health.threads();
        run(data);
        Health.noThreadIsLeft(before);
        NineInvariants.hold(data, Told.NOTHING);

        Told lies = new Told();
        lies.accepted("alice", "never-sent", 7, 3);
        assertThat(NineInvariants.violations(data, lies)).anyMatch(wrong -> wrong.startsWith("3: alice/never-sent"));

        Path left = Files.createFile(data.resolve("snapshots/half.new"));
        assertThat(NineInvariants.violations(data, Told.NOTHING)).containsExactly("9: left over: snapshots/half.new");
        Files.delete(left);

        Path line = data.resolve("publisher.checkpoint");
        String saved = Files.readString(line);
        Files.writeString(line, saved.replaceAll("(?m)^mark [0-9]+", "mark 999999"));
        assertThat(NineInvariants.violations(data, Told.NOTHING)).anyMatch(wrong -> wrong.startsWith("2: saved line"));
        Files.writeString(line, saved);

        update(
                data,
                "UPDATE position_entry SET quantity = quantity + 1 WHERE (account_no, symbol_no) ="
                        + " (SELECT account_no, symbol_no FROM position WHERE settled = 1 LIMIT 1)");
        assertThat(NineInvariants.violations(data, Told.NOTHING))
                .singleElement()
                .asString()
                .startsWith("6: the ledger");
    }

    private static void run(Path data) throws InterruptedException {
        VenueSettings settings = VenueSettings.of(new ConfigurationLoader(Map.of(
                        "DAYBOOK_DATA", data.toString(),
                        "DAYBOOK_HTTP_PORT", "0",
                        "DAYBOOK_CLOCK_SPEED", "60",
                        "DAYBOOK_RATE", "200"))
                .load(Map.of(), Optional.empty()));
        try (VenueProcess venue = VenueProcess.open(settings, RecoveryProgress.NONE)) {
            venue.await(Optional.of(Duration.ofSeconds(2)));
        }
    }

    private static void update(Path data, String sql) throws SQLException {
        try (Connection ledger = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("db/ledger.db"));
                Statement statement = ledger.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isEqualTo(1);
        }
    }
}
