package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import daybook.app.Json;
import daybook.app.http.RunningVenue.Answered;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs over HTTP, of a whole venue whose worker does them. */
class JobRoutesTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static RunningVenue venue;

    @BeforeAll
    static void start() {
        venue = new RunningVenue(directory);
        venue.open();
    }

    @AfterAll
    static void stop() {
        venue.close();
    }

    @Test
    void aJobIsDoneAndItsHistorySaysSo() {
        assertThat(rows("/api/v1/job-history?job=none")).isEmpty();
        Answered pushed = push("{\"name\":\"example.greet\",\"payload\":\"{\\\"name\\\":\\\"INFY\\\"}\"}");

        assertThat(pushed.status()).isEqualTo(201);
        Map<String, Object> row = ended(pushed.text("id"));
        assertThat(row).containsEntry("outcome", "DONE").containsEntry("what", "hello, INFY");
        assertThat(venue.get("viewer", "/api/v1/jobs/default").body()).contains("\"size\":");
        assertThat(venue.get("viewer", "/api/v1/jobs").body())
                .contains("\"driver\":\"database\"", "\"venue.statements\"", "\"schedules\":[{\"name\":\"statements\"");
    }

    @Test
    void aJobThatFailsIsTriedThreeTimesShownAndRepaired() {
        Answered pushed = push("{\"name\":\"example.greet\",\"payload\":\"{}\"}");
        String id = pushed.text("id");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(venue.get("viewer", "/api/v1/jobs/default/failed")
                                .body())
                        .contains(id, "\"attempts\":3", "name: missing"));

        assertThat(venue.send("viewer", "POST", "/api/v1/jobs/default/failed/" + id + "/retry", "{}")
                        .status())
                .isEqualTo(403);
        Answered retried = venue.send("operator", "POST", "/api/v1/jobs/default/failed/" + id + "/retry", "{}");
        assertThat(retried.body()).contains("\"retried\":true");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(venue.get("viewer", "/api/v1/jobs/default/failed")
                                .body())
                        .contains(id));
        Answered repaired = venue.send(
                "operator",
                "POST",
                "/api/v1/jobs/default/failed/" + id + "/repair",
                "{\"payload\":\"{\\\"name\\\":\\\"TCS\\\"}\"}");

        assertThat(repaired.status()).isEqualTo(200);
        assertThat(repaired.text("id")).isEqualTo(id);
        assertThat(venue.send(
                                "operator",
                                "POST",
                                "/api/v1/jobs/default/failed/" + id + "/repair",
                                "{\"payload\":\"{}\"}")
                        .status())
                .as("the second of two who repair it")
                .isEqualTo(404);
        await().atMost(SOON).untilAsserted(() -> assertThat(ended(id)).containsEntry("outcome", "DONE"));
        assertThat(venue.get("viewer", "/api/v1/jobs/default/failed").body()).doesNotContain(id);
        assertThat(venue.send("operator", "POST", "/api/v1/jobs/default/failed/" + id + "/discard", "{}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThat(venue.get("viewer", "/api/v1/jobs/nowhere").status()).isEqualTo(404);
        assertThat(venue.send("operator", "POST", "/api/v1/jobs/nowhere", "{\"name\":\"a\",\"payload\":\"{}\"}")
                        .body())
                .contains("queue: nowhere is not declared (expected: default");
        assertThat(push("{\"name\":\"a b\",\"payload\":\"{}\"}").status()).isEqualTo(400);
        assertThat(push("{\"name\":\"a\",\"payload\":\"{\"}").status()).isEqualTo(400);
        assertThat(push("{\"name\":\"a\",\"payload\":\"{}\",\"delay\":\"soon\"}")
                        .status())
                .isEqualTo(400);
        Answered unknown = push("{\"name\":\"no.such.job\",\"payload\":\"{}\"}");
        assertThat(unknown.status()).isEqualTo(422);
        assertThat(unknown.body())
                .contains(
                        "job: no.such.job is known to no worker of this version", "example.greet", "venue.statements");
        String held = "{\"name\":\"example.greet\",\"payload\":\"{}\",\"delay\":\"1h\",\"unique\":\"one\"}";
        assertThat(push(held).status()).isEqualTo(201);
        assertThat(push(held).status()).isEqualTo(409);
        assertThat(venue.send("operator", "POST", "/api/v1/jobs/default/clear", "{}")
                        .number("cleared"))
                .isGreaterThanOrEqualTo(1);
    }

    @Test
    void theStatementsOfADayAreThere() throws Exception {
        for (int n = 0; n < 3; n++) {
            String side = n % 2 == 0 ? "BUY" : "SELL";
            String other = n % 2 == 0 ? "SELL" : "BUY";
            order("alice", "a" + n, side);
            order("bob", "b" + n, other);
        }
        String day = venue.get("", "/api/v1/ops/status").text("venueTime").substring(0, 10);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(rows("/api/v1/fills", "alice")).hasSize(3));

        Answered pushed = push("{\"name\":\"venue.statements\",\"payload\":\"{\\\"day\\\":\\\"" + day + "\\\"}\"}");

        assertThat(ended(pushed.text("id"))).containsEntry("outcome", "DONE");
        Path made = directory.resolve("statements").resolve(day);
        try (var files = Files.list(made)) {
            assertThat(files.map(f -> f.getFileName().toString()).filter(f -> f.contains("alice")))
                    .containsExactlyInAnyOrder("notes-alice.csv", "statement-alice.csv", "statement-alice.pdf");
        }
        assertThat(Files.readAllLines(made.resolve("notes-alice.csv"))).hasSize(4);
        assertThat(Files.readString(made.resolve("statement-alice.csv")))
                .contains("symbol,INFY,0,")
                .as("before the close")
                .containsPattern(",false,\\d\\d:\\d\\d\n");
    }

    @Test
    void ledgerAndJournalAreReconciledAndRowsPurgedByJobs() throws Exception {
        Answered reconciled = push("{\"name\":\"venue.reconcile\",\"payload\":\"{\\\"day\\\":\\\"2026-01-05\\\"}\"}");
        Answered purged = push("{\"name\":\"venue.purge\",\"payload\":\"{}\"}");

        assertThat(ended(reconciled.text("id"))).containsEntry("outcome", "DONE");
        assertThat(ended(purged.text("id"))).containsEntry("outcome", "DONE");
        assertThat(Files.readString(directory.resolve("reports/reconciliation-2026-01-05.json")))
                .contains("\"differences\":[]");
    }

    private static void order(String who, String id, String side) {
        Answered answer = venue.send(
                who,
                "POST",
                "/api/v1/orders",
                "{\"clientOrderId\":\"" + id + "\",\"symbol\":\"INFY\",\"side\":\"" + side
                        + "\",\"type\":\"LIMIT\",\"timeInForce\":\"GTC\",\"price\":\"1500\",\"quantity\":\"2\"}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    private static Answered push(String body) {
        return venue.send("operator", "POST", "/api/v1/jobs/default", body);
    }

    /** The last attempt at a job, once it has ended. */
    private static Map<String, Object> ended(String id) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(rows("/api/v1/job-history?job=" + id))
                        .first()
                        .satisfies(row ->
                                assertThat(Json.object(row).get("outcome")).isIn("DONE", "FAILED")));
        return Json.object(rows("/api/v1/job-history?job=" + id).get(0));
    }

    private static List<Object> rows(String path) {
        return rows(path, "viewer");
    }

    private static List<Object> rows(String path, String who) {
        return Json.array(Json.readOwn(venue.get(who, path).body().getBytes(StandardCharsets.UTF_8)));
    }
}
