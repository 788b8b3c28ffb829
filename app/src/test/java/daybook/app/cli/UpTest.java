package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.app.cli.Cli.Ran;
import daybook.app.config.Configuration;
import daybook.app.config.ConfigurationLoader;
import daybook.app.venue.VenueProcess;
import daybook.app.venue.VenueSettings;
import daybook.exchange.pipeline.RecoveryProgress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole chain in one process: up, and then every command that looks at what it left. */
class UpTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void aRunEndsCleanAndEverythingAgrees() throws IOException {
        Ran up = up("6s", "--rate", "200");
        Map<String, Object> summary = json(up.lastLine());

        assertThat(up.exit()).as(up.err()).isZero();
        assertThat(number(summary, "accepted")).isPositive();
        assertThat(number(summary, "trades")).isPositive();
        assertThat(number(summary, "lag")).isZero();
        assertThat(number(summary, "errors")).isZero();
        assertThat(number(summary, "durableSeq")).isEqualTo(number(summary, "publishedSeq"));
        assertThat(up.err()).contains("operator token, shown this once");

        assertThat(run("journal", "verify").exit()).isZero();
        aNotedDigestHolds();
        assertThat(run("journal", "stats", "--json").out()).contains("\"durableSeq\":" + number(summary, "durableSeq"));
        assertThat(run("journal", "dump").out().lines()).hasSize((int) number(summary, "durableSeq"));
        assertThat(run("journal", "dump", "--commands").out()).contains("\"type\":\"NewOrder\"");
        assertThat(run("journal", "archive", "--dry-run").exit()).isZero();
        assertThat(run("journal", "prune").exit()).isEqualTo(2);
        Ran checked = run("check", "--json");
        assertThat(checked.exit()).as(checked.out()).isZero();
        assertThat(checked.out())
                .startsWith("{\"published\":" + number(summary, "publishedSeq") + ",\"missing\":0,\"duplicates\":0");
        Ran reconciled = run("reconcile", "--json");
        assertThat(reconciled.exit()).as(reconciled.out()).isZero();
        assertThat(reconciled.out()).contains("\"differences\":[],\"zeroSum\":true,\"cash\":true");
        for (String rows : List.of("positions", "orders", "fills", "trades")) {
            assertThat(run(rows, "--symbol", "INFY", "--json").out()).startsWith("[{");
        }
        assertThat(run("lag", "--json").out()).contains("\"group\":\"ledger\"").doesNotContain("\"lag\":1");
        theBarsAreThoseOfTheTrades();
        assertThat(run("topics", "verify").exit()).isZero();
        assertThat(run("status", "--json").exit()).isEqualTo(5);
        long published = run("consume", "exchange.events.v1", "-e", "--json")
                .out()
                .lines()
                .count();
        assertThat(published).isEqualTo(number(summary, "publishedSeq"));
        assertThat(run("consume", "fills.v1", "-o", "-1", "-e").out()).contains("\"type\":\"Fill\"");
        assertThat(run("consume", "fils.v1", "-e").err()).contains("did you mean fills.v1?");
        assertThat(run("symbols", "list").out()).contains("SBIN");
        everythingIsItsOwnersOnly();
        aJournalThatLostItsTailIsBehindTheCheckpoint();
    }

    /** Added up here from the other service's tables: as many trades, as much volume, the same last price. */
    private void theBarsAreThoseOfTheTrades() {
        List<Object> trades = Json.array(Json.readOwn(run("trades", "--symbol", "INFY", "--limit", "10000", "--json")
                .out()
                .getBytes(StandardCharsets.UTF_8)));
        for (String timeframe : List.of("1s", "1m", "1d")) {
            List<Object> bars = Json.array(
                    Json.readOwn(run("bars", "export", "--symbol", "INFY", "--timeframe", timeframe, "--json")
                            .out()
                            .getBytes(StandardCharsets.UTF_8)));
            assertThat(bars.stream()
                            .mapToLong(bar -> number(Json.object(bar), "count"))
                            .sum())
                    .as(timeframe)
                    .isEqualTo(trades.size());
            assertThat(sum(bars, "volume")).isEqualTo(sum(trades, "quantity"));
            assertThat(Json.object(bars.get(bars.size() - 1)).get("close"))
                    .isEqualTo(Json.object(trades.get(0)).get("price"));
        }
    }

    private static long sum(List<Object> rows, String field) {
        return rows.stream()
                .mapToLong(row -> Long.parseLong(String.valueOf(Json.object(row).get(field))))
                .sum();
    }

    @Test
    void aPositionThatIsNotWhatTheExchangeSaysIsFound() throws SQLException {
        assertThat(up("6s", "--rate", "200").exit()).isZero();
        try (Connection ledger = DriverManager.getConnection("jdbc:sqlite:" + data() + "/db/ledger.db");
                Statement statement = ledger.createStatement()) {
            int changed = statement.executeUpdate("UPDATE position_entry SET quantity = quantity + 1 WHERE"
                    + " (account_no, symbol_no) = (SELECT account_no, symbol_no FROM position"
                    + " WHERE settled = 1 AND account = 'sim-001' LIMIT 1)");
            assertThat(changed).isEqualTo(1);
        }

        Ran reconciled = run("reconcile", "--json");

        assertThat(reconciled.exit()).isEqualTo(6);
        assertThat(reconciled.out()).contains("\"account\":\"sim-001\"").contains("\"zeroSum\":false");
    }

    @Test
    void aRestartGoesOnInTimeAndNumbersAndKeepsItsTokens() {
        Ran first = up("4s");
        Ran second = up("4s");

        assertThat(second.exit()).as(second.err()).isZero();
        assertThat(number(json(second.lastLine()), "durableSeq"))
                .isGreaterThan(number(json(first.lastLine()), "durableSeq"));
        assertThat(second.err()).doesNotContain("operator token");
        List<Long> times = run("journal", "dump")
                .out()
                .lines()
                .map(l -> number(json(l), "time"))
                .toList();
        assertThat(times).isSorted();
        assertThat(run("reconcile").exit()).isZero();
    }

    @Test
    void aRunningVenueIsAskedAndASecondOneIsRefused() {
        Configuration quiet = new ConfigurationLoader(
                        Map.of("DAYBOOK_DATA", data(), "DAYBOOK_HTTP_PORT", "0", "DAYBOOK_TRADERS", "0"))
                .load(Map.of(), Optional.empty());
        try (VenueProcess venue = VenueProcess.open(VenueSettings.of(quiet), RecoveryProgress.NONE)) {
            assertThat(venue.failure()).isEmpty();
            askTheRunningVenue();
        }
        assertThat(run("account", "list", "--json").out()).contains("\"account\":\"desk-7\",\"enabled\":false");
    }

    private void askTheRunningVenue() {
        Ran second = up("1s");
        assertThat(second.exit()).isEqualTo(5);
        assertThat(second.err()).contains("locked");
        assertThat(run("status", "--json").out()).contains("\"role\":\"venue\"").contains("\"connected\":true");
        assertThat(run("health", "ledger").exit()).isZero();
        Ran token = run("token", "create", "--role", "trader", "--account", "alice", "--json");
        assertThat(token.out()).contains("\"token\":\"daybook_");
        String id = String.valueOf(json(token.out()).get("id"));
        assertThat(run("token", "list").out()).contains(id);
        assertThat(run("token", "revoke", id).exit()).isZero();
        assertThat(run("token", "revoke", id).exit()).isEqualTo(3);
        assertThat(run("account", "enable", "desk-7", "--orders-per-second", "500")
                        .exit())
                .isZero();
        assertThat(run("account", "disable", "desk-7").exit()).isZero();
        assertThat(run("symbols", "add", "WIPRO", "--reference", "250.00", "--tick", "0.05")
                        .exit())
                .isZero();
        assertThat(run("symbols", "change", "WIPRO", "--tick", "x").exit()).isEqualTo(2);
        Ran produced = Cli.runWith(
                Map.of(), "one\ntwo\n", "produce", "broadcasts.v1", "-k", "room", "--json", "--data", data());
        assertThat(produced.out().lines()).hasSize(2).allMatch(line -> line.contains("\"offset\":"));
        assertThat(run("consume", "broadcasts.v1", "-e").out()).isEqualTo("one\ntwo\n");
        assertThat(run("groups", "reset", "report", "--topic", "fills.v1", "--to-offset", "0", "--yes")
                        .exit())
                .isZero();
        assertThat(run("outbox", "purge", "--dry-run").exit()).isZero();
        assertThat(run("check").exit()).isZero();
        assertThat(run("reconcile").exit()).isZero();
    }

    private void aJournalThatLostItsTailIsBehindTheCheckpoint() throws IOException {
        Path segment = directory.resolve("venue/journal/00000000000000000001.journal");
        byte[] bytes = Files.readAllBytes(segment);
        Files.write(segment, Arrays.copyOf(bytes, bytes.length - 5_000));

        Ran verified = run("journal", "verify");

        assertThat(verified.exit()).isEqualTo(6);
        assertThat(verified.err()).contains("behind the publisher checkpoint").hasLineCount(1);
    }

    /** SECURITY 33. */
    private void aNotedDigestHolds() {
        String digest = String.valueOf(
                json(run("journal", "verify", "--json").lastLine()).get("digest"));
        char last = digest.charAt(digest.length() - 1);
        String other = digest.substring(0, digest.length() - 1) + (last == '0' ? '1' : '0');

        assertThat(run("journal", "verify", "--quick", "--expect", digest).exit())
                .isZero();
        Ran changed = run("journal", "verify", "--quick", "--expect", other);
        assertThat(changed.exit()).isEqualTo(6);
        assertThat(changed.err()).contains("is not what was noted");
        assertThat(run("journal", "verify", "--expect", "9f86").exit()).isEqualTo(2);
    }

    private void everythingIsItsOwnersOnly() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("venue"))))
                .isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(directory.resolve("venue"))) {
            assertThat(files.filter(f -> f.toString().endsWith(".json") || f.endsWith("venue.id")))
                    .allSatisfy(f -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(f)))
                            .isEqualTo("rw-------"));
        }
    }

    /** P13: no special code; the first start that may publish sends everything. */
    @Test
    void whatWasNotPublishedIsPublishedByTheFirstStartThatMay() {
        Map<String, String> off = Map.of("KAFKA_EVENT_PUBLISH_ENABLED", "false");
        Ran silent = Cli.runWith(off, "", "up", "--for", "2s", "--json", "--port", "0", "--data", data());
        Ran loud = up("2s");

        Map<String, Object> before = json(silent.lastLine());
        assertThat(number(before, "publishedSeq")).isZero();
        assertThat(number(before, "lag"))
                .isEqualTo(number(before, "durableSeq"))
                .isPositive();
        Map<String, Object> after = json(loud.lastLine());
        assertThat(number(after, "publishedSeq")).isGreaterThan(number(before, "durableSeq"));
        assertThat(run("check").exit()).isZero();
    }

    private Ran up(String duration, String... more) {
        return Cli.run(Stream.concat(
                        Stream.of("up", "--for", duration, "--json", "--port", "0", "--data", data()), Stream.of(more))
                .toArray(String[]::new));
    }

    private Ran run(String... args) {
        return Cli.run(
                Stream.concat(Stream.of(args), Stream.of("--data", data())).toArray(String[]::new));
    }

    private String data() {
        return directory.resolve("venue").toString();
    }

    private static Map<String, Object> json(String line) {
        return Json.object(Json.readOwn(line.getBytes(StandardCharsets.UTF_8)));
    }

    private static long number(Map<String, Object> json, String field) {
        return json.get(field) instanceof Json.Numeral number ? Long.parseLong(number.text()) : -1;
    }
}
