package daybook.app.process;

import daybook.app.invariants.Told;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/** Places orders for one account, one after another, on a thread of its own, and says what it was told. Its prefix is its seed. */
final class Client implements Runnable {
    private final RunningVenue venue;
    private final String account;
    private final String prefix;
    private final Random random;
    private final Told told;
    private volatile boolean stop;

    Client(RunningVenue venue, String account, String prefix, Told told) {
        this.venue = venue;
        this.account = account;
        this.prefix = prefix;
        this.told = told;
        this.random = new Random(prefix.hashCode());
    }

    @Override
    public void run() {
        String token = venue.token(account);
        for (int i = 0; !stop; i++) {
            String id = prefix + i;
            Optional<HttpResponse<String>> answer = venue.order(token, body(id));
            if (answer.isEmpty()) {
                return; // the venue died: what happened to this order is unknown
            }
            if (answer.get().statusCode() == 200) {
                JsonNode json = RunningVenue.JSON.readTree(answer.get().body());
                told.accepted(
                        account,
                        id,
                        json.get("seq").asLong(),
                        json.get("orderId").asLong());
            } else {
                told.refused(account, id, answer.get().statusCode());
                RunningVenue.pause(Duration.ofMillis(20)); // rate limited, or refused by a rule
            }
        }
    }

    private String body(String id) {
        String side = random.nextBoolean() ? "BUY" : "SELL";
        String price =
                String.format(java.util.Locale.ROOT, "%d.%02d", 1498 + random.nextInt(4), 5 * random.nextInt(20));
        return "{\"clientOrderId\":\"" + id + "\",\"symbol\":\"INFY\",\"side\":\"" + side
                + "\",\"type\":\"LIMIT\",\"timeInForce\":\"GTC\",\"price\":\"" + price + "\",\"quantity\":\""
                + (1 + random.nextInt(20)) + "\"}";
    }

    void stop() {
        stop = true;
    }
}
