package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.jobs.JobSettings.Driver;
import daybook.app.kafka.KafkaTool;
import daybook.app.kafka.TestBroker;
import daybook.delivery.PostgresServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Workers as their operators start them: {@code daybook queue work} that is asked to stop, {@code daybook run worker} that is killed. */
@EnabledIfSystemProperty(named = "daybook.long", matches = "true")
class JobWorkersIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int MANY = 3_000;
    private static final int SOME = 300;

    /** Jobs that a worker does at once: of so many that were done it may not have said so when it was killed. */
    private static final int SLOTS = 2;

    private static final String DONE = "SELECT COUNT(*) FROM %sjob_history WHERE outcome = 'DONE'";
    private static final String DONE_IDS = "SELECT COUNT(DISTINCT job_id) FROM %sjob_history WHERE outcome = 'DONE'";

    @TempDir
    Path folder;

    private interface Condition {
        boolean holds() throws SQLException;
    }

    @Test
    void queueWorkThatIsAskedToStopFinishesWhatRunsAndLosesNothing() throws Exception {
        Path data = folder.resolve("data");
        ok(Map.of(), "up", "--for", "1s", "--traders", "0", "--port", "0", "--data", data.toString());
        ok(Map.of(), "queue", "push", "default", "--payload", "{\"name\":\"INFY\"}", "--data", data.toString());
        String database = "jdbc:sqlite:" + data.resolve("db").resolve("jobs.db");
        write(
                database,
                "WITH RECURSIVE g(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM g WHERE i < " + (MANY - 1) + ")"
                        + " INSERT INTO job (queue, id, name, payload, priority, pushed_at_ms, due_at_ms, wake_at_ms,"
                        + " state) SELECT 'default', 'job-' || i, 'example.greet', '{\"name\":\"TCS\"}', 0, 0, 0, 0, 1"
                        + " FROM g");

        Path said = folder.resolve("work.out");
        Process work = launcher(said, "queue", "work", "--slots", "4", "--json", "--data", data.toString());
        await("work", () -> number(database, DONE.formatted("")) > 100);
        work.destroy(); // SIGTERM
        assertThat(work.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

        assertThat(work.exitValue()).isZero();
        JsonNode told = RunningVenue.JSON.readTree(Files.readString(said));
        long done = number(database, DONE.formatted(""));
        System.out.println("queue work: stopped after " + done + " of " + MANY + " jobs");
        assertThat(told.get("done").asLong()).isEqualTo(done);
        assertThat(told.get("failedAttempts").asLong()).isZero();
        assertThat(done).isBetween(100L, MANY - 1L);
        assertThat(number(database, "SELECT COUNT(*) FROM job WHERE state = 2"))
                .as("in flight")
                .isZero();
        assertThat(number(database, "SELECT COUNT(*) FROM job WHERE attempts > 0"))
                .as("begun and not finished")
                .isZero();
        assertThat(number(database, "SELECT COUNT(*) FROM job")).isEqualTo(MANY - done);
        ok(Map.of(), "queue", "work", "--until-empty", "--slots", "4", "--data", data.toString());
        assertThat(number(database, "SELECT COUNT(*) FROM job")).isZero();
        assertThat(List.of(number(database, DONE.formatted("")), number(database, DONE_IDS.formatted(""))))
                .as("each once")
                .containsOnly((long) MANY);
    }

    /** Nothing is set but the driver. */
    @ParameterizedTest
    @EnumSource(Driver.class)
    void runWorkerThatIsKilledIsFollowedByOneThatCarriesOn(Driver driver) throws SQLException {
        try (PostgresServer server = PostgresServer.start();
                TestBroker broker = TestBroker.start(Map.of())) {
            Map<String, String> environment = new HashMap<>(broker.environment());
            String group = environment.getOrDefault("KAFKA_GROUP", "");
            String topic = environment.getOrDefault("KAFKA_TOPIC_PREFIX", "") + "jobs.default";
            environment.put("DAYBOOK_DB", server.url());
            environment.put("QUEUE_DRIVER", driver.text());
            environment.put("QUEUE_SCHEDULES", "false");
            ok(environment, "topics", "init");
            RunningVenue exchange = RunningVenue.role(environment, folder.resolve("exchange"), "exchange");
            RunningVenue worker = RunningVenue.role(environment, folder.resolve("one"), "worker");
            push(exchange, 1);
            await("the first", () -> done(server) == 1);
            push(exchange, SOME);
            worker.killNine();
            long before = done(server);
            RunningVenue next = RunningVenue.role(environment, folder.resolve("two"), "worker");
            await(
                    "an empty queue",
                    () -> exchange.get(exchange.operator(), "/api/v1/jobs/default")
                            .orElseThrow()
                            .body()
                            .contains("\"size\":0"));

            System.out.println("run worker, " + driver.text() + ": killed after " + before + " of " + (1 + SOME));
            assertThat(before).isLessThan(1 + SOME);
            await("history", () -> done(server) >= 1 + SOME - SLOTS);
            assertThat(exchange.get(exchange.operator(), "/api/v1/jobs/default/failed")
                            .orElseThrow()
                            .body())
                    .isEqualTo("[]");
            if (driver == Driver.LOG) {
                String name = group + ".jobs.default";
                KafkaTool.Said[] groups = new KafkaTool.Said[1];
                await("no lag", () -> {
                    groups[0] =
                            KafkaTool.run(broker.address(), KafkaTool.CONSUMER_GROUPS, "--describe", "--group", name);
                    List<String[]> rows = KafkaTool.rows(groups[0].out(), name, topic);
                    return rows.size() == 6 && rows.stream().allMatch(row -> row[5].equals("0"));
                });
            }
            assertThat(List.of(next.stop(), exchange.stop())).containsOnly(0);
        }
    }

    private static void push(RunningVenue venue, int jobs) {
        String body = "{\"name\":\"example.greet\",\"payload\":\"{\\\"name\\\":\\\"INFY\\\"}\"}";
        for (int i = 0; i < jobs; i++) {
            assertThat(venue.ask(
                                    venue.operator(),
                                    "POST",
                                    "/api/v1/jobs/default",
                                    body.getBytes(StandardCharsets.UTF_8))
                            .statusCode())
                    .isEqualTo(201);
        }
    }

    private static long done(PostgresServer server) throws SQLException {
        return number(server.url(), DONE_IDS.formatted("jobs."));
    }

    private static void ok(Map<String, String> environment, String... arguments) {
        Program.Outcome outcome = Program.runWith(environment, arguments);
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    }

    private static Process launcher(Path out, String... arguments) throws IOException {
        Path root = Path.of(System.getProperty("daybook.root", "..")).toAbsolutePath();
        List<String> command =
                new java.util.ArrayList<>(List.of(root.resolve("daybook").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("DAYBOOK_NO_BUILD", "1");
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return process;
    }

    private static void await(String what, Condition condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        boolean held = false;
        while (!held) {
            assertThat(System.nanoTime() - end).as(what).isNegative();
            RunningVenue.pause(Duration.ofMillis(50));
            try {
                held = condition.holds();
            } catch (SQLException notMadeYet) {
                held = false;
            }
        }
    }

    private static void write(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
