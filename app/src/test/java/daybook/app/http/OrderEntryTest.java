package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.http.RunningVenue.Answered;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders over HTTP: what is taken, what is refused at the door, and retries (M-14, M-15, M-17). */
class OrderEntryTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static RunningVenue venue;

    private static int orders;

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
    void anOrderTradesAndBothSidesSeeIt() {
        Answered resting = post("bot-1", order("SELL", "1500.00", "5"));
        Answered taking = post("bot-2", order("BUY", "1500.05", "3"));

        assertThat(resting.text("status")).isEqualTo("OPEN");
        assertThat(taking.text("status")).isEqualTo("FILLED");
        assertThat(taking.text("filledQuantity")).isEqualTo("3");
        assertThat(taking.body()).contains("\"price\":\"1500.00\"").doesNotContain("bot-1");
        assertThat(venue.get("bot-1", "/api/v1/orders/" + resting.number("orderId"))
                        .text("status"))
                .isEqualTo("PARTIALLY_FILLED");
        assertThat(venue.get("", "/api/v1/book/INFY?depth=1").body()).contains("\"quantity\":\"2\"");
        Answered cancelled = venue.send("bot-1", "DELETE", "/api/v1/orders/" + resting.number("orderId"), "");
        assertThat(cancelled.text("status")).isEqualTo("CANCELLED");
    }

    @Test
    void anAmendChangesPriceAndWholeQuantity() {
        Answered order = post("bot-1", order("BUY", "1400.00", "5"));
        String path = "/api/v1/orders/" + order.number("orderId");

        assertThat(venue.send("bot-1", "PATCH", path, "{\"price\":\"1400.05\"}").text("price"))
                .isEqualTo("1400.05");
        assertThat(venue.send("bot-1", "PATCH", path, "{\"quantity\":7}").text("quantity"))
                .isEqualTo("7");
        assertThat(venue.send("bot-1", "PATCH", path, "{}").status()).isEqualTo(400);
        venue.send("bot-1", "DELETE", path, "");
        assertThat(venue.send("bot-1", "DELETE", path, "").status()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "quantity | \"quantity\":\"0\"",
                "quantity | \"quantity\":\"-1\"",
                "quantity | \"quantity\":\"0.5\"",
                "quantity | \"quantity\":1e400",
                "quantity | \"quantity\":\"1e2\"",
                "quantity | \"quantity\":\"NaN\"",
                "quantity | \"quantity\":\"Infinity\"",
                "quantity | \"quantity\":\"0x10\"",
                "quantity | \"quantity\":\" 5\"",
                "quantity | \"quantity\":null",
                "quantity | \"quantity\":true",
                "quantity | \"quantity\":[5]",
                "quantity | \"quantity\":\"999999999999999999999999\"",
                "price    | \"price\":\"0\"",
                "price    | \"price\":\"-1\"",
                "price    | \"price\":\"1e-20\"",
                "price    | \"price\":\"0.00000000000000000001\"",
                "price    | \"price\":\"1000000000000000000000000000000\"",
                "side     | \"side\":\"BUYY\"",
                "side     | \"side\":\"buy\"",
                "side     | \"side\":1",
                "symbol   | \"symbol\":\"\"",
                "symbol   | \"symbol\":\"NOPE\"",
                "symbol   | \"symbol\":\"../x\"",
                "symbol   | \"symbol\":\"<img src=x onerror=alert(1)>\"",
                "clientOrderId | \"clientOrderId\":\"a b\"",
                "clientOrderId | \"clientOrderId\":\"\"",
                "clientOrderId | \"clientOrderId\":\"a\\r\\nb\"",
                "type     | \"type\":\"STOP\"",
                "timeInForce | \"timeInForce\":\"GTD\"",
                "field    | \"seq\":1",
                "field    | \"accountId\":\"other\"",
            })
    void nonsenseIsRefusedNamingTheFieldAndChangesNothing(String named, String field) {
        long before = venue.durableSeq();

        Answered answer = post("bot-3", replaced(order("BUY", "1450.00", "5"), field));

        assertThat(answer.status()).isIn(400, 422);
        assertThat(answer.text("message")).contains(named);
        assertThat(answer.body()).doesNotContain("<img").doesNotContain("Exception");
        assertThat(venue.durableSeq()).isEqualTo(before);
    }

    @Test
    void bodiesThatAreNotTheObjectExpectedAreRefused() {
        long before = venue.durableSeq();
        for (String body : List.of(
                "",
                "[]",
                "5",
                "{",
                "{\"quantity\":\"5\",\"quantity\":\"500\"}",
                "\"x\"",
                "{\"a\":" + "[".repeat(40) + "]".repeat(40) + "}")) {
            assertThat(post("bot-3", body).status()).as(body).isEqualTo(400);
        }
        assertThat(post("bot-3", order("BUY", "1.00", "5").replace("INFY", "A".repeat(10_000)))
                        .status())
                .isEqualTo(400);
        assertThat(venue.durableSeq()).isEqualTo(before);
        assertThat(post("bot-3", order("BUY", "1450.00", "5")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "INFY, 1450.05, 1, ''",
        "INFY, 1450.050, 1, ''",
        "INFY, 1450.03, 1, tick",
        "INFY, 1450.0500000000000001, 1, tick",
        "FINE, 0.015, 10, ''",
        "FINE, 0.007, 10, tick",
        "FINE, 0.015, 15, lot",
        "FINE, 0.015, 5, lot",
        "INFY, 100.05, 1, range",
    })
    void tickLotAndBandAreDecimal(String symbol, String price, String quantity, String refusal) {
        venue.send(
                "operator",
                "POST",
                "/api/v1/symbols",
                "{\"symbol\":\"FINE\",\"priceScale\":3,\"tick\":\"0.005\",\"lot\":\"10\",\"referencePrice\":\"0.015\"}");

        Answered answer = post("bot-4", order("BUY", price, quantity).replace("INFY", symbol));

        assertThat(answer.status()).as(answer.body()).isEqualTo(refusal.isEmpty() ? 200 : 422);
        assertThat(answer.body()).contains(refusal);
    }

    /** M-13: an event that cannot be written would stop the venue at every start. */
    @Test
    void numbersThatNoEventCanCarryAreRefusedAtTheDoor() {
        list("{\"symbol\":\"WIDE\",\"priceScale\":0,\"tick\":\"1\",\"lot\":\"1\"}");
        for (String huge : List.of("9007199254740992", "9223372036854775807", "9223372036854775808")) {
            Answered quantity = post("bot-3", order("BUY", "1", huge).replace("INFY", "WIDE"));
            Answered price = post("bot-3", order("BUY", huge, "1").replace("INFY", "WIDE"));
            assertThat(quantity.status()).isEqualTo(400);
            assertThat(quantity.body()).contains("quantity: not accepted (expected: a decimal of at most 2^53-1");
            assertThat(price.status()).isEqualTo(400);
            assertThat(price.body()).contains("price: not accepted (expected: a decimal of at most 2^53-1");
        }
        assertThat(list("{\"symbol\":\"WIDER\",\"priceScale\":0,\"tick\":\"9007199254740992\"}")
                        .body())
                .contains("tick: 9007199254740992 units (expected: at most 2^53-1");

        Answered worth = post("bot-3", order("BUY", "3000000000", "3000000000").replace("INFY", "WIDE"));
        assertThat(worth.status()).isEqualTo(422);
        assertThat(worth.text("reason")).isEqualTo("INSUFFICIENT");

        Answered largest = post("bot-3", order("BUY", "1", "9007199254740991").replace("INFY", "WIDE"));
        assertThat(largest.status()).as(largest.body()).isEqualTo(200);
        venue.send("bot-3", "DELETE", "/api/v1/orders/" + largest.number("orderId"), "");
    }

    @Test
    void aLimitOfAnInstrumentIsTakenAwayWithTheZeroThatIsShownForNone() {
        String capped = "{\"symbol\":\"CAPPED\",\"maxQuantity\":\"5\",\"tick\":\"1\"}";
        assertThat(list(capped).status()).isEqualTo(200);
        assertThat(post("bot-3", order("BUY", "1", "6").replace("INFY", "CAPPED"))
                        .status())
                .isEqualTo(422);

        assertThat(list(capped.replace("\"5\"", "\"0\"")).status()).isEqualTo(200);

        assertThat(post("bot-3", order("BUY", "1", "6").replace("INFY", "CAPPED"))
                        .status())
                .isEqualTo(200);
        assertThat(list("{\"symbol\":\"CAPPED\",\"tick\":\"0\"}").body()).contains("tick: not accepted");
    }

    /** M-19. */
    @Test
    void inAnAuctionTheBookSaysWhatAnUncrossWouldDoNow() {
        list("{\"symbol\":\"UNCROSS\",\"priceScale\":0,\"tick\":\"1\"}");
        venue.send("operator", "POST", "/api/v1/ops/session", "{\"state\":\"AUCTION\"}");
        post("bot-1", order("BUY", "180", "50").replace("INFY", "UNCROSS"));
        String oneSided = venue.get("", "/api/v1/book/UNCROSS").body();
        post("bot-2", order("BUY", "172", "100").replace("INFY", "UNCROSS"));
        post("bot-3", order("SELL", "170", "100").replace("INFY", "UNCROSS"));
        post("bot-4", order("SELL", "172", "80").replace("INFY", "UNCROSS"));
        String crossed = venue.get("", "/api/v1/book/UNCROSS").body();
        venue.send("operator", "POST", "/api/v1/ops/session", "{\"state\":\"OPEN\"}");
        String uncrossed = venue.get("", "/api/v1/book/UNCROSS").body();

        assertThat(oneSided).doesNotContain("indicative");
        assertThat(crossed).contains("\"indicative\":{\"price\":\"172\",\"quantity\":\"150\",\"imbalance\":\"-30\"}");
        assertThat(uncrossed)
                .doesNotContain("indicative")
                .contains("\"bids\":[],\"asks\":[{\"price\":\"172\",\"quantity\":\"30\"");
    }

    @Test
    void aRetryGetsTheFirstAnswerAlsoAfterARestart() throws Exception {
        String body = order("BUY", "1450.00", "5");
        Answered first = post("carol", body);
        assertThat(first.status()).isEqualTo(200);

        for (int i = 0; i < 3; i++) {
            Answered again = post("carol", body);
            assertThat(again.status()).isEqualTo(409);
            assertThat(again.number("orderId")).isEqualTo(first.number("orderId"));
            assertThat(again.body()).contains("\"trades\":[]");
        }
        venue.close();
        venue = new RunningVenue(directory);
        venue.open();

        Answered after = post("carol", body);
        assertThat(after.status()).isEqualTo(409);
        assertThat(after.number("orderId")).isEqualTo(first.number("orderId"));
        Answered another = post("carol", body.replace("\"5\"", "\"6\""));
        assertThat(another.status()).isEqualTo(409);
        assertThat(another.text("reason")).isEqualTo("DUPLICATE_CLIENT_ORDER_ID");
        assertThat(another.text("message")).contains("another order");
        assertThat(another.number("orderId")).isEqualTo(first.number("orderId"));
        assertThat(another.text("quantity")).isEqualTo("5");
        assertThat(post("dave", body).status()).isEqualTo(200);
    }

    @Test
    void aFloodIsAnsweredBeforeTheRingAndOthersAreNotTouched() {
        long last = 0;
        int taken = 0;
        Answered answer = post("erin", order("BUY", "1450.00", "1"));
        while (answer.status() == 200 && taken < 5_000) {
            taken++;
            last = answer.number("orderId");
            answer = post("erin", order("BUY", "1450.00", "1"));
        }
        Answered other = post("frank", order("BUY", "1450.00", "1"));

        assertThat(taken).isPositive();
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(other.status()).isEqualTo(200);
        assertThat(other.number("orderId"))
                .as("nothing has its number in between")
                .isEqualTo(last + 1);
    }

    @Test
    void theKillSwitchStopsAnAccount() {
        venue.send("operator", "POST", "/api/v1/ops/kill-switch", "{\"engaged\":true,\"account\":\"dave\"}");
        assertThat(post("dave", order("BUY", "1450.00", "1")).text("reason")).isEqualTo("KILL_SWITCH");
        venue.send("operator", "POST", "/api/v1/ops/kill-switch", "{\"engaged\":false,\"account\":\"dave\"}");
        assertThat(post("dave", order("BUY", "1450.00", "1")).status()).isEqualTo(200);
    }

    private static Answered post(String who, String body) {
        return venue.send(who, "POST", "/api/v1/orders", body);
    }

    private static String order(String side, String price, String quantity) {
        orders++;
        return "{\"clientOrderId\":\"o-" + orders + "\",\"symbol\":\"INFY\",\"side\":\"" + side
                + "\",\"type\":\"LIMIT\",\"timeInForce\":\"GTC\",\"price\":\"" + price + "\",\"quantity\":\"" + quantity
                + "\"}";
    }

    /** The order with one field replaced, or added. */
    private static String replaced(String order, String field) {
        String name = field.substring(0, field.indexOf(':') + 1);
        int at = order.indexOf(name);
        if (at < 0) {
            return order.substring(0, order.length() - 1) + "," + field + "}";
        }
        int end = order.indexOf(',', at);
        return order.substring(0, at) + field + order.substring(end < 0 ? order.length() - 1 : end);
    }

    private static Answered list(String instrument) {
        return venue.send("operator", "POST", "/api/v1/symbols", instrument);
    }
}
