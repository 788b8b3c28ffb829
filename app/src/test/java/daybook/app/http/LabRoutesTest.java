package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import daybook.app.Json;
import daybook.app.http.RunningVenue.Answered;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lab page's half of HTTP, on a venue that was started with {@code --demo}. */
class LabRoutesTest {
    private static final String SANDBOXES = "/api/v1/lab/sandboxes";
    private static final String CRASHES = "/api/v1/lab/crashes";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static RunningVenue venue;

    private static String shared = "";

    @BeforeAll
    static void start() {
        venue = new RunningVenue(directory, true);
    }

    @AfterAll
    static void stop() {
        venue.close();
    }

    @Test
    void produceConsumeCrash() {
        String sandbox = open();

        act(sandbox, "{\"action\":\"random\"}");
        Answered crashed = act(sandbox, "{\"action\":\"crash\"}");

        assertThat(values(crashed, "partitions", "committed")).containsOnly(number(0));
        Set<String> worked = eventsOf(crashed, "applied");
        assertThat(worked).isNotEmpty();
        Answered consumed = act(sandbox, "{\"action\":\"consume\"}");
        assertThat(eventsOf(consumed, "twice")).isEqualTo(worked);
        assertThat(values(consumed, "partitions", "committed"))
                .isNotEqualTo(values(crashed, "partitions", "committed"));
    }

    @Test
    void everyActionAnswersWithTheWholeState() {
        String sandbox = open();

        for (String action : List.of(
                "{\"action\":\"trade\",\"symbol\":\"RELIANCE\"}",
                "{\"action\":\"members\",\"members\":4}",
                "{\"action\":\"guard\",\"guard\":\"watermark\"}",
                "{\"action\":\"mode\",\"mode\":\"at-most-once\"}",
                "{\"action\":\"fail-one-send\"}",
                "{\"action\":\"crash\",\"consumer\":1}",
                "{\"action\":\"restart\"}",
                "{\"action\":\"grow\"}",
                "{\"action\":\"second-group\"}",
                "{\"action\":\"reset\"}")) {
            Answered answer = act(sandbox, action);
            assertThat(answer.status()).as(action).isEqualTo(200);
            assertThat(answer.json())
                    .containsKeys(
                            "id", "partitions", "consumers", "symbols", "totals", "log", "mode", "guard", "members");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"action\":\"explode\"}",
                "{\"action\":7}",
                "{\"action\":\"trade\"}",
                "{\"action\":\"trade\",\"symbol\":\"<img src=x onerror=alert(1)>\"}",
                "{\"action\":\"members\",\"members\":5}",
                "{\"action\":\"members\",\"members\":1.5}",
                "{\"action\":\"guard\",\"guard\":\"IDENTITY\"}",
                "{\"action\":\"mode\",\"mode\":\"exactly-once\"}",
                "{\"action\":\"crash\",\"consumer\":0}",
                "{\"action\":\"consume\",\"topic\":\"exchange.events.v1\"}",
                "[]",
                ""
            })
    void whatIsNoActionIsRefused(String body) {
        assertThat(act(open(), body).status()).isIn(400, 415);
    }

    @Test
    void whatCannotBeDoneNowIsRefusedWithAReason() {
        String sandbox = open();
        act(sandbox, "{\"action\":\"grow\"}");

        Answered again = act(sandbox, "{\"action\":\"grow\"}");

        assertThat(again.status()).isEqualTo(422);
        assertThat(again.text("message")).contains("4 already");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "..", "0123456789abcdef0123456789abcdef", "%2e%2e"})
    void anotherIdIsNotThere(String id) {
        assertThat(venue.get("", SANDBOXES + "/" + id).status()).isIn(400, 404);
        assertThat(venue.send("", "POST", SANDBOXES + "/" + id + "/actions", "{\"action\":\"consume\"}")
                        .status())
                .isIn(400, 404);
    }

    private static Set<String> read() {
        return Pattern.compile("\"group\":\"[^\"]*\",\"topic\":\"[^\"]*\"")
                .matcher(venue.get("", "/api/v1/ops/lag").body())
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }

    private static String reads(String group, String topic) {
        return "\"group\":\"" + group + "\",\"topic\":\"" + topic + "\"";
    }

    @Test
    void nothingInASandboxReachesTheVenuesTopics() {
        Set<String> venues = Set.of(
                reads("capture", "exchange.events.v1"),
                reads("ledger", "fills.v1"),
                reads("market", "exchange.events.v1"));
        String sandbox = open();

        act(sandbox, "{\"action\":\"random\"}");
        act(sandbox, "{\"action\":\"crash\"}");
        act(sandbox, "{\"action\":\"consume\"}");
        act(sandbox, "{\"action\":\"second-group\"}");
        act(sandbox, "{\"action\":\"grow\"}");
        act(sandbox, "{\"action\":\"reset\"}");

        // Its own readers are there from their first event on.
        assertThat(read()).as("who reads what on the venue's log").isSubsetOf(venues);
        assertThat(directory.resolve("log").toFile().list())
                .as("the venue's log has its own topics and no other")
                .noneMatch(name -> name.contains("trades"));
    }

    @Test
    void pagesElsewhereMayNotPlay() {
        Answered answer = venue.send(
                "",
                "POST",
                SANDBOXES,
                "{}",
                List.of("Content-Type", "application/json", "Origin", "https://evil.test"));

        assertThat(answer.status()).isEqualTo(403);
    }

    @Test
    void theCrashStudyRunsOnceAtATimeAndIsDrawn() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !venue.get("", CRASHES).body().contains("\"state\":\"running\""));
        Answered begun = venue.send("", "POST", CRASHES, "{\"days\":1,\"crashes\":3,\"seed\":7}");
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        String run = begun.header("Location");
        assertThat(venue.send("", "POST", CRASHES, "{\"days\":1,\"crashes\":3}").status())
                .isEqualTo(409);

        await().atMost(Duration.ofSeconds(60))
                .until(() -> !venue.get("", run).text("state").equals("running"));

        Answered last = venue.get("", run);
        assertThat(last.text("state")).isEqualTo("done");
        Map<String, Object> result = Json.object(last.json().getOrDefault("result", ""));
        assertThat(result).containsEntry("pass", true).containsKeys("modes", "byDay", "seed", "days", "crashesPerDay");
        assertThat(venue.get("", CRASHES).body()).contains("\"state\":\"done\"");
        Answered figure = venue.get("", run + "/figure.svg");
        assertThat(figure.header("Content-Type")).isEqualTo("image/svg+xml");
        assertThat(figure.body()).startsWith("<svg").contains("What 3 crashes cost");
        assertThat(venue.get("", CRASHES + "/999").status()).isEqualTo(404);
    }

    @Test
    void aStudyCanBeStopped() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !venue.get("", CRASHES).body().contains("\"state\":\"running\""));
        Answered begun = venue.send("", "POST", CRASHES, "{\"days\":20,\"crashes\":100,\"seed\":7}");
        String run = begun.header("Location");

        assertThat(venue.send("", "DELETE", run, "").status()).isEqualTo(200);

        await().atMost(Duration.ofSeconds(60))
                .until(() -> venue.get("", run).text("state").equals("cancelled"));
        assertThat(venue.get("", run).number("daysDone")).isLessThan(20);
        assertThat(venue.get("", run + "/figure.svg").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"days\":0,\"crashes\":1}",
                "{\"days\":21,\"crashes\":1}",
                "{\"days\":1,\"crashes\":101}",
                "{\"days\":1,\"crashes\":-1}",
                "{\"days\":1,\"crashes\":1,\"seed\":\"x\"}",
                "{\"days\":1,\"crashes\":1,\"fills\":1000000}"
            })
    void aStudyOfAnotherSizeIsRefused(String body) {
        assertThat(venue.send("", "POST", CRASHES, body).status()).isEqualTo(400);
    }

    /** One for all tests, as there are only so many; emptied for each. */
    private static String open() {
        if (shared.isEmpty()) {
            Answered opened = venue.send("", "POST", SANDBOXES, "{\"seed\":7}");
            assertThat(opened.status()).isEqualTo(201);
            assertThat(opened.header("Location")).isEqualTo(SANDBOXES + "/" + opened.text("id"));
            shared = opened.text("id");
        }
        for (String action : List.of("\"reset\"", "\"members\",\"members\":2", "\"mode\",\"mode\":\"at-least-once\"")) {
            assertThat(act(shared, "{\"action\":" + action + "}").status()).isEqualTo(200);
        }
        return shared;
    }

    private static Answered act(String sandbox, String body) {
        return venue.send("", "POST", SANDBOXES + "/" + sandbox + "/actions", body);
    }

    private static List<Object> values(Answered answer, String list, String field) {
        return Json.array(answer.json().getOrDefault(list, "")).stream()
                .map(item -> Json.object(item).getOrDefault(field, ""))
                .toList();
    }

    private static Object number(long value) {
        return new Json.Numeral(Long.toString(value));
    }

    /** Ids of the events of the log's lines of a kind. */
    private static Set<String> eventsOf(Answered answer, String kind) {
        TreeSet<String> events = new TreeSet<>();
        for (Object item : Json.array(answer.json().getOrDefault("log", ""))) {
            Map<String, Object> line = Json.object(item);
            if (kind.equals(line.get("kind"))) {
                events.add(String.valueOf(line.get("eventId")));
            }
        }
        return events;
    }
}
