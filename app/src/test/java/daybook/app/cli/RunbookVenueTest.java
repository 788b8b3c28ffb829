package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.kafka.TestBroker;
import daybook.delivery.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** P23: the pages "Data and messaging" and "The database", typed from top to bottom on a venue that trades. */
class RunbookVenueTest {
    private static final Page MESSAGING = Page.of("data-and-messaging.md");
    private static final Page DATABASE = Page.of("database.md");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Test
    void dataAndMessagingOnTheEmbeddedLog() throws IOException {
        List<Page.Step> steps = MESSAGING.section("").steps();
        try (Typist typist = new Typist(data)) {
            typist.type(new Page.Step("start", "daybook up --rate 200", 0));
            typist.await("INFY", "fills", "--symbol", "INFY", "--json");
            for (Page.Step step : steps) {
                if (step.name().startsWith("Stopped:")) {
                    typist.stopAll();
                }
                typist.type(mirrored(step));
            }
            typist.type(new Page.Step("and start again", "daybook up --traders 0 --for 2s", 0));
            typist.type(new Page.Step("positions are the same", "daybook reconcile", 0));
        }
        assertThat(steps).hasSizeGreaterThan(15);
    }

    @Test
    void aRecordThatAServiceCannotProcess() {
        List<Page.Step> steps =
                MESSAGING.section("A record that a service cannot process").steps();
        try (Typist typist = new Typist(data)) {
            for (Page.Step step : steps) {
                typist.type(step);
                if (step.command().contains("produce")) {
                    typist.await("ledger-1", "dlq", "list"); // a person is not quicker than the service
                }
            }
            assertThat(typist.run("positions", "--account", "demo", "--json").out())
                    .contains("\"quantity\":\"7\"", "\"pending\":false");
        }
        assertThat(steps).hasSizeGreaterThan(10);
    }

    @Test
    void dataAndMessagingOnKafka() {
        TestBroker.shared(); // skips where there can be none
        List<Page.Step> steps = MESSAGING.section("On Kafka").steps();
        try (Typist typist = new Typist(data)) {
            steps.forEach(typist::type);
            assertThat(typist.run("status", "--json").out())
                    .contains("\"role\":\"capture,ledger,board\"", "\"role\":\"audit\"", "\"role\":\"web\"");
            assertThat(data.resolve("heartbeat-ledger.json")).exists();
            typist.stopAll();
            assertThat(data.resolve("heartbeat-ledger.json"))
                    .as("it stopped in order")
                    .doesNotExist();
        } finally {
            Cli.run("broker", "stop", "--data", data.toString());
        }
        assertThat(steps).hasSizeGreaterThan(8);
    }

    @Test
    @EnabledIfSystemProperty(named = "daybook.long", matches = "true")
    void theOutageDrill() {
        TestBroker.shared();
        try (Typist typist = new Typist(data)) {
            typist.type(new Page.Step("broker", "daybook broker start", 0));
            typist.type(new Page.Step("topics", "daybook topics init", 0));
            typist.type(new Page.Step("venue", "daybook up --log kafka", 0));
            MESSAGING.section("Outage drill").steps().forEach(typist::type);
        } finally {
            Cli.run("broker", "stop", "--data", data.toString());
        }
    }

    @Test
    void theDatabasePage() throws SQLException, IOException {
        PostgresServer server = PostgresServer.shared();
        server.execute("DROP DATABASE IF EXISTS venue");
        server.execute("DROP ROLE IF EXISTS daybook");
        for (String statement : sql("CREATE ROLE").split(";")) {
            server.execute(statement);
        }
        String there = server.url().replaceFirst("jdbc:postgresql://([^/]*)/.*", "jdbc:postgresql://$1/venue");
        Path password = Files.writeString(data.resolve("password"), "...");
        List<Page.Step> steps = DATABASE.steps();
        try (Typist typist = new Typist(data.resolve("venue"))) {
            typist.set("DAYBOOK_DB", there);
            typist.set("DAYBOOK_DB_USERNAME", "daybook");
            typist.set("DAYBOOK_DB_PASSWORD_FILE", password.toString());
            steps.forEach(step -> typist.type(here(onServer(step, there))));
            assertThat(data.resolve("venue/db")).doesNotExist();
            execute(there, sql("SELECT name"));

            execute(there, sql("DROP SCHEMA"));
            typist.type(onServer(steps.get(0), there));
            typist.type(new Page.Step("then", "daybook reconcile", 0));
        }
        assertThat(steps).hasSizeGreaterThan(6);
    }

    private static void execute(String url, String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url + "?user=daybook");
                Statement made = connection.createStatement()) {
            made.execute(statement);
        }
    }

    private static Page.Step onServer(Page.Step step, String url) {
        String command =
                step.command().replace("jdbc:postgresql://127.0.0.1/venue", url).replace("--for 30s", "--for 3s");
        return new Page.Step(step.name(), command, step.exit());
    }

    /** Who needs a mirror has made one. */
    private Page.Step mirrored(Page.Step step) throws IOException {
        if (!step.command().contains("--from mirror")) {
            return step;
        }
        Path mirror = Files.createDirectories(data.resolve("mirror/journal"));
        try (Stream<Path> segments = Files.list(data.resolve("journal"))) {
            for (Path segment : segments.filter(Files::isRegularFile).toList()) {
                Files.copy(segment, mirror.resolve(segment.getFileName().toString()));
            }
        }
        return new Page.Step(step.name(), step.command().replace("mirror", mirror.toString()), step.exit());
    }

    private Page.Step here(Page.Step step) {
        String file = data.resolve("ledger.snapshot").toString();
        return new Page.Step(step.name(), step.command().replace("ledger.snapshot", file), step.exit());
    }

    /** The statement on the page that begins so. */
    private static String sql(String beginning) {
        Matcher found = Pattern.compile("`(" + beginning + "[^`]*)`").matcher(DATABASE.text());
        assertThat(found.find()).as(beginning).isTrue();
        return found.group(1);
    }
}
