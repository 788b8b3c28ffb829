package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import daybook.app.Json;
import daybook.events.Topic;
import daybook.events.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole flow at one look: every number agrees with where it comes from. */
class BackboneTest {
    @TempDir
    Path directory;

    @Test
    void everyPartOfTheFlowIsThereAndAgreesWithTheOthers() {
        try (RunningVenue venue = new RunningVenue(directory)) {
            venue.open();
            venue.send(
                    "bot-1",
                    "POST",
                    "/api/v1/orders",
                    "{\"clientOrderId\":\"one\",\"symbol\":\"INFY\",\"side\":\"BUY\",\"type\":\"LIMIT\",\"timeInForce\":\"GTC\","
                            + "\"price\":\"1500.00\",\"quantity\":\"3\"}");
            await().atMost(Duration.ofSeconds(20)).until(() -> isAtRest(look(venue)));

            Map<String, Object> flow = look(venue);
            assertThat(flow.get("state")).isEqualTo("green");
            assertThat(flow.get("session")).isEqualTo("OPEN");
            assertThat(rows(flow, "silent")).isEmpty();
            assertThat(text(part(flow, "exchange"), "durableSeq")).isEqualTo("" + venue.durableSeq());
            assertThat(rows(flow, "topics").stream().map(row -> text(row, "topic")))
                    .containsExactlyInAnyOrderElementsOf(
                            Topics.ALL.stream().map(Topic::name).toList());
            assertThat(recordsOn(flow, "exchange.events.v1")).isEqualTo(venue.durableSeq());
            assertThat(rows(flow, "groups").stream().map(row -> text(row, "group") + " " + text(row, "topic")))
                    .contains("capture exchange.events.v1", "ledger fills.v1");
            assertThat(rows(flow, "outboxes")).hasSize(1);
            assertThat(rows(flow, "deadLetters").stream().map(row -> text(row, "open")))
                    .isNotEmpty()
                    .containsOnly("0");
            assertThat(rows(flow, "leases").stream().map(row -> text(row, "service")))
                    .contains("capture", "ledger");
            assertThat(text(part(flow, "reconciliation"), "state")).isEqualTo("green");
            assertThat(rows(flow, "roles").stream().map(row -> text(row, "role")))
                    .contains("exchange", "capture", "ledger", "board");
        }
    }

    @Test
    void itIsForThoseWhoMayLook() {
        try (RunningVenue venue = new RunningVenue(directory)) {
            assertThat(venue.get("", "/api/v1/ops/backbone").status())
                    .as("anybody on this machine")
                    .isEqualTo(200);
            assertThat(venue.send("", "POST", "/api/v1/ops/backbone", "{}").status())
                    .isEqualTo(405);
        }
    }

    private static boolean isAtRest(Map<String, Object> flow) {
        Map<String, Object> exchange = part(flow, "exchange");
        return text(exchange, "durableSeq").equals(text(exchange, "publishedSeq"))
                && rows(flow, "groups").stream()
                        .allMatch(row -> text(row, "lag").equals("0"))
                && flow.containsKey("reconciliation");
    }

    private static long recordsOn(Map<String, Object> flow, String topic) {
        return rows(flow, "topics").stream()
                .filter(row -> text(row, "topic").equals(topic))
                .flatMap(row -> rows(row, "partitions").stream())
                .mapToLong(row -> Long.parseLong(text(row, "end")) - Long.parseLong(text(row, "start")))
                .sum();
    }

    private static Map<String, Object> look(RunningVenue venue) {
        return venue.get("operator", "/api/v1/ops/backbone").json();
    }

    private static List<Map<String, Object>> rows(Map<String, Object> of, String name) {
        return Json.array(of.getOrDefault(name, List.of())).stream()
                .map(Json::object)
                .toList();
    }

    private static Map<String, Object> part(Map<String, Object> of, String name) {
        return Json.object(of.getOrDefault(name, Map.of()));
    }

    private static String text(Map<String, Object> row, String name) {
        Object value = row.get(name);
        return value instanceof Json.Numeral number ? number.text() : String.valueOf(value);
    }
}
