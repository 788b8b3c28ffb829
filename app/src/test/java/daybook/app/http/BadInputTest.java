package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.app.MutatedText;
import daybook.app.http.RunningVenue.Answered;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * RELIABILITY T-B1: what strangers send. Goal: an answer for everything, never a 5xx, never a stack trace, and nothing in the journal
 * unless it was accepted. Method: the 318 cases of JSONTestSuite as bodies and as values, the Big List of Naughty Strings in every text,
 * and seeded mutations of good orders.
 */
class BadInputTest {
    private static final int MUTATIONS = Boolean.getBoolean("daybook.long") ? 100_000 : 3_000;
    private static final long SEED = 20261130;
    private static final Set<Integer> REFUSED = Set.of(400, 404, 409, 413, 415, 422);
    private static final String ORDER =
            "{\"clientOrderId\":\"%s\",\"symbol\":\"INFY\",\"side\":\"BUY\",\"type\":\"LIMIT\","
                    + "\"timeInForce\":\"IOC\",\"price\":\"1500.00\",\"quantity\":\"1\"}";
    private static final List<String> FIELDS =
            List.of("clientOrderId", "symbol", "side", "type", "timeInForce", "price", "quantity");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static RunningVenue venue;

    private static int turn;

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
    void noJsonOfTheSuiteIsAnOrder() throws IOException {
        List<String> bodies = new ArrayList<>();
        for (String line : lines("json-cases.txt")) {
            bodies.add(decoded(line.substring(line.indexOf(' ') + 1)));
        }
        bodies.add("[".repeat(100_000));
        bodies.add("[{\"\":".repeat(50_000));
        assertThat(bodies).hasSize(318);
        long before = venue.durableSeq();

        for (String body : bodies) {
            assertThat(order(body).status()).as(body).isIn(REFUSED);
        }

        assertThat(venue.durableSeq()).isEqualTo(before);
    }

    @Test
    void noJsonOfTheSuiteIsAValueOfAnOrderUnlessItCouldBe() throws IOException {
        for (String line : lines("json-cases.txt")) {
            String value = decoded(line.substring(line.indexOf(' ') + 1));
            String field = FIELDS.get(turn % FIELDS.size());
            Answered answer = judged("{\"%s\":%s}".formatted(field, value), order(with(field, value)));
            assertThat(answer.status()).as(field + " " + value).isIn(REFUSED);
        }
    }

    @Test
    void noNaughtyStringIsTakenForAnythingElse() throws IOException {
        for (String line : lines("naughty-strings.txt")) {
            String naughty = decoded(line);
            String value = Json.write(naughty);
            for (String field : List.of("clientOrderId", "symbol", "price")) {
                judged(naughty, order(with(field, value)));
            }
            judged(naughty, operator("POST", "/api/v1/accounts", "{\"account\":" + value + ",\"enabled\":true}"));
            judged(naughty, operator("POST", "/api/v1/tokens", "{\"role\":" + value + "}"));
            judged(naughty, operator("POST", "/api/v1/ops/session", "{\"state\":" + value + "}"));
        }
    }

    @Test
    void aMutatedOrderIsAnOrderOrRefused() {
        Random random = new Random(SEED);
        int accepted = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            String body = MutatedText.of(ORDER.formatted("m" + i), random);
            long before = i % 50 == 0 ? venue.durableSeq() : -1;
            Answered answer = judged("mutation " + i + " of seed " + SEED + ": " + body, order(body));
            accepted += answer.status() == 200 ? 1 : 0;
            if (before >= 0 && answer.status() == 400) {
                assertThat(venue.durableSeq()).as(body).isEqualTo(before);
            }
        }
        assertThat(accepted).as("some mutations do no harm").isBetween(1, MUTATIONS / 2);
    }

    /** A good order, but for one field, which is written as it stands. */
    private static String with(String field, String value) {
        String good = ORDER.formatted("v" + turn);
        int from = good.indexOf("\"" + field + "\":") + field.length() + 3;
        int to = good.indexOf('"', from + 1) + 1;
        return good.substring(0, from) + value + good.substring(to);
    }

    private static Answered order(String body) {
        return patiently("bot-" + (1 + turn++ % 4), "POST", "/api/v1/orders", body);
    }

    private static Answered operator(String method, String path, String body) {
        turn++;
        return patiently("operator", method, path, body);
    }

    /** As quick as the limits let a client be. */
    private static Answered patiently(String who, String method, String path, String body) {
        Answered answer = venue.send(who, method, path, body.isEmpty() ? " " : body);
        for (int i = 0; i < 1_000 && answer.status() == 429; i++) {
            pause();
            answer = venue.send(who, method, path, body.isEmpty() ? " " : body);
        }
        return answer;
    }

    private static Answered judged(String what, Answered answer) {
        assertThat(answer.status()).as("%s: %s", what, answer.body()).isBetween(200, 499);
        assertThat(answer.body()).as(what).doesNotContain("Exception").doesNotContain("at daybook.");
        assertThat(answer.json()).as(what).isNotEmpty();
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        return answer;
    }

    private static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static List<String> lines(String resource) throws IOException {
        try (InputStream in = BadInputTest.class.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .toList();
        }
    }

    private static String decoded(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}
