package daybook.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventJsonTest {
    private static final String TRADE = "{\"type\":\"Trade\",\"seq\":7,\"time\":1767843900000001,\"tradeId\":5,"
            + "\"symbol\":\"INFY\",\"price\":150005,\"quantity\":3,\"aggressorSide\":\"SELL\",\"buyOrderId\":11,"
            + "\"sellOrderId\":12,\"buyAccountId\":\"alice\",\"sellAccountId\":\"bob\"}";
    private static final String STATE = "{\"type\":\"SessionStateChanged\",\"seq\":9,\"time\":0,\"state\":\"OPEN\"}";

    @Test
    void aTradeIsWrittenTypeFirst() {
        assertThat(text(Samples.trade())).isEqualTo(TRADE);
    }

    @Test
    void instrumentsAndAccountsAreFlat() {
        assertThat(text(new InstrumentChanged(10, 1, Samples.INFY)))
                .isEqualTo("{\"type\":\"InstrumentChanged\",\"seq\":10,\"time\":1,\"symbol\":\"INFY\",\"priceScale\":2,"
                        + "\"quantityScale\":0,\"moneyScale\":2,\"tick\":5,\"lot\":1,\"referencePrice\":150000,"
                        + "\"bandPercent\":10,\"maxQuantity\":100000,\"maxNotional\":1000000000,\"currency\":\"INR\"}");
        assertThat(text(new AccountChanged(11, 1, Samples.ALICE)))
                .isEqualTo(
                        "{\"type\":\"AccountChanged\",\"seq\":11,\"time\":1,\"accountId\":\"alice\",\"enabled\":true,"
                                + "\"selfTradeMode\":\"CANCEL_RESTING\",\"ordersPerSecond\":20,\"burst\":40,"
                                + "\"maxOpenOrders\":1000}");
    }

    @Test
    void whatIsNotThereIsLeftOut() {
        assertThat(text(Samples.events().get(1))).doesNotContain("price");
        assertThat(text(Samples.events().get(2))).doesNotContain("orderId\":");
        assertThat(text(new KillSwitchChanged(1, 1, "", true))).doesNotContain("accountId");
    }

    @Test
    void everyEventAndFillComesBackAsItWas() {
        for (Event event : Samples.events()) {
            assertThat(EventJson.readEvent(EventJson.toBytes(event))).isEqualTo(event);
        }
        assertThat(EventJson.readFill(EventJson.toBytes(Samples.fill()))).isEqualTo(Samples.fill());
    }

    @Test
    void fieldsMayComeInAnyOrderWithOthersAmongThem() {
        String json =
                " {\"new\":{\"a\":[1,-2.5e+3,{\"b\":null}],\"c\":\"\\u00e9\\\"\"} ,\"state\":\"OPEN\",\t\"time\":0,"
                        + "\"seq\":9,\"list\":[],\"none\":{},\"type\":\"SessionStateChanged\" }\n";

        assertThat(read(json)).isEqualTo(new SessionStateChanged(9, 0, SessionState.OPEN));
    }

    @Test
    void aNameMayBeSpeltWithEscapes() {
        assertThat(read(STATE.replace("state", "st\\u0061te").replace("OPEN", "\\u004fPEN")))
                .isEqualTo(new SessionStateChanged(9, 0, SessionState.OPEN));
    }

    @Test
    void textOfAnyKindSurvives() {
        String name = "a\"b\\c\n\t\u0001\u007fé€😀";
        OrderCancelled event = new OrderCancelled(1, 1, 1, name, "S", 1, CancelReason.EXPIRED);

        byte[] json = EventJson.toBytes(event);

        assertThat(new String(json, UTF_8)).contains("a\\\"b\\\\c\\u000a\\u0009\\u0001\\u007fé€😀");
        assertThat(EventJson.readEvent(json)).isEqualTo(event);
    }

    @Test
    void halfACharacterIsRefusedBothWays() {
        OrderCancelled event = new OrderCancelled(1, 1, 1, "\ud800", "S", 1, CancelReason.EXPIRED);

        assertThatIllegalArgumentException().isThrownBy(() -> EventJson.toBytes(event));
        refuse(TRADE.replace("alice", "\\ud800"), "buyAccountId");
    }

    @Test
    void integersBeyondWhatEveryReaderCanHoldAreRefusedBothWays() {
        long limit = EventJson.MAX_INTEGER;
        Event largest = new OrderCancelled(1, 1, limit, "a", "S", 1, CancelReason.EXPIRED);
        assertThat(EventJson.readEvent(EventJson.toBytes(largest))).isEqualTo(largest);

        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> EventJson.toBytes(new OrderCancelled(1, 1, limit + 1, "a", "S", 1, CancelReason.EXPIRED)))
                .withMessageContaining("orderId: 9007199254740992");
        refuse(STATE.replace("\"time\":0", "\"time\":9007199254740992"), "time");
        refuse(STATE.replace("\"time\":0", "\"time\":-9007199254740992"), "time");
        refuse(STATE.replace("\"time\":0", "\"time\":9223372036854775808000"), "time");
    }

    @Test
    void integersOfEveryLengthAreWrittenRight() {
        JsonBuffer to = new JsonBuffer();
        for (long value = 1, n = 0; n < 18; n++, value *= 10) {
            for (long v : new long[] {value - 1, value, value + 1, -value}) {
                to.clear();
                assertThat(to.integer(v)).hasToString(Long.toString(v));
            }
        }
        for (long v : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1}) {
            to.clear();
            assertThat(to.integer(v)).hasToString(Long.toString(v));
        }
    }

    @Test
    void anUnknownTypeIsRefused() {
        refuse(TRADE.replace("Trade", "Trades"), "type: Trades");
        refuse(TRADE.replace("Trade", "TRADE"), "type: TRADE");
        refuse(TRADE.replace("\"type\":\"Trade\",", ""), "type: missing");
        assertThatThrownBy(() -> EventJson.readFill(TRADE.getBytes(UTF_8))).hasMessageContaining("type: Trade");
    }

    @Test
    void aFieldThatIsMissingOrWrongIsNamed() {
        refuse(TRADE.replace("\"price\":150005,", ""), "price: missing");
        refuse(TRADE.replace("150005", "\"150005\""), "price");
        refuse(TRADE.replace("150005", "150005.0"), "price");
        refuse(TRADE.replace("150005", "1e3"), "price");
        refuse(TRADE.replace("150005", "null"), "price");
        refuse(TRADE.replace("\"SELL\"", "\"SEL\""), "aggressorSide: SEL");
        refuse(TRADE.replace("\"SELL\"", "true"), "aggressorSide");
        refuse(TRADE.replace("\"alice\"", "3"), "buyAccountId");
        refuse(TRADE.replace("\"price\":", "\"quantity\":"), "quantity: field given twice");
        refuse(TRADE.replace("\"price\":", "\"pr\\u0069ce\":1,\"price\":"), "price: field given twice");
        refuse(TRADE.replace("\"price\":", "\"x\":1,\"\\u0078\":1,\"price\":"), "x: field given twice");
        refuse(TRADE.replace("\"price\":", "\"x\":1,\"y\":2,\"z\":3,\"y\":4,\"price\":"), "y: field given twice");
        refuse(TRADE.replace("\"price\":", "\"\\ud800\":1,\"price\":"), "half a character");
        refuse(
                "{\"type\":\"OrderAccepted\",\"seq\":1,\"time\":1,\"orderId\":1,\"clientOrderId\":\"c\","
                        + "\"accountId\":\"a\",\"symbol\":\"S\",\"side\":\"BUY\",\"orderType\":\"LIMIT\","
                        + "\"timeInForce\":\"GTC\",\"quantity\":1}",
                "price: missing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "{",
                "{}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{\"a\":01}",
                "{\"a\":1.}",
                "{\"a\":.5}",
                "{\"a\":+1}",
                "{\"a\":1e}",
                "{\"a\":tru}",
                "{\"a\":'x'}",
                "{\"a\":\"x}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":\"\n\"}",
                "{a:1}",
                "{\"a\":[1,]}",
                "{\"a\":1} x",
                "{\"a\":1}{}",
                "\ufeff{\"a\":1}",
                "{\"a\":NaN}",
                "{/**/}"
            })
    void whatIsNotJsonIsRefused(String json) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(EventFormatException.class);
    }

    @Test
    void nestingIsBounded() {
        read(STATE.replace("{\"type", "{\"x\":" + "[".repeat(31) + "]".repeat(31) + ",\"type"));

        refuse(STATE.replace("{\"type", "{\"x\":" + "[".repeat(33) + "]".repeat(33) + ",\"type"), "deeper");
        refuse("{\"x\":" + "[".repeat(500_000), "deeper");
    }

    @Test
    void sizeAndNumberOfFieldsAreBounded() {
        refuse("{\"x\":\"" + " ".repeat(JsonObject.MAX_BYTES) + "\"}", "bytes");
        StringBuilder many = new StringBuilder("{\"a\":1");
        for (int i = 0; i < JsonIndex.MAX_FIELDS; i++) {
            many.append(",\"f").append(i).append("\":1");
        }
        refuse(many.append('}').toString(), "fields");
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        byte[] json = TRADE.getBytes(UTF_8);
        json[TRADE.indexOf("alice")] = (byte) 0xC3;

        assertThatThrownBy(() -> EventJson.readEvent(json)).hasMessageContaining("UTF-8");
    }

    @Test
    void noTextMakesTheReaderFailInAnotherWay() {
        long seed = 42;
        Random random = new Random(seed);
        String alphabet = "{}[]\",:\\u0123456789.eE+-truefalsn \n";
        for (int i = 0; i < 50_000; i++) {
            StringBuilder json = new StringBuilder(TRADE);
            for (int n = 1 + random.nextInt(3); n > 0; n--) {
                int at = random.nextInt(json.length());
                char c = alphabet.charAt(random.nextInt(alphabet.length()));
                switch (random.nextInt(3)) {
                    case 0 -> json.setCharAt(at, c);
                    case 1 -> json.insert(at, c);
                    default -> json.deleteCharAt(at);
                }
            }
            try {
                read(json.toString());
            } catch (EventFormatException expected) {
                assertThat(expected).as("seed " + seed).hasMessageContaining(":");
            }
        }
    }

    /** A space in front sends the whole text through the index; without it most of the text is read in the writer's order. */
    @Test
    void readingInOrderAndReadingByIndexAgreeOnEveryText() {
        long seed = 7;
        Random random = new Random(seed);
        String alphabet = "{}[]\",:\\u0123456789.eE+-truefalsn \u00e9\u007f";
        for (Event event : Samples.events()) {
            String json = text(event);
            for (int i = 0; i < 2_000; i++) {
                StringBuilder changed = new StringBuilder(json);
                int at = random.nextInt(json.length());
                char c = alphabet.charAt(random.nextInt(alphabet.length()));
                switch (random.nextInt(4)) {
                    case 0 -> changed.setCharAt(at, c);
                    case 1 -> changed.insert(at, c);
                    case 2 -> changed.deleteCharAt(at);
                    default -> changed.setLength(at);
                }
                assertThat(outcome(changed.toString()))
                        .as("seed %d: %s", seed, changed)
                        .isEqualTo(outcome(" " + changed));
            }
        }
    }

    @Test
    void whatStandsBehindTheLastKnownFieldIsReadToo() {
        String more = TRADE.substring(0, TRADE.length() - 1);

        assertThat(read(more + ",\"more\":[1]}")).isEqualTo(Samples.trade());
        refuse(more + ",\"seq\":7}", "seq: field given twice");
        refuse(more + ",\"more\":[1}", "json");
        refuse(more, "json");
        refuse(TRADE + "}", "json");
    }

    private static Object outcome(String json) {
        try {
            return read(json);
        } catch (EventFormatException e) {
            return "refused";
        }
    }

    private static Event read(String json) {
        return EventJson.readEvent(json.getBytes(UTF_8));
    }

    private static void refuse(String json, String message) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(EventFormatException.class)
                .hasMessageContaining(message);
    }

    private static String text(Event event) {
        return new String(EventJson.toBytes(event), UTF_8);
    }
}
