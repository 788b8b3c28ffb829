package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.kafka.KafkaTool;
import daybook.app.kafka.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a venue has run on a real broker and stopped: what Kafka's own tools see of it, and what a second reading changes. */
class KafkaFromOutsideIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int EVENTS = 1_000;

    /** Where a reader is, who works, what waits to be sent. Positions get rows only once in a while: they are asked for instead. */
    private static final List<String> NOT_RESULTS = List.of(
            "cursor_position", "lease", "outbox", "outbox_mark", "sqlite_sequence", "ledger_version", "position_entry");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static TestBroker broker;

    private static Map<String, String> environment = Map.of();

    @BeforeAll
    static void aVenueHasRun() {
        broker = TestBroker.start(Map.of());
        environment = broker.environment();
        assertThat(Program.runWith(environment, "topics", "init").exitCode()).isZero();
        RunningVenue venue = RunningVenue.startWith(environment, data(), "--rate", "500");
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (venue.status().get("publishedSeq").asLong() < EVENTS || !hasTraded(venue)) {
            assertThat(System.nanoTime() - end).as(venue.status().toString()).isNegative();
            RunningVenue.pause(Duration.ofMillis(100));
        }
        venue.becomesGreen(PATIENCE);
        assertThat(venue.stop()).as(venue.errors()).isZero();
    }

    @AfterAll
    static void end() {
        broker.close();
    }

    /** Issue 3: kafka-consumer-groups shows our groups' lag, kafka-console-consumer prints our JSON with CloudEvents headers. */
    @Test
    void kafkasOwnToolsSeeOurGroupsAndOurEvents() {
        String prefix = environment.getOrDefault("KAFKA_TOPIC_PREFIX", "");
        String group = environment.getOrDefault("KAFKA_GROUP", "");

        KafkaTool.Said groups =
                KafkaTool.run(broker.address(), KafkaTool.CONSUMER_GROUPS, "--describe", "--all-groups");
        KafkaTool.Said events = KafkaTool.run(
                broker.address(),
                KafkaTool.CONSOLE_CONSUMER,
                "--topic",
                prefix + "exchange.events.v1",
                "--from-beginning",
                "--max-messages",
                Integer.toString(EVENTS),
                "--timeout-ms",
                "20000",
                "--formatter-property",
                "print.headers=true",
                "--formatter-property",
                "print.key=true");

        assertThat(KafkaTool.rows(groups.out(), group + ".capture", prefix + "exchange.events.v1"))
                .as(groups.toString())
                .hasSize(3)
                .allMatch(row -> row[3].equals(row[4]) && row[5].equals("0"), "at the end, lag 0");
        assertThat(KafkaTool.rows(groups.out(), group + ".ledger", prefix + "fills.v1"))
                .as(groups.toString())
                .hasSize(4)
                .allMatch(row -> row[3].equals(row[4]) && row[5].equals("0"), "at the end, lag 0");
        // Beside what the client logs.
        assertThat(events.out().lines().filter(line -> line.contains("\t{")))
                .as(events.err())
                .hasSize(EVENTS)
                .allMatch(line -> line.contains("ce_id:x-")
                        && line.contains("ce_specversion:1.0")
                        && line.contains("ce_type:")
                        && line.contains("content-type:application/json")
                        && line.matches(".*\t\\{\"type\":.*}"));
    }

    /** Issue 3: every group that has offsets back to the start; Kafka gives the partitions and batches in whatever order it likes. */
    @Test
    void readingEverythingAgainChangesNoTable() throws SQLException {
        Map<String, List<String>> before = tables();
        String positions = run("positions", "--json").out();

        for (List<String> each : List.of(List.of("capture", "exchange.events.v1"), List.of("ledger", "fills.v1"))) {
            Program.Outcome reset =
                    run("groups", "reset", each.get(0), "--topic", each.get(1), "--to-offset", "0", "--yes", "--json");
            assertThat(reset.exitCode()).as(reset.toString()).isZero();
            assertThat(reset.out()).contains("\"committed\":0,\"newOffset\":0");
        }
        RunningVenue roles = RunningVenue.role(environment, data(), "capture,ledger,board");
        roles.catchesUp(PATIENCE);
        assertThat(run("groups", "reset", "ledger", "--topic", "fills.v1", "--to-offset", "0", "--yes")
                        .exitCode())
                .as("a service that runs is not reset")
                .isEqualTo(5);
        assertThat(roles.stop()).as(roles.errors()).isZero();

        assertThat(tables()).isEqualTo(before);
        assertThat(run("positions", "--json").out()).isEqualTo(positions);
    }

    private static Map<String, List<String>> tables() throws SQLException {
        Map<String, List<String>> tables = new TreeMap<>();
        for (String service : List.of("capture", "ledger")) {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database(service));
                    Statement statement = connection.createStatement()) {
                for (String table : names(statement)) {
                    tables.put(service + "." + table, rows(statement, table));
                }
            }
        }
        return tables;
    }

    private static Path database(String service) {
        try (var files = Files.walk(data())) {
            return files.filter(file -> file.getFileName().toString().equals(service + ".db"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Set<String> names(Statement statement) throws SQLException {
        Set<String> names = new TreeSet<>();
        try (ResultSet row = statement.executeQuery("SELECT name FROM sqlite_master WHERE type = 'table'")) {
            while (row.next()) {
                names.add(row.getString(1));
            }
        }
        NOT_RESULTS.forEach(names::remove);
        return names;
    }

    private static List<String> rows(Statement statement, String table) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("SELECT * FROM " + table)) {
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                StringBuilder text = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    text.append(row.getString(column)).append(' ');
                }
                rows.add(text.toString());
            }
        }
        rows.sort(null);
        return rows;
    }

    private static Program.Outcome run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--data", data().toString()));
        return Program.runWith(environment, all.toArray(String[]::new));
    }

    private static boolean hasTraded(RunningVenue venue) {
        return venue.ask(venue.operator(), "GET", "/api/v1/trades/INFY?limit=1", new byte[0])
                .body()
                .contains("price");
    }

    private static Path data() {
        return folder.resolve("data");
    }
}
