package daybook.app.ws;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.events.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client that is cut off again and again and goes on where it was, at one of two replicas (W-06): its book is the market's, and it has
 * every trade once.
 */
class ResumeTest {
    private static final int EVENTS = 400;
    private static final int PRICES = 12;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void afterAnyBreaksTheClientHasWhatTheMarketHas(long seed) {
        check(new FakeMarket(), seed);
    }

    /** Throws if the client's picture differs. */
    static void check(FakeMarket market, long seed) {
        Random random = new Random(seed);
        Ladder ladder = new Ladder();
        List<String> trades = new ArrayList<>();
        market.trade("INFY", 1, 1);
        long[] seen = {-1, -1};
        try (Replica a = new Replica(market);
                Replica b = new Replica(market)) {
            int done = 0;
            while (done < EVENTS) {
                try (Client client = (random.nextBoolean() ? a : b).client()) {
                    subscribe(client, "book.INFY", seen[0]);
                    subscribe(client, "trades.INFY", seen[1]);
                    int part = 1 + random.nextInt(80);
                    for (int i = 0; i < part; i++) {
                        happen(market, random);
                    }
                    done += part;
                    int listen = random.nextInt(part);
                    for (int i = 0; i < listen; i++) {
                        client.poll(20).ifPresent(told -> hear(told, ladder, trades, seen));
                    }
                    for (int i = 0; i < random.nextInt(30); i++) {
                        happen(market, random); // what is told now is lost
                    }
                }
            }
            long end = market.trade("INFY", 7, 7);
            try (Client client = a.client()) {
                subscribe(client, "book.INFY", seen[0]);
                subscribe(client, "trades.INFY", seen[1]);
                while (seen[1] < end) {
                    hear(client.next(), ladder, trades, seen);
                }
                while (seen[0] < market.lastLevelChange()) {
                    hear(
                            client.poll(3_000)
                                    .orElseThrow(() -> new AssertionError("the book's last change did not come")),
                            ladder,
                            trades,
                            seen);
                }
            }
        }
        Ladder real = new Ladder();
        real.hear(new Told(new String(
                Objects.requireNonNull(new BookFeed("book.INFY", "INFY", market).snapshot(false))
                        .frame(0)
                        .array(),
                java.nio.charset.StandardCharsets.UTF_8)));
        assertThat(ladder.levels()).as("seed %d", seed).isEqualTo(real.levels());
        assertThat(trades)
                .as("seed %d", seed)
                .isEqualTo(market.lastTrades("INFY", 100_000).stream()
                        .map(trade -> "" + trade.tradeId())
                        .toList());
    }

    private static void subscribe(Client client, String channel, long seen) {
        if (seen < 0) {
            client.sub(channel);
        } else {
            client.sub(channel, seen);
        }
    }

    private static void happen(FakeMarket market, Random random) {
        if (random.nextInt(3) == 0) {
            market.trade("INFY", 100 + random.nextInt(5), 1);
        } else {
            Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
            market.level("INFY", side, 100 + random.nextInt(PRICES), random.nextInt(4));
        }
    }

    private static long hear(Told told, Ladder ladder, List<String> trades, long[] seen) {
        if (told.channel().equals("book.INFY")) {
            ladder.hear(told);
            seen[0] = told.seq();
        } else if (told.type().equals("snap")) {
            trades.clear();
            Json.array(Json.object(told.json().getOrDefault("data", "")).getOrDefault("trades", ""))
                    .forEach(trade -> trades.add(tradeId(Json.write(trade))));
            seen[1] = told.seq();
        } else {
            trades.add(tradeId(told.data()));
            assertThat(trades.size()).as("told again and again").isLessThan(5_000);
            seen[1] = told.seq();
        }
        return told.seq();
    }

    private static String tradeId(String json) {
        return json.substring("{\"tradeId\":".length(), json.indexOf(','));
    }

    @Test
    void aClientFromAReplicaThatIsAheadIsWaitedForAndThenGoesOn() {
        FakeMarket market = new FakeMarket();
        market.trade("INFY", 1, 1);
        try (Replica behind = new Replica(market);
                Client client = behind.client()) {
            client.sub("trades.INFY", 3);
            assertThat(client.settle()).isEmpty();
            market.trade("INFY", 1, 1);
            market.trade("INFY", 1, 1);
            market.trade("INFY", 1, 1);

            Told told = client.next();
            assertThat(told.seq()).isEqualTo(4);
            assertThat(told.prev()).isEqualTo(3);
        }
    }
}
