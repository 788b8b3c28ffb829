package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.app.cli.Cli.Ran;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may be done to a venue that has stopped, and what is said when something was done to it that may not. */
class StoppedVenueTest {
    private static final Pattern FILLED = Pattern.compile(
            "\"group\":\"ledger\",\"topic\":\"fills.v1\",\"partition\":(\\d+),\"committed\":\\d+,\"end\":[1-9]");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private static Path traded;

    /** Traded once, until somebody has a position: on a busy machine the first seconds end before the auction does. */
    @BeforeAll
    static void trade(@TempDir Path folder) {
        traded = folder.resolve("venue");
        for (int i = 0; i < 5 && (i == 0 || positions().startsWith("[]")); i++) {
            Ran up = Cli.run("up", "--data", traded.toString(), "--for", "3s", "--port", "0", "--rate", "200");
            assertThat(up.exit()).as(up.err()).isZero();
        }
    }

    private static String positions() {
        return Cli.run("positions", "--data", traded.toString(), "--json").out();
    }

    /** Each test has a copy of the venue. */
    @BeforeEach
    void copy() throws IOException {
        try (Stream<Path> files = Files.walk(traded)) {
            for (Path file : files.toList()) {
                Files.copy(
                        file,
                        directory
                                .resolve("venue")
                                .resolve(traded.relativize(file).toString()));
            }
        }
    }

    @Test
    void theVenuesOwnGroupsGoBackWithoutEffect() {
        String positions = run("positions", "--json").out();
        Ran dry = reset("ledger", "fills.v1", "--dry-run");
        assertThat(dry.exit()).as(dry.err()).isZero();
        assertThat(dry.out())
                .contains("\"newOffset\":0,\"dryRun\":true")
                .doesNotContain("\"committed\":0,\"newOffset\"");

        Ran ledger = reset("ledger", "fills.v1", "--yes");
        Ran capture = reset("capture", "exchange.events.v1", "--yes");

        assertThat(ledger.exit()).as(ledger.err()).isZero();
        assertThat(capture.exit()).as(capture.err()).isZero();
        assertThat(capture.out()).contains("\"committed\":0,\"newOffset\":0,\"dryRun\":false");
        assertThat(lagOf("ledger")).isPositive();
        assertThat(lagOf("capture")).isPositive();
        Ran again = up("venue", "2s", "--traders", "0");
        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(lagOf("ledger") + lagOf("capture")).isZero();
        assertThat(run("positions", "--json").out()).isEqualTo(positions);
        assertThat(run("check").exit()).isZero();
        assertThat(run("reconcile").exit()).isZero();
    }

    @Test
    void aRottenJournalIsHealedFromACopyAndOneThatHasItNotIsRefused() throws IOException {
        Path segment = segment(directory.resolve("venue/journal"));
        byte[] whole = Files.readAllBytes(segment);
        byte[] rotten = whole.clone();
        rotten[2_000] ^= 1;
        Files.write(segment, rotten);
        assertThat(run("journal", "verify").exit()).isEqualTo(6);

        Ran looked = run("journal", "repair", "--from", traded.toString(), "--dry-run", "--json");
        assertThat(looked.exit()).as(looked.err()).isZero();
        assertThat(looked.out())
                .contains("\"damaged\":true", segment.getFileName().toString());
        assertThat(segment).hasBinaryContent(rotten);
        assertThat(run("journal", "repair", "--from", "nowhere", "--yes").exit())
                .isEqualTo(3);
        Ran self = run("journal", "repair", "--from", directory.resolve("venue").toString(), "--yes");
        assertThat(self.exit()).isEqualTo(6);
        assertThat(self.err()).contains(segment.getFileName().toString()).hasLineCount(1);

        assertThat(run("journal", "repair", "--from", traded.toString(), "--yes")
                        .exit())
                .isZero();
        assertThat(segment).hasBinaryContent(whole);
        assertThat(run("journal", "verify").exit()).isZero();
    }

    private static Path segment(Path journal) throws IOException {
        try (Stream<Path> files = Files.list(journal)) {
            return files.filter(file -> file.toString().endsWith(".journal"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aServiceIsNotSentPastWhatItHasNotRead() {
        assertThat(reset("ledger", "fills.v1", "--yes").exit()).isZero();

        String partition = Integer.toString(partitionWithFills());

        Ran forward = run(
                "groups",
                "reset",
                "ledger",
                "--topic",
                "fills.v1",
                "--partition",
                partition,
                "--to-offset",
                "1",
                "--yes");

        assertThat(forward.exit()).isEqualTo(2);
        assertThat(forward.err()).contains("would skip what lies between").hasLineCount(1);
    }

    @Test
    void aPartitionThatIsNotThereIsNotReset() {
        Ran ran = run(
                "groups", "reset", "report", "--topic", "fills.v1", "--partition", "77", "--to-offset", "0", "--yes");

        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.err()).contains("--partition: 77").hasLineCount(1);
    }

    @Test
    void aGroupOfSomebodyElsesGoesWhereItIsSent() {
        int partition = partitionWithFills();

        Ran forward = run(
                "groups",
                "reset",
                "report",
                "--topic",
                "fills.v1",
                "--partition",
                Integer.toString(partition),
                "--to-offset",
                "1",
                "--yes",
                "--json");

        assertThat(forward.exit()).as(forward.err()).isZero();
        assertThat(forward.out()).contains("\"committed\":1,\"newOffset\":1");
        assertThat(run("lag", "--json").out())
                .contains("{\"group\":\"report\",\"topic\":\"fills.v1\",\"partition\":" + (partition + 1) % 4
                        + ",\"committed\":0");
    }

    @Test
    void aServiceThatNeverCameUpIsBehindByEverything() throws IOException {
        long before = lagOf("ledger");
        delete(directory.resolve("venue/log/groups"));

        assertThat(before).isZero();
        assertThat(lagOf("ledger")).isPositive();
        assertThat(run("groups", "describe", "ledger").exit()).isZero();
    }

    /** Decision 20: the publisher sends the whole journal, the outbox what it keeps, and everybody reads it from the start. */
    @Test
    void aLostLogIsMadeAgainByAStart() throws IOException {
        String positions = run("positions", "--json").out();
        delete(directory.resolve("venue/log"));

        Ran up = up("venue", "4s", "--traders", "0");

        assertThat(up.exit()).as(up.out() + up.err()).isZero();
        assertThat(lagOf("ledger") + lagOf("capture")).isZero();
        assertThat(run("positions", "--json").out()).isEqualTo(positions);
        assertThat(run("check").exit()).isZero();
        assertThat(run("reconcile").exit()).isZero();
    }

    /** Its outbox numbers its rows anew, in another order: the log must not take them for the ones that it has. */
    @Test
    void aLostDatabaseIsBuiltAgainFromTheLog() throws IOException {
        String positions = run("positions", "--json").out();
        delete(directory.resolve("venue/db"));

        Ran again = up("venue", "4s", "--traders", "0");

        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(lagOf("ledger") + lagOf("capture")).isZero();
        assertThat(run("positions", "--json").out()).isEqualTo(positions);
        assertThat(run("check").exit()).isZero();
        assertThat(run("reconcile").exit()).isZero();
    }

    @Test
    void aSpoiledLedgerIsFoundAndBuiltAgainFromTheLogOrFromASnapshot() throws SQLException {
        String positions = run("positions", "--json").out();
        Path snapshot = directory.resolve("ledger.snapshot");
        Ran taken = run("service", "snapshot", "ledger", "--out", snapshot.toString(), "--json");
        assertThat(taken.exit()).as(taken.err()).isZero();
        assertThat(run("service", "snapshot", "ledger", "--out", snapshot.toString())
                        .err())
                .contains("is there already");

        spoil();
        assertThat(run("reconcile").exit()).isEqualTo(6);
        Ran dry = run("service", "rebuild", "ledger", "--dry-run");
        assertThat(dry.exit()).as(dry.err()).isZero();
        assertThat(run("reconcile").exit()).isEqualTo(6);
        Ran fromLog = run("service", "rebuild", "ledger", "--yes", "--json");
        assertThat(fromLog.exit()).as(fromLog.err()).isZero();
        assertThat(run("positions", "--json").out()).isEqualTo(positions);

        spoil();
        Ran fromSnapshot =
                run("service", "rebuild", "ledger", "--from-snapshot", snapshot.toString(), "--yes", "--json");
        assertThat(fromSnapshot.exit()).as(fromSnapshot.err()).isZero();
        assertThat(run("positions", "--json").out()).isEqualTo(positions);
        assertThat(run("reconcile").exit()).isZero();
    }

    @Test
    void onlyWhatIsAServicesStateIsItsSnapshot() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "not a database");

        Ran ran = run("service", "rebuild", "ledger", "--from-snapshot", other.toString(), "--yes");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).startsWith("daybook: ledger: ").hasLineCount(1);
        assertThat(run("service", "rebuild", "capture", "--yes").exit()).isEqualTo(3);
        assertThat(run("reconcile").exit()).isZero();
    }

    private void spoil() throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("venue/db/ledger.db"));
                Statement update = connection.createStatement()) {
            update.executeUpdate("UPDATE position_entry SET quantity = quantity + 1");
            update.executeUpdate("UPDATE fill_entry SET quantity_after = quantity_after + 1");
        }
    }

    @Test
    void anotherVenuesLogIsRefused() throws IOException {
        assertThat(up("other", "1s").exit()).isZero();
        delete(directory.resolve("venue/log"));
        Files.move(directory.resolve("other/log"), directory.resolve("venue/log"), StandardCopyOption.ATOMIC_MOVE);

        Ran up = up("venue", "1s");

        assertThat(up.exit()).isEqualTo(1);
        assertThat(up.err())
                .contains("the log of venue ")
                .contains("expected: of this venue")
                .doesNotContain("ours");
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException stays) {
                    throw new UncheckedIOException(stays);
                }
            });
        }
    }

    private Ran reset(String group, String topic, String consent) {
        return run("groups", "reset", group, "--topic", topic, "--to-offset", "0", consent, "--json");
    }

    private long lagOf(String group) {
        List<Object> rows = Json.array(Json.readOwn(run("lag", "--json").out().getBytes(StandardCharsets.UTF_8)));
        return rows.stream()
                .map(Json::object)
                .filter(row -> group.equals(row.get("group")))
                .mapToLong(row -> number(row, "lag"))
                .sum();
    }

    /** Who trades in three seconds, and so which partitions have something, differs from run to run. */
    private int partitionWithFills() {
        Matcher filled = FILLED.matcher(run("lag", "--json").out());
        assertThat(filled.find()).isTrue();
        return Integer.parseInt(filled.group(1));
    }

    private Ran up(String name, String duration, String... more) {
        return Cli.run(Stream.concat(
                        Stream.of(
                                "up",
                                "--for",
                                duration,
                                "--json",
                                "--port",
                                "0",
                                "--data",
                                directory.resolve(name).toString()),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private Ran run(String... args) {
        return Cli.run(Stream.concat(
                        Stream.of(args),
                        Stream.of("--data", directory.resolve("venue").toString()))
                .toArray(String[]::new));
    }

    private static long number(Map<String, Object> json, String field) {
        return json.get(field) instanceof Json.Numeral number ? Long.parseLong(number.text()) : -1;
    }
}
