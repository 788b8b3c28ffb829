package daybook.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.invariants.NineInvariants;
import daybook.app.invariants.Told;
import daybook.lab.check.Recorded;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * A venue of its own with nobody trading, talked to in the words of the scenarios: order {@code A}, {@code buy 10@99}. Symbol ABC, tick
 * 1, lot 1, no band; the first letter of an order's name is its account. {@link #end} stops it and checks all nine invariants.
 */
final class Scenario {
    private static final List<String> POOL =
            List.of("bot-1", "bot-2", "bot-3", "bot-4", "alice", "bob", "carol", "dave", "erin", "frank");
    private static final byte[] NOTHING = {};

    private final Path data;
    private final Told told = new Told();
    private final Map<String, String> accounts = new HashMap<>();
    private final Map<String, Long> ids = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private RunningVenue venue;
    private int tradesSeen;
    private String symbol = "ABC";

    /** An answer of the venue. */
    record Answer(int status, JsonNode body) {
        String text(String field) {
            return body.has(field) ? body.get(field).asString() : "";
        }

        /** Status and reason, such as {@code 422 WOULD_TAKE}. */
        String verdict() {
            return status + (body.has("reason") ? " " + text("reason") : "");
        }
    }

    private Scenario(Path data) {
        this.data = data;
        this.venue = start();
    }

    /** A new venue in continuous trading. */
    static Scenario in(Path data) {
        Scenario scenario = new Scenario(data);
        scenario.list("{\"symbol\":\"ABC\",\"priceScale\":0,\"tick\":\"1\",\"lot\":\"1\"}");
        return scenario;
    }

    /** Sixty seconds a second: the timetable opens at once and does not close within a scenario. */
    private RunningVenue start() {
        RunningVenue started = RunningVenue.start(data, "--traders", "0", "--speed", "60");
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!started.ask(started.operator(), "GET", "/api/v1/ops/status", NOTHING)
                .body()
                .contains("\"OPEN\"")) {
            assertThat(System.nanoTime() - end)
                    .as("it opens: " + started.errors())
                    .isNegative();
            RunningVenue.pause(Duration.ofMillis(10));
        }
        return started;
    }

    Path data() {
        return data;
    }

    /** Lists or changes an instrument, which is the one of the orders from now on. */
    Answer list(String json) {
        Answer answer = operator("POST", "/api/v1/symbols", json);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        symbol = RunningVenue.JSON.readTree(json).get("symbol").asString();
        return answer;
    }

    Answer operator(String method, String path, String body) {
        return answer(venue.ask(venue.operator(), method, path, bytes(body)));
    }

    void session(String state) {
        assertThat(operator("POST", "/api/v1/ops/session", "{\"state\":\"" + state + "\"}")
                        .status())
                .isEqualTo(200);
    }

    /** Enters an order such as {@code buy 10@99}, {@code sell 5@100 FOK} or {@code buy 8 MARKET}, under its name as client order id. */
    Answer order(String name, String what) {
        return orderAs(name, name, what);
    }

    /** The same under another client order id. */
    Answer orderAs(String name, String clientOrderId, String what) {
        String[] words = what.split("[ @]", -1);
        boolean market = what.endsWith("MARKET");
        boolean limitWithForce = !market && words.length == 4;
        String body = "{\"clientOrderId\":\"" + clientOrderId + "\",\"symbol\":\"" + symbol + "\",\"side\":\""
                + words[0].toUpperCase(java.util.Locale.ROOT) + "\",\"type\":\"" + (market ? "MARKET" : "LIMIT")
                + "\",\"quantity\":\"" + words[1] + "\""
                + (market ? "" : ",\"price\":\"" + words[2] + "\"")
                + (limitWithForce ? ",\"timeInForce\":\"" + words[3] + "\"" : "") + "}";
        Answer answer = send(name, body);
        if (answer.status() == 200) {
            long id = answer.body().get("orderId").asLong();
            told.accepted(account(name), clientOrderId, answer.body().get("seq").asLong(), id);
            ids.put(name, id);
            names.put(id, name);
        } else {
            told.refused(account(name), clientOrderId, answer.status());
        }
        return answer;
    }

    /** Enters what the caller writes, as the account of a name. */
    Answer send(String name, String body) {
        return send(name, bytes(body));
    }

    Answer send(String name, byte[] body) {
        return answer(venue.ask(venue.token(account(name)), "POST", "/api/v1/orders", body));
    }

    Answer cancel(String name) {
        return cancelAs(name, id(name));
    }

    /** Somebody cancels an order by its number. */
    Answer cancelAs(String somebody, long orderId) {
        return answer(venue.ask(venue.token(account(somebody)), "DELETE", "/api/v1/orders/" + orderId, NOTHING));
    }

    Answer amend(String name, String body) {
        return amendAs(name, id(name), body);
    }

    Answer amendAs(String somebody, long orderId, String body) {
        return answer(venue.ask(venue.token(account(somebody)), "PATCH", "/api/v1/orders/" + orderId, bytes(body)));
    }

    /** An order as the venue shows it to its owner. */
    Answer show(String name) {
        return answer(venue.ask(venue.token(account(name)), "GET", "/api/v1/orders/" + id(name), NOTHING));
    }

    long id(String name) {
        return ids.getOrDefault(name, 0L);
    }

    String account(String name) {
        String letter = name.substring(0, 1);
        return accounts.computeIfAbsent(letter, l -> POOL.get(accounts.size()));
    }

    /** New trades in the journal since the last call, as {@code maker/taker quantity@price}. */
    List<String> trades() {
        List<String> all = new ArrayList<>();
        Recorded.events(data, event -> {
            if ("Trade".equals(event.get("type"))) {
                String buy = names.getOrDefault(event.get("buyOrderId"), "?");
                String sell = names.getOrDefault(event.get("sellOrderId"), "?");
                String pair = "BUY".equals(event.get("aggressorSide")) ? sell + "/" + buy : buy + "/" + sell;
                all.add(pair + " " + event.get("quantity") + "@" + event.get("price"));
            }
        });
        List<String> fresh = List.copyOf(all.subList(tradesSeen, all.size()));
        tradesSeen = all.size();
        return fresh;
    }

    /** Bids, then asks, best first: {@code 10@99 5@98 | 3@101}. */
    String book() {
        JsonNode book = answer(venue.ask(venue.operator(), "GET", "/api/v1/book/" + symbol + "?depth=100", NOTHING))
                .body();
        return (side(book.get("bids")) + " | " + side(book.get("asks"))).strip();
    }

    private static String side(JsonNode levels) {
        return StreamSupport.stream(levels.spliterator(), false)
                .map(level -> level.get("quantity").asString() + "@"
                        + level.get("price").asString())
                .collect(Collectors.joining(" "));
    }

    long lastSeq() {
        return operator("GET", "/api/v1/ops/status", "")
                .body()
                .get("durableSeq")
                .asLong();
    }

    /** {@code kill -9} and a new start. */
    void killAndRestart() {
        venue.killNine();
        venue = start();
    }

    void kill() {
        venue.killNine();
    }

    void restart() {
        venue = start();
    }

    /** Stops in order; then the nine invariants. */
    void end() {
        if (symbol.equals("ABC")) { // its prices have no decimals: the served depth reads as the units of events do
            assertThat(book()).as("5: served depth").isEqualTo(NineInvariants.depth(data, symbol));
        }
        venue.endsWell(told);
    }

    private static Answer answer(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isLessThan(500);
        return new Answer(response.statusCode(), RunningVenue.JSON.readTree(response.body()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
