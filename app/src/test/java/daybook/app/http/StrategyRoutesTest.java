package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import daybook.app.Json;
import daybook.app.security.Identity;
import daybook.app.strategies.StrategyDesk;
import daybook.delivery.sqlite.SqliteDatabase;
import daybook.events.Topics;
import daybook.strategies.Shards;
import daybook.strategies.examples.Examples;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What strategies answer over HTTP, and with which status. */
class StrategyRoutesTest {
    private static final String MOMENTUM =
            "{\"kind\":\"momentum\",\"parameters\":{\"fast\":3},\"account\":\"demo\",\"series\":[\"INFY:1m\"]}";

    @TempDir
    Path directory;

    @SuppressWarnings("NullAway.Init") // before each test
    private StrategyDesk desk;

    @SuppressWarnings("NullAway.Init") // before each test
    private RouteTable routes;

    @BeforeEach
    void open() {
        desk = new StrategyDesk(
                new SqliteDatabase(directory.resolve("strategies.db"), Duration.ofSeconds(5)),
                new StrategyDesk.Settings(Examples.catalog(), new Shards(Shards.DEFAULT_COUNT), new Topics("daybook.")),
                InstantSource.system(),
                System::nanoTime);
        routes = new RouteTable(new StrategyRoutes(desk).routes());
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void aStrategyIsAddedFoundStartedAndStopped() {
        Answer added = call("POST", "/api/v1/strategies", MOMENTUM);
        assertThat(added.status()).isEqualTo(201);
        assertThat(added.headers()).containsEntry("Location", "/api/v1/strategies/1");
        assertThat(text(call("POST", "/api/v1/strategies/1/start", ""))).contains("\"status\":\"running\"");
        assertThat(text(call("GET", "/api/v1/strategies/1", ""))).contains("\"recentIntents\":[]");
        assertThat(text(call("GET", "/api/v1/strategies", "", "limit", "1", "status", "running", "shard", "1")))
                .contains("\"totals\":{\"failed\":0,\"running\":1,\"stopped\":0}", "\"next\":null");
        assertThat(text(call("POST", "/api/v1/strategies/1/stop", ""))).contains("\"status\":\"stopped\"");
        assertThat(text(call("GET", "/api/v1/intents", "", "status", "WAITING", "strategy", "1")))
                .isEqualTo("[]");
    }

    @Test
    void aMoveIsRefusedWhileTheOneBeforeIsNotOverAndNamesItsShards() {
        assertThat(text(call("PUT", "/api/v1/cutover", "{\"percent\":1}"))).contains("\"percent\":1,\"draining\":[0]");

        HttpError refused = refused("PUT", "/api/v1/cutover", "{\"percent\":50}");
        assertThat(refused.answer().status()).isEqualTo(409);
        assertThat(text(refused.answer())).contains("\"code\":\"DRAINING\"", "\"percent\":1,\"draining\":[0]");
        assertThat(text(call("GET", "/api/v1/cutover", ""))).contains("\"percent\":1");
    }

    @Test
    void whatIsWrongSaysSo() {
        status(400, "PUT", "/api/v1/cutover", "{\"percent\":101}");
        status(400, "PUT", "/api/v1/cutover", "{\"percent\":\"many\"}");
        status(400, "POST", "/api/v1/strategies", "{\"kind\":\"momentum\"}");
        status(400, "POST", "/api/v1/strategies", MOMENTUM.replace("3", "\"three\""));
        status(400, "POST", "/api/v1/strategies", MOMENTUM.replace("[\"INFY:1m\"]", "[]"));
        status(422, "POST", "/api/v1/strategies", MOMENTUM.replace("momentum", "momentun"));
        status(422, "POST", "/api/v1/strategies", MOMENTUM.replace("INFY:1m", "INFY:7m"));
        status(404, "POST", "/api/v1/strategies/7/start", "");
        status(404, "GET", "/api/v1/strategies/none", "");
        status(404, "POST", "/api/v1/intents/none/cancel", "");
        status(404, "POST", "/api/v1/intents/00000000-0000-5000-8000-000000000001/cancel", "");
        String settle = "/api/v1/intents/00000000-0000-5000-8000-000000000001/settle";
        status(404, "POST", settle, "{\"status\":\"FAILED\"}");
        status(400, "POST", settle, "{\"status\":\"ACCEPTED\"}");
        status(400, "GET", "/api/v1/intents", "", "status", "LOST");
        status(400, "GET", "/api/v1/strategies", "", "status", "lazy");
        status(400, "GET", "/api/v1/strategies", "", "after", "-1");
    }

    private void status(int status, String method, String path, String body, String... query) {
        Answer answer = refused(method, path, body, query).answer();
        assertThat(answer.status()).as(method + " " + path + " " + body).isEqualTo(status);
        assertThat(text(answer)).contains("\"message\":\"");
    }

    private HttpError refused(String method, String path, String body, String... query) {
        return catchThrowableOfType(HttpError.class, () -> call(method, path, body, query));
    }

    private Answer call(String method, String path, String body, String... query) {
        RouteTable.Match match = routes.lookUp(method, path).match();
        Map<String, String> asked = new HashMap<>();
        for (int i = 0; i < query.length; i += 2) {
            asked.put(query[i], query[i + 1]);
        }
        return match.route()
                .handler()
                .answer(new Call(
                        Identity.NOBODY,
                        match.path(),
                        asked,
                        body.getBytes(StandardCharsets.UTF_8),
                        new Call.Client("127.0.0.1", false, "")));
    }

    private static String text(Answer answer) {
        return Json.write(answer.body());
    }
}
