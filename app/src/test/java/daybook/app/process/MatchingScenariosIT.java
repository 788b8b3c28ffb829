package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scenarios of matching as an outsider sees them: orders over HTTP to the built program, trades from its journal by the
 * independent reader, and the nine invariants after each.
 */
class MatchingScenariosIT {
    @TempDir
    Path folder;

    private Scenario venue;

    @BeforeEach
    void aVenueOfItsOwn() {
        venue = Scenario.in(folder.resolve("data"));
    }

    @AfterEach
    void theNineInvariantsHold() {
        venue.end();
    }

    /** M-01. */
    @Test
    void bestPriceFirstThenTime() {
        venue.order("B1", "buy 10@99");
        venue.order("B2", "buy 10@101");
        venue.order("S1", "sell 10@98");
        assertThat(venue.trades()).containsExactly("B2/S1 10@101");
        assertThat(venue.book()).isEqualTo("10@99 |");

        for (int i = 0; i < 70; i++) {
            venue.order("A" + i, "sell 1@" + (100 + i % 7));
        }
        venue.order("T", "buy 65@106");
        List<String> expected = new ArrayList<>();
        for (int price = 100; price <= 106; price++) {
            for (int i = price - 100; i < (price < 106 ? 70 : 35); i += 7) {
                expected.add("A" + i + "/T 1@" + price);
            }
        }
        assertThat(venue.trades()).isEqualTo(expected);
        assertThat(venue.book()).isEqualTo("10@99 | 5@106");
    }

    /** M-02. */
    @Test
    void theTradePriceIsTheRestingOrdersOnBothSides() {
        venue.order("B1", "buy 10@101");
        Scenario.Answer sell = venue.order("S1", "sell 10@98");
        assertThat(sell.body().get("trades").get(0).get("price").asString()).isEqualTo("101");
        venue.order("S2", "sell 10@98");
        Scenario.Answer buy = venue.order("B2", "buy 10@101");
        assertThat(buy.body().get("trades").get(0).get("price").asString()).isEqualTo("98");
        assertThat(venue.trades()).containsExactly("B1/S1 10@101", "S2/B2 10@98");
    }

    /** M-03. */
    @Test
    void aSweepStopsAtItsLimit() {
        venue.order("A", "buy 5@102");
        venue.order("B", "buy 5@101");
        venue.order("C", "buy 5@99");
        venue.order("S", "sell 20@100");
        assertThat(venue.trades()).containsExactly("A/S 5@102", "B/S 5@101");
        assertThat(venue.book()).isEqualTo("5@99 | 10@100");
    }

    /** M-04: also over a kill -9 in between. */
    @Test
    void aPartialFillDoesNotCostTheQueuePlace() {
        venue.order("A", "buy 5@100");
        venue.order("B", "buy 5@100");
        venue.order("S1", "sell 2@100");
        venue.killAndRestart();
        venue.order("S2", "sell 5@100");
        assertThat(venue.trades()).containsExactly("A/S1 2@100", "A/S2 3@100", "B/S2 2@100");
        assertThat(venue.book()).isEqualTo("3@100 |");
    }

    /** M-05. */
    @Test
    void smallerKeepsThePlaceLargerOrAnotherPriceLosesIt() {
        venue.order("A1", "buy 10@100");
        venue.order("B1", "buy 10@100");
        venue.amend("A1", "{\"quantity\":\"4\"}");
        venue.order("S1", "sell 6@100");
        assertThat(venue.trades()).containsExactly("A1/S1 4@100", "B1/S1 2@100");
        venue.cancel("B1");

        venue.order("A2", "buy 10@100");
        venue.order("B2", "buy 10@100");
        venue.amend("A2", "{\"quantity\":\"15\"}");
        venue.order("S2", "sell 12@100");
        assertThat(venue.trades()).containsExactly("B2/S2 10@100", "A2/S2 2@100");
        venue.cancel("A2");

        venue.order("A3", "buy 10@100");
        venue.order("B3", "buy 10@100");
        venue.amend("A3", "{\"price\":\"99\"}");
        venue.amend("A3", "{\"price\":\"100\"}");
        venue.order("S3", "sell 12@100");
        assertThat(venue.trades()).containsExactly("B3/S3 10@100", "A3/S3 2@100");
    }

    /** M-06: the rule is that an id of an order stays used; its repeat with another body is refused with 409. */
    @Test
    void theIdOfACancelledOrderStaysUsed() {
        venue.orderAs("A1", "c1", "sell 5@100");
        assertThat(venue.cancel("A1").status()).isEqualTo(200);
        assertThat(venue.orderAs("A2", "c1", "sell 7@100").status()).isEqualTo(409);
        assertThat(venue.order("B", "buy 7@100").text("status")).isEqualTo("OPEN");
        assertThat(venue.cancel("A1").verdict()).isEqualTo("422 ORDER_CANCELLED");
        assertThat(venue.book()).isEqualTo("7@100 |");
    }

    /** M-07. */
    @Test
    void whatIsFilledCannotBeCancelledOrAmended() {
        venue.order("A", "sell 5@100");
        venue.order("B", "buy 5@100");
        assertThat(venue.cancel("A").verdict()).isEqualTo("422 ORDER_FILLED");
        assertThat(venue.cancel("B").verdict()).isEqualTo("422 ORDER_FILLED");
        assertThat(venue.amend("A", "{\"quantity\":\"3\"}").verdict()).isEqualTo("422 ORDER_FILLED");
        assertThat(venue.cancel("A").verdict()).isEqualTo("422 ORDER_FILLED");
        assertThat(venue.cancelAs("A", 999_999).status()).isEqualTo(404);
        assertThat(venue.order("C", "buy 1@1").status()).isEqualTo(200);
    }

    /** M-08. */
    @Test
    void fillOrKillTradesWholeOrNotAtAll() {
        venue.order("A", "sell 5@100");
        venue.order("B", "sell 5@101");
        venue.order("C", "sell 5@103");
        venue.order("F1", "buy 12@102 FOK");
        assertThat(venue.trades()).isEmpty();
        assertThat(venue.book()).isEqualTo("| 5@100 5@101 5@103");
        venue.order("F2", "buy 10@102 FOK");
        assertThat(venue.trades()).containsExactly("A/F2 5@100", "B/F2 5@101");
        assertThat(venue.book()).isEqualTo("| 5@103");
    }

    /** M-09. */
    @Test
    void immediateOrCancelNeverRests() {
        venue.order("A", "sell 4@100");
        Scenario.Answer answer = venue.order("I", "buy 10@100 IOC");
        assertThat(answer.text("status") + " " + answer.text("filledQuantity")).isEqualTo("CANCELLED 4");
        assertThat(venue.book()).isEqualTo("|");
        venue.order("D", "sell 3@100");
        assertThat(venue.trades()).containsExactly("A/I 4@100");
        assertThat(venue.book()).isEqualTo("| 3@100");
    }

    /** M-10. */
    @Test
    void aMarketOrderTakesWhatIsThereAndNeverRests() {
        venue.order("M1", "buy 10 MARKET");
        venue.order("A", "sell 5@100");
        Scenario.Answer second = venue.order("M2", "buy 8 MARKET");
        assertThat(second.text("status") + " " + second.text("filledQuantity")).isEqualTo("CANCELLED 5");
        venue.order("D", "sell 5@101");
        assertThat(venue.trades()).containsExactly("A/M2 5@100");
        assertThat(venue.book()).isEqualTo("| 5@101");
    }

    /** M-11. */
    @Test
    void postOnlyIsRejectedWhenItWouldTrade() {
        venue.order("A", "sell 5@101");
        assertThat(venue.order("P", "buy 5@101 POST_ONLY").verdict()).isEqualTo("422 WOULD_TAKE");
        assertThat(venue.order("Q", "buy 5@100 POST_ONLY").text("status")).isEqualTo("OPEN");
        assertThat(venue.order("R", "sell 5@100 POST_ONLY").verdict()).isEqualTo("422 WOULD_TAKE");
        assertThat(venue.trades()).isEmpty();
        venue.order("T", "buy 5@101");
        assertThat(venue.trades()).containsExactly("A/T 5@101");
    }

    /** M-12: there are no stop orders; they are refused at the door. */
    @Test
    void stopOrdersAreRefusedNamingTheField() {
        Scenario.Answer answer = venue.send(
                "S",
                "{\"clientOrderId\":\"s\",\"symbol\":\"ABC\",\"side\":\"SELL\",\"type\":\"STOP\",\"quantity\":\"5\"}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().toString()).contains("type");
    }

    /** M-13. */
    @Test
    void priceTimesQuantityDoesNotOverflow() {
        for (String order : List.of(
                "sell 10000000000@1000000000",
                "sell 9223372036854775807@100",
                "sell 5000000000000000000@100",
                "sell 5000000000000000000@100")) {
            assertThat(venue.order("A" + order.length(), order).status())
                    .as(order)
                    .isIn(200, 400, 422);
        }
        assertThat(venue.order("B", "buy 9000000000000000000 MARKET").status()).isIn(200, 400, 422);
        assertThat(venue.book()).doesNotContain("-");
        venue.killAndRestart();
    }

    /** M-14. The long list of values is in {@code http/OrderEntryTest}. */
    @Test
    void nonsenseIsRefusedAndTheNextGoodOrderIsTaken() {
        long before = venue.lastSeq();
        String good =
                "{\"clientOrderId\":\"n\",\"symbol\":\"ABC\",\"side\":\"BUY\",\"type\":\"LIMIT\",\"price\":\"5\",";
        List<byte[]> bodies = new ArrayList<>();
        for (String quantity : List.of("0", "-1", "0.5", "1e400", "\"NaN\"", "\"0x10\"", "null")) {
            bodies.add((good + "\"quantity\":" + quantity + "}").getBytes(StandardCharsets.UTF_8));
        }
        bodies.add((good + "\"quantity\":5,\"quantity\":500}").getBytes(StandardCharsets.UTF_8));
        bodies.add((good.replace("ABC", "A".repeat(10_000)) + "\"quantity\":5}").getBytes(StandardCharsets.UTF_8));
        bodies.add((good.replace("ABC", "ABÜ") + "\"quantity\":5}").getBytes(StandardCharsets.ISO_8859_1));
        for (byte[] body : bodies) {
            assertThat(venue.send("N", body).status())
                    .as(new String(body, StandardCharsets.ISO_8859_1))
                    .isIn(400, 413, 422);
        }
        assertThat(venue.lastSeq()).isEqualTo(before);
        assertThat(venue.order("G", "buy 5@5").status()).isEqualTo(200);
    }

    /** M-15. */
    @Test
    void tickAndLotAreDecimal() {
        venue.list("{\"symbol\":\"T05\",\"priceScale\":2,\"tick\":\"0.05\"}");
        assertThat(venue.order("A1", "buy 1@100.05").status()).isEqualTo(200);
        assertThat(venue.order("A2", "buy 1@100.050").status()).isEqualTo(200);
        assertThat(venue.order("A3", "buy 1@100.03").verdict()).isEqualTo("422 PRICE_NOT_ON_TICK");
        assertThat(venue.order("A4", "buy 1@100.0500000000000001").status()).isIn(400, 422);
        venue.list("{\"symbol\":\"T005\",\"priceScale\":3,\"tick\":\"0.005\"}");
        assertThat(venue.order("A5", "buy 1@0.015").status()).isEqualTo(200);
        assertThat(venue.order("A6", "buy 1@0.007").verdict()).isEqualTo("422 PRICE_NOT_ON_TICK");
        venue.list("{\"symbol\":\"LOT\",\"priceScale\":0,\"lot\":\"10\"}");
        assertThat(venue.order("A7", "buy 10@1").status()).isEqualTo(200);
        assertThat(venue.order("A8", "buy 15@1").verdict()).isEqualTo("422 INVALID_QUANTITY");
        assertThat(venue.order("A9", "buy 5@1").verdict()).isEqualTo("422 INVALID_QUANTITY");
    }

    /** M-16. */
    @Test
    void anAmendThatCrossesTradesAtOnce() {
        venue.order("A1", "sell 5@105");
        venue.order("B1", "buy 5@100");
        venue.amend("B1", "{\"price\":\"105\"}");
        assertThat(venue.trades()).containsExactly("A1/B1 5@105");
        assertThat(venue.book()).isEqualTo("|");
        venue.order("A2", "sell 5@105");
        venue.order("B2", "buy 8@100");
        venue.amend("B2", "{\"price\":\"106\"}");
        assertThat(venue.trades()).containsExactly("A2/B2 5@105");
        assertThat(venue.book()).isEqualTo("3@106 |");
    }

    /** M-17. */
    @Test
    void theSameClientOrderIdIsOneOrderAlsoOverAKill() {
        Scenario.Answer first = venue.orderAs("A", "c1", "buy 5@100");
        for (int i = 0; i < 3; i++) {
            assertThat(venue.orderAs("A", "c1", "buy 5@100").verdict()).startsWith("409");
        }
        venue.killAndRestart();
        Scenario.Answer again = venue.orderAs("A", "c1", "buy 5@100");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.body().toString()).contains("\"orderId\":" + first.text("orderId"));
        assertThat(venue.orderAs("A", "c1", "buy 6@100").status()).isEqualTo(409);
        assertThat(venue.orderAs("B", "c1", "buy 1@100").status()).isEqualTo(200);
        assertThat(venue.book()).isEqualTo("6@100 |");
    }

    /** M-18. */
    @Test
    void onlyTheOwnerMayCancelOrAmend() {
        venue.orderAs("A", "same", "sell 5@100");
        long theirs = venue.id("A");
        String unknown = venue.cancelAs("B", 999_999).body().toString();
        assertThat(venue.cancelAs("B", theirs).body()).hasToString(unknown);
        assertThat(venue.amendAs("B", theirs, "{\"price\":\"50\"}").status()).isEqualTo(404);
        assertThat(venue.amendAs("B", theirs, "{\"quantity\":\"1\"}").status()).isEqualTo(404);
        assertThat(venue.orderAs("B", "same", "buy 1@90").status()).isEqualTo(200);
        assertThat(venue.book()).isEqualTo("1@90 | 5@100");
    }

    /** M-19. */
    @Test
    void theAuctionPriceIsTheOneWithTheMostVolume() {
        venue.session("AUCTION");
        venue.order("A", "buy 50@180");
        venue.order("B", "buy 100@172");
        venue.order("C", "buy 200@171");
        venue.order("D", "sell 100@170");
        venue.order("E", "sell 80@172");
        venue.order("F", "sell 200@175");
        String indicative =
                venue.operator("GET", "/api/v1/book/ABC?depth=1", "").body().toString();
        assertThat(indicative).contains("172").contains("150");
        venue.session("OPEN");
        List<String> trades = venue.trades();
        assertThat(trades).allMatch(trade -> trade.endsWith("@172"));
        assertThat(trades.stream()
                        .mapToInt(t -> Integer.parseInt(t.replaceAll(".* ([0-9]+)@.*", "$1")))
                        .sum())
                .isEqualTo(150);
        assertThat(venue.book()).isEqualTo("200@171 | 30@172 200@175");
    }

    /** M-21: the settings are journaled; there is no file that could say otherwise. */
    @Test
    void replayUsesTheSettingsThatWereInForce() {
        venue.list("{\"symbol\":\"LOT\",\"priceScale\":0,\"lot\":\"10\"}");
        for (int i = 0; i < 50; i++) {
            venue.order("A" + i, (i % 2 == 0 ? "buy " : "sell ") + 10 * (1 + i % 3) + "@" + (100 + i % 5));
        }
        venue.list("{\"symbol\":\"LOT\",\"lot\":\"1\"}");
        for (int i = 0; i < 50; i++) {
            venue.order("B" + i, (i % 2 == 0 ? "buy " : "sell ") + (1 + i % 7) + "@" + (100 + i % 5));
        }
        String book = venue.book();
        long seq = venue.lastSeq();
        venue.killAndRestart();
        assertThat(venue.book()).isEqualTo(book);
        assertThat(venue.lastSeq()).isEqualTo(seq);
    }

    /** M-22: what expires with the day does so by an event at the close, whenever the process was down. */
    @Test
    void dayOrdersExpireAtTheCloseAlsoAfterAKill() {
        venue.order("G", "buy 5@100 DAY");
        venue.killAndRestart();
        venue.order("S1", "sell 2@100");
        assertThat(venue.trades()).containsExactly("G/S1 2@100");
        venue.session("CLOSED");
        assertThat(venue.show("G").text("status") + " " + venue.show("G").text("cancelledQuantity"))
                .isEqualTo("CANCELLED 3");
        venue.session("AUCTION");
        venue.session("OPEN");
        venue.order("S2", "sell 3@100");
        assertThat(venue.trades()).isEmpty();
        assertThat(venue.book()).isEqualTo("| 3@100");
    }
}
