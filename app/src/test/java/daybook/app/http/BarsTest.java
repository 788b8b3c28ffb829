package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import daybook.app.Json;
import daybook.app.http.RunningVenue.Answered;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What trades is in the bars of every timeframe within a moment, and bars end on time though nothing more happens. */
class BarsTest {
    @TempDir
    Path directory;

    @Test
    void aTradeIsInItsBarAndTheBarEndsByItself() {
        try (RunningVenue venue = new RunningVenue(directory)) {
            venue.open();
            trade(venue);

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !bars(venue, "timeframe=1s").isEmpty());
            Map<String, Object> second = Json.object(bars(venue, "timeframe=1s").get(0));
            assertThat(second)
                    .containsEntry("open", "1500.00")
                    .containsEntry("volume", "3")
                    .containsEntry("vwap", "1500.00");
            assertThat(bars(venue, "timeframe=1d")).hasSize(1);
            assertThat(bars(venue, "timeframe=1m&from=" + second.get("start"))).hasSizeLessThanOrEqualTo(1);
            assertThat(bars(venue, "timeframe=1m&from=2099-01-01T00:00:00Z")).isEmpty();
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> Boolean.TRUE.equals(
                            Json.object(bars(venue, "timeframe=1s").get(0)).get("closed")));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> bars(venue, "timeframe=1s").size() > 2);

            for (String wrong : List.of("timeframe=7m", "from=yesterday", "limit=0", "depth=1")) {
                assertThat(venue.get("viewer", "/api/v1/bars/INFY?" + wrong).status())
                        .as(wrong)
                        .isEqualTo(400);
            }
            assertThat(venue.get("viewer", "/api/v1/bars/NONE").status()).isEqualTo(404);
        }
    }

    private static List<Object> bars(RunningVenue venue, String query) {
        Answered answer = venue.get("viewer", "/api/v1/bars/INFY?" + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return Json.array(Json.readOwn(answer.body().getBytes(StandardCharsets.UTF_8)));
    }

    private static void trade(RunningVenue venue) {
        for (String[] order : new String[][] {{"bot-1", "SELL"}, {"bot-2", "BUY"}}) {
            String body = "{\"clientOrderId\":\"" + order[1] + "\",\"symbol\":\"INFY\",\"side\":\"" + order[1]
                    + "\",\"type\":\"LIMIT\",\"timeInForce\":\"GTC\",\"price\":\"1500.00\",\"quantity\":\"3\"}";
            assertThat(venue.send(order[0], "POST", "/api/v1/orders", body).status())
                    .isEqualTo(200);
        }
    }
}
