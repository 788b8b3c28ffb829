package daybook.exchange.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.OrderCancelled;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Trade;
import daybook.exchange.OrderView;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Goal: the engine does what venues print in their own manuals. Method: every case of the worked examples is run as it stands; one that
 * asks for what this venue does not offer is skipped with the reason.
 */
class WorkedCasesTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** By what a case asks for, in words that its JSON contains. */
    private static final Map<String, String> NOT_OFFERED = new TreeMap<>(Map.of(
            "hidden", "no iceberg orders: an order shows all of itself",
            "pro_rata", "no pro-rata allocation: price, then time",
            "DECREMENT", "no self-trade prevention by decrement: an order is cancelled whole, never made smaller",
            "TRANSFER", "no self-trade prevention by transfer",
            "broker", "no broker priority: price, then time, whoever's order it is",
            "MOC", "no on-close orders"));

    @TestFactory
    Stream<DynamicTest> matching() throws IOException {
        return cases("matching", WorkedCasesTest::matchingCase);
    }

    @TestFactory
    Stream<DynamicTest> selfTradePrevention() throws IOException {
        return cases("self_trade_prevention", WorkedCasesTest::selfTradeCase);
    }

    @TestFactory
    Stream<DynamicTest> auction() throws IOException {
        return cases("auction", WorkedCasesTest::auctionCase);
    }

    private interface Runner {
        void run(JsonNode example);
    }

    private static Stream<DynamicTest> cases(String file, Runner runner) throws IOException {
        JsonNode root = JSON.readTree(Files.readString(SharedData.file("worked/" + file + ".json")));
        List<JsonNode> all = new ArrayList<>();
        root.path("cases").forEach(all::add);
        root.path("also").forEach(all::add);
        assertThat(all).isNotEmpty();
        return all.stream()
                .map(example -> DynamicTest.dynamicTest(text(example, "id"), () -> {
                    Optional<String> refusal = refusal(example);
                    if (refusal.isPresent()) {
                        abort("not offered: " + refusal.get());
                    }
                    runner.run(example);
                }));
    }

    private static Optional<String> refusal(JsonNode example) {
        String json = example.toString();
        return NOT_OFFERED.entrySet().stream()
                .filter(entry -> json.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static void matchingCase(JsonNode example) {
        switch (text(example, "id")) {
            case "binance-amend-keep-priority" -> amendKeepsPriority(example);
            case "cme-priority-loss" -> priorityLoss();
            default -> {
                if (example.path("incoming").isMissingNode()) {
                    abort("a rule in words, without orders: " + example.path("rule"));
                }
                incoming(example);
            }
        }
    }

    private static void incoming(JsonNode example) {
        DecimalVenue venue = bookOf(example);
        JsonNode order = example.path("incoming");
        String name = order.get(0).asString();
        boolean market = order.get(3).asString().equals("MKT");
        JsonNode tif = order.path(4).path("tif");
        venue.account(name, SelfTradeMode.NONE);
        venue.drain();
        venue.order(
                name,
                name,
                Side.valueOf(order.get(1).asString()),
                order.get(2).asString(),
                order.get(3).asString(),
                tif.isMissingNode() ? TimeInForce.GTC : TimeInForce.valueOf(tif.asString()));

        List<Event> events = venue.drain();
        List<String> expected = new ArrayList<>();
        example.path("trades")
                .forEach(trade -> expected.add(trade.get(0).asString() + "/"
                        + trade.get(1).asString() + " " + plain(trade.get(2)) + "@" + plain(trade.get(3))));
        assertThat(trades(venue, events)).isEqualTo(expected);
        if (market) {
            // Some venues book what is left of a market order at the last price. Here it ends: nothing rests without a
            // price.
            assertThat(venue.side(Side.BUY)).noneMatch(order1 -> order1.startsWith(name + " "));
            assertThat(venue.side(Side.SELL)).noneMatch(order1 -> order1.startsWith(name + " "));
        } else if (example.has("book_after")) {
            assertThat(venue.side(Side.BUY))
                    .isEqualTo(orders(example.path("book_after").path("bids")));
            assertThat(sorted(venue.side(Side.SELL)))
                    .isEqualTo(sorted(orders(example.path("book_after").path("asks"))));
        }
        if (example.has("executed")) {
            long cancelled = events.stream()
                    .filter(event -> event.kind() == Event.Kind.ORDER_CANCELLED)
                    .mapToLong(event -> ((OrderCancelled) event).cancelledQuantity())
                    .sum();
            BigDecimal rest = number(order.get(2)).subtract(number(example.path("executed")));
            assertThat(DecimalVenue.quantity(cancelled)).isEqualTo(DecimalVenue.plain(rest));
        }
    }

    private static void amendKeepsPriority(JsonNode example) {
        DecimalVenue reduced = bookOf(example);
        reduced.amend("15", "15", "87000", "5.00");
        assertThat(trades(reduced, sellAll(reduced))).startsWith("10/all 1@87000", "15/all 5@87000", "20/all 4@87000");

        DecimalVenue again = bookOf(example);
        again.cancel("15", "15");
        again.account("22", SelfTradeMode.NONE);
        again.order("22", "22", Side.BUY, "5.00", "87000", TimeInForce.GTC);
        assertThat(trades(again, sellAll(again)))
                .startsWith("10/all 1@87000", "20/all 4@87000", "22/all 5@87000", "21/all 2@86999");
    }

    private static List<Event> sellAll(DecimalVenue venue) {
        venue.account("all", SelfTradeMode.NONE);
        venue.drain();
        venue.order("all", "all", Side.SELL, "1000", "MKT", TimeInForce.IOC);
        return venue.drain();
    }

    /** More quantity or another price loses the place, less keeps it. An order cannot change its account here. */
    private static void priorityLoss() {
        assertThat(afterAmendOfTheFirst("100", "4")).startsWith("a/all 4@100", "b/all 10@100");
        assertThat(afterAmendOfTheFirst("100", "11")).startsWith("b/all 10@100", "a/all 11@100");
        assertThat(afterAmendOfTheFirst("99", "10")).startsWith("b/all 10@100", "a/all 10@99");
    }

    private static List<String> afterAmendOfTheFirst(String price, String quantity) {
        DecimalVenue venue = new DecimalVenue(SessionState.OPEN);
        for (String name : List.of("a", "b")) {
            venue.account(name, SelfTradeMode.NONE);
            venue.order(name, name, Side.BUY, "10", "100", TimeInForce.GTC);
        }
        venue.amend("a", "a", price, quantity);
        return trades(venue, sellAll(venue));
    }

    private static void selfTradeCase(JsonNode example) {
        if (example.path("taker").isMissingNode()) {
            abort("shown on real data by ReplayRealDataTest: " + text(example, "source"));
        }
        DecimalVenue venue = new DecimalVenue(SessionState.OPEN);
        for (JsonNode maker : example.path("makers")) {
            venue.account("one", mode(maker.get(4)));
            venue.order(
                    "one",
                    maker.get(0).asString(),
                    Side.valueOf(maker.get(1).asString()),
                    maker.get(2).asString(),
                    maker.get(3).asString(),
                    TimeInForce.GTC);
        }
        JsonNode taker = example.path("taker");
        venue.account("one", mode(taker.get(5)));
        venue.order(
                "one",
                taker.get(0).asString(),
                Side.valueOf(taker.get(1).asString()),
                taker.get(3).asString(),
                taker.get(2).asString().equals("MARKET") ? "MKT" : taker.get(4).asString(),
                TimeInForce.GTC);

        List<Event> events = venue.drain();
        example.path("expect").properties().forEach(entry -> {
            OrderView order = venue.view(entry.getKey());
            JsonNode expected = entry.getValue();
            assertThat(status(order, events)).as(entry.getKey()).isEqualTo(text(expected, "status"));
            if (expected.has("executed")) {
                assertThat(DecimalVenue.quantity(order.filledQuantity()))
                        .as(entry.getKey())
                        .isEqualTo(plain(expected.get("executed")));
            }
            if (expected.has("prevented")) {
                assertThat(DecimalVenue.quantity(order.cancelledQuantity()))
                        .as(entry.getKey())
                        .isEqualTo(plain(expected.get("prevented")));
            }
        });
    }

    private static SelfTradeMode mode(JsonNode name) {
        return switch (name.asString()) {
            case "NONE" -> SelfTradeMode.NONE;
            case "EXPIRE_MAKER" -> SelfTradeMode.CANCEL_RESTING;
            case "EXPIRE_TAKER" -> SelfTradeMode.CANCEL_INCOMING;
            case "EXPIRE_BOTH" -> SelfTradeMode.CANCEL_BOTH;
            default -> abort("not offered: self-trade prevention " + name);
        };
    }

    private static String status(OrderView order, List<Event> events) {
        boolean prevented = events.stream()
                .filter(event -> event.kind() == Event.Kind.ORDER_CANCELLED)
                .map(OrderCancelled.class::cast)
                .anyMatch(event ->
                        event.orderId() == order.orderId() && event.reason() == CancelReason.SELF_TRADE_PREVENTION);
        return switch (order.status()) {
            case OPEN -> "NEW";
            case PARTIALLY_FILLED -> "PARTIALLY_FILLED";
            case FILLED -> "FILLED";
            case CANCELLED -> prevented ? "EXPIRED_IN_MATCH" : "CANCELED";
        };
    }

    private static void auctionCase(JsonNode example) {
        DecimalVenue venue = new DecimalVenue(SessionState.AUCTION);
        if (example.has("visible_cumulative")) {
            enterCumulative(venue, example);
        } else if (example.has("bids")) {
            enterAll(venue, Side.BUY, example.path("bids"));
            enterAll(venue, Side.SELL, example.path("asks"));
        } else {
            enterVolumes(venue, Side.BUY, example.path("bid_volume"));
            enterVolumes(venue, Side.SELL, example.path("ask_volume"));
        }
        venue.drain();
        venue.session(SessionState.OPEN);

        List<Event> events = venue.drain();
        JsonNode expected = example.path("expect");
        BigDecimal volume = events.stream()
                .filter(event -> event.kind() == Event.Kind.TRADE)
                .map(event -> new BigDecimal(DecimalVenue.quantity(((Trade) event).quantity())))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        JsonNode expectedVolume = expected.has("volume") ? expected.get("volume") : expected.path("max_volume");
        assertThat(DecimalVenue.plain(volume)).isEqualTo(plain(expectedVolume));
        if (expected.has("max_volume")) {
            abort("volume " + expectedVolume
                    + " agrees; not offered: a tie of prices decided by a reference price (here the lowest)");
        }
        assertThat(events.stream()
                        .filter(event -> event.kind() == Event.Kind.TRADE)
                        .map(event -> DecimalVenue.price(((Trade) event).price())))
                .isNotEmpty()
                .containsOnly(plain(expected.path("price")));
        if (expected.has("trades")) {
            List<String> pairs = new ArrayList<>();
            expected.path("trades")
                    .forEach(trade -> pairs.add(
                            trade.get(0).asString() + "/" + trade.get(1).asString() + " " + plain(trade.get(2)) + "@"
                                    + plain(expected.path("price"))));
            assertThat(trades(venue, events)).isEqualTo(pairs);
        }
    }

    private static void enterCumulative(DecimalVenue venue, JsonNode example) {
        market(venue, Side.BUY, text(example, "market_buy"));
        market(venue, Side.SELL, text(example, "market_sell"));
        TreeMap<BigDecimal, JsonNode> byPrice = new TreeMap<>();
        example.path("visible_cumulative")
                .properties()
                .forEach(entry -> byPrice.put(new BigDecimal(entry.getKey()), entry.getValue()));
        BigDecimal seen = BigDecimal.ZERO;
        for (Map.Entry<BigDecimal, JsonNode> level : byPrice.descendingMap().entrySet()) {
            seen = enterRest(
                    venue, Side.BUY, level.getKey(), number(level.getValue().path("buy")), seen);
        }
        seen = BigDecimal.ZERO;
        for (Map.Entry<BigDecimal, JsonNode> level : byPrice.entrySet()) {
            seen = enterRest(
                    venue, Side.SELL, level.getKey(), number(level.getValue().path("sell")), seen);
        }
    }

    private static BigDecimal enterRest(
            DecimalVenue venue, Side side, BigDecimal price, BigDecimal cumulative, BigDecimal seen) {
        BigDecimal here = cumulative.subtract(seen);
        if (here.signum() > 0) {
            String name = side + "-" + price.toPlainString().replace('.', '-');
            venue.account(name, SelfTradeMode.NONE);
            venue.order(name, name, side, here.toPlainString(), price.toPlainString(), TimeInForce.GTC);
        }
        return cumulative;
    }

    private static void market(DecimalVenue venue, Side side, String quantity) {
        String name = "market-" + side;
        venue.account(name, SelfTradeMode.NONE);
        venue.order(name, name, side, quantity, "MKT", TimeInForce.GTC);
    }

    private static void enterAll(DecimalVenue venue, Side side, JsonNode orders) {
        for (JsonNode order : orders) {
            String name = order.get(0).asString();
            venue.account(name, SelfTradeMode.NONE);
            venue.order(name, name, side, order.get(1).asString(), order.get(2).asString(), TimeInForce.GTC);
        }
    }

    private static void enterVolumes(DecimalVenue venue, Side side, JsonNode volumes) {
        volumes.properties()
                .forEach(entry -> enterRest(
                        venue, side, new BigDecimal(entry.getKey()), number(entry.getValue()), BigDecimal.ZERO));
    }

    private static DecimalVenue bookOf(JsonNode example) {
        DecimalVenue venue = new DecimalVenue(SessionState.OPEN);
        enterAll(venue, Side.BUY, example.path("book").path("bids"));
        enterAll(venue, Side.SELL, example.path("book").path("asks"));
        return venue;
    }

    private static List<String> trades(DecimalVenue venue, List<Event> events) {
        return events.stream()
                .filter(event -> event.kind() == Event.Kind.TRADE)
                .map(Trade.class::cast)
                .map(trade -> venue.name(trade.buyOrderId()) + "/" + venue.name(trade.sellOrderId()) + " "
                        + DecimalVenue.quantity(trade.quantity()) + "@" + DecimalVenue.price(trade.price()))
                .toList();
    }

    private static List<String> orders(JsonNode side) {
        List<String> orders = new ArrayList<>();
        side.forEach(
                order -> orders.add(order.get(0).asString() + " " + plain(order.get(1)) + "@" + plain(order.get(2))));
        return orders;
    }

    private static List<String> sorted(List<String> orders) {
        return orders.stream().sorted().toList();
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString();
    }

    private static BigDecimal number(JsonNode node) {
        return new BigDecimal(node.asString());
    }

    private static String plain(JsonNode node) {
        return DecimalVenue.plain(number(node));
    }
}
