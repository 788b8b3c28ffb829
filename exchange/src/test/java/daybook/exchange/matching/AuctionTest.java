package daybook.exchange.matching;

import static daybook.events.SessionState.AUCTION;
import static daybook.events.SessionState.OPEN;
import static daybook.events.Side.BUY;
import static daybook.events.Side.SELL;
import static daybook.events.TimeInForce.GTC;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Side;
import daybook.events.Trade;
import daybook.exchange.Indication;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuctionTest {
    private final Floor floor = Floor.in(AUCTION, Floor.PLAIN);

    private Optional<Indication> indication() {
        return floor.engine.indication("ABC");
    }

    @Test
    void thePriceIsTheOneWithTheMostVolume() {
        floor.buy("B1", 50, 180).buy("B2", 100, 172).buy("B3", 200, 171);
        floor.sell("S1", 100, 170).sell("S2", 80, 172).sell("S3", 200, 175);
        floor.heard();
        assertThat(indication()).contains(new Indication(172, 150, -30));

        floor.session(OPEN);

        assertThat(floor.trades()).containsExactly("S1/B1 50@172", "S1/B2 50@172", "S2/B2 50@172");
        assertThat(floor.depth()).isEqualTo("200@171 | 30@172, 200@175");
    }

    @Test
    void ofEqualVolumesTheSmallestImbalanceWins() {
        floor.buy("B1", 10, 105).buy("B2", 5, 103).sell("S1", 10, 100);

        // Volume is 10 at 100, 103 and 105; left over are 5, 5 and 0.
        assertThat(indication()).contains(new Indication(105, 10, 0));
    }

    @Test
    void ofEqualImbalancesTheLowestPriceWins() {
        floor.buy("B1", 10, 105).sell("S1", 10, 100);

        assertThat(indication()).contains(new Indication(100, 10, 0));
    }

    @Test
    void marketOrdersAreServedFirstInOrderOfArrivalAndTheirRestIsCancelled() {
        floor.buy("B1", 5, 110).market("M1", BUY, 4).market("M2", BUY, 8).sell("S1", 10, 100);
        floor.heard();

        floor.session(OPEN);

        assertThat(floor.heard())
                .containsExactly("S1/M1 4@100", "S1/M2 6@100", "M2 cancelled 2 NO_LIQUIDITY", "SESSION_STATE_CHANGED");
        assertThat(floor.depth()).isEqualTo("5@110 | ");
    }

    @Test
    void withoutAnyLimitPriceMarketOrdersDoNotTrade() {
        floor.market("M1", BUY, 4).market("M2", SELL, 8);
        floor.heard();
        assertThat(indication()).isEmpty();

        assertThat(floor.session(OPEN).heard())
                .containsExactly("M1 cancelled 4 NO_LIQUIDITY", "M2 cancelled 8 NO_LIQUIDITY", "SESSION_STATE_CHANGED");
    }

    @Test
    void ownersDoNotMatter() {
        floor.limit("X", "X1", BUY, GTC, 5, 100).limit("X", "X2", SELL, GTC, 5, 100);

        assertThat(floor.session(OPEN).trades()).containsExactly("X2/X1 5@100");
    }

    @Test
    void aBookThatDoesNotCrossHasNoIndication() {
        floor.buy("A", 5, 99).sell("B", 5, 100);

        assertThat(indication()).isEmpty();
        assertThat(floor.session(OPEN).trades()).isEmpty();
    }

    /**
     * Against the definition: for every price of the book, count what would trade. The indication, the trades and what is left
     * must all agree, and nothing may cross afterwards.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void anyAuctionAgreesWithItsDefinition(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            Floor any = Floor.in(AUCTION, Floor.PLAIN);
            List<long[]> orders = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(30); i++) {
                Side side = random.nextBoolean() ? BUY : SELL;
                long quantity = 1L + random.nextInt(20);
                long price = random.nextInt(8) == 0 ? 0 : 95 + random.nextInt(12);
                orders.add(new long[] {side == BUY ? 0 : 1, quantity, price});
                if (price == 0) {
                    any.market("o" + i, side, quantity);
                } else {
                    any.limit("a" + i, "o" + i, side, GTC, quantity, price);
                }
            }
            Optional<Indication> expected = byDefinition(orders);
            assertThat(any.engine.indication("ABC"))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(expected);

            any.session(OPEN);

            List<Trade> trades = any.events.stream()
                    .filter(event -> event instanceof Trade)
                    .map(event -> (Trade) event)
                    .toList();
            assertThat(trades)
                    .allMatch(trade -> trade.price() == expected.orElseThrow().price());
            assertThat(trades.stream().mapToLong(Trade::quantity).sum())
                    .isEqualTo(expected.map(Indication::volume).orElse(0L));
            assertThat(any.engine.indication("ABC")).isEmpty();
        }
    }

    private static Optional<Indication> byDefinition(List<long[]> orders) {
        Optional<Indication> best = Optional.empty();
        for (long price = 95; price <= 106; price++) {
            long candidate = price;
            if (orders.stream().noneMatch(order -> order[2] == candidate)) {
                continue;
            }
            long demand = sum(orders, 0, price, Long.MAX_VALUE);
            long supply = sum(orders, 1, 0, price);
            Indication found = new Indication(price, Math.min(demand, supply), demand - supply);
            boolean better = found.volume() > 0
                    && (best.isEmpty()
                            || found.volume() > best.get().volume()
                            || found.volume() == best.get().volume()
                                    && Math.abs(found.imbalance())
                                            < Math.abs(best.get().imbalance()));
            best = better ? Optional.of(found) : best;
        }
        return best;
    }

    private static long sum(List<long[]> orders, long side, long from, long to) {
        return orders.stream()
                .filter(order -> order[0] == side && (order[2] == 0 || order[2] >= from && order[2] <= to))
                .mapToLong(order -> order[1])
                .sum();
    }
}
