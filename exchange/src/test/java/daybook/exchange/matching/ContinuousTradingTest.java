package daybook.exchange.matching;

import static daybook.events.OrderType.LIMIT;
import static daybook.events.OrderType.MARKET;
import static daybook.events.Side.BUY;
import static daybook.events.Side.SELL;
import static daybook.events.TimeInForce.DAY;
import static daybook.events.TimeInForce.FOK;
import static daybook.events.TimeInForce.GTC;
import static daybook.events.TimeInForce.IOC;
import static daybook.events.TimeInForce.POST_ONLY;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.OrderAccepted;
import daybook.events.RejectReason;
import daybook.events.Trade;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Price-time priority and the kinds of orders, in continuous trading. */
class ContinuousTradingTest {
    private final Floor floor = Floor.open();

    @Test
    void theBestPriceTradesFirst() {
        floor.buy("B1", 10, 99).buy("B2", 10, 101).sell("S1", 10, 98);

        assertThat(floor.heard()).containsExactly("B1 accepted", "B2 accepted", "S1 accepted", "B2/S1 10@101");
        assertThat(floor.depth()).isEqualTo("10@99 | ");
    }

    @Test
    void insideAPriceTheEarliestOrderTradesFirst() {
        for (int i = 0; i < 70; i++) {
            floor.sell("A" + i, 1, 100 + i % 7);
        }
        floor.heard();

        floor.buy("T", 65, 106);

        List<String> expected = new ArrayList<>();
        for (int price = 100; price <= 106; price++) {
            for (int i = price - 100; i < 70; i += 7) {
                expected.add("A" + i + "/T 1@" + price);
            }
        }
        assertThat(floor.trades()).isEqualTo(expected.subList(0, 65));
        assertThat(List.of(floor.open("A34"), floor.open("A41"), floor.open("A69")))
                .containsExactly(0L, 1L, 1L);
        assertThat(floor.depth()).isEqualTo(" | 5@106");
    }

    @Test
    void anEventSaysEverythingAboutATrade() {
        floor.sell("S1", 10, 98).buy("B1", 4, 101);

        assertThat(floor.events.get(floor.events.size() - 2))
                .isEqualTo(new OrderAccepted(6, 1_000_000, 2, "B1", "B1", "ABC", BUY, LIMIT, GTC, 101, 4));
        assertThat(floor.events.get(floor.events.size() - 1))
                .isEqualTo(new Trade(7, 1_000_000, 1, "ABC", 98, 4, BUY, 2, 1, "B1", "S1"));
    }

    @Test
    void priceImprovementGoesToTheIncomingOrderOnBothSides() {
        floor.buy("B1", 10, 101).sell("S1", 10, 98).sell("S2", 10, 98).buy("B2", 10, 101);

        assertThat(floor.trades()).containsExactly("B1/S1 10@101", "S2/B2 10@98");
    }

    @Test
    void aSweepStopsAtItsLimit() {
        floor.buy("A", 5, 102).buy("B", 5, 101).buy("C", 5, 99).sell("S", 20, 100);

        assertThat(floor.trades()).containsExactly("A/S 5@102", "B/S 5@101");
        assertThat(floor.depth()).isEqualTo("5@99 | 10@100");
    }

    @Test
    void aPartialFillKeepsThePlaceInTheQueue() {
        floor.buy("A", 5, 100).buy("B", 5, 100).sell("S1", 2, 100).sell("S2", 5, 100);

        assertThat(floor.trades()).containsExactly("A/S1 2@100", "A/S2 3@100", "B/S2 2@100");
        assertThat(floor.open("B")).isEqualTo(3);
    }

    @Test
    void aFillOrKillOrderTradesWholeOrNotAtAll() {
        floor.sell("S1", 5, 100).sell("S2", 5, 101).sell("S3", 5, 103);
        floor.heard();

        floor.limit("F1", "F1", BUY, FOK, 12, 102).limit("F2", "F2", BUY, FOK, 10, 102);

        assertThat(floor.heard())
                .containsExactly("F1 rejected CANNOT_FILL", "F2 accepted", "S1/F2 5@100", "S2/F2 5@101");
        assertThat(floor.depth()).isEqualTo(" | 5@103");
    }

    @Test
    void anImmediateOrCancelOrderNeverRests() {
        floor.sell("A", 4, 100).limit("I", "I", BUY, IOC, 10, 100).sell("D", 3, 100);

        assertThat(floor.heard())
                .containsExactly("A accepted", "I accepted", "A/I 4@100", "I cancelled 6 NO_LIQUIDITY", "D accepted");
        assertThat(floor.depth()).isEqualTo(" | 3@100");
    }

    @Test
    void aMarketOrderTakesWhatIsThereAndTheRestIsCancelled() {
        floor.market("M1", BUY, 10).sell("A", 5, 100).market("M2", BUY, 8).sell("D", 5, 101);

        assertThat(floor.heard())
                .containsExactly(
                        "M1 accepted",
                        "M1 cancelled 10 NO_LIQUIDITY",
                        "A accepted",
                        "M2 accepted",
                        "A/M2 5@100",
                        "M2 cancelled 3 NO_LIQUIDITY",
                        "D accepted");
    }

    @Test
    void aMarketOrderMayBeFillOrKill() {
        floor.sell("A", 5, 100).enter("M1", "M1", BUY, MARKET, FOK, 6, 0).enter("M2", "M2", BUY, MARKET, FOK, 5, 0);

        assertThat(floor.heard()).containsExactly("A accepted", "M1 rejected CANNOT_FILL", "M2 accepted", "A/M2 5@100");
    }

    @Test
    void aPostOnlyOrderIsRejectedWhenItWouldTrade() {
        floor.sell("A", 5, 101)
                .limit("P", "P", BUY, POST_ONLY, 5, 101)
                .limit("Q", "Q", BUY, POST_ONLY, 5, 100)
                .limit("R", "R", SELL, POST_ONLY, 5, 100)
                .buy("T", 5, 101);

        assertThat(floor.heard())
                .containsExactly(
                        "A accepted",
                        "P rejected WOULD_TAKE",
                        "Q accepted",
                        "R rejected WOULD_TAKE",
                        "T accepted",
                        "A/T 5@101");
        assertThat(floor.enter("X", "X", BUY, MARKET, POST_ONLY, 5, 0).heard())
                .containsExactly("X rejected " + RejectReason.WOULD_TAKE);
    }

    @Test
    void aLoadedOrderRestsWithoutMatching() {
        floor.sell("A", 5, 100).load("L", BUY, 5, 101);

        assertThat(floor.heard()).containsExactly("A accepted", "L accepted");
        assertThat(floor.depth()).isEqualTo("5@101 | 5@100");
        assertThat(floor.limit("S", "S", SELL, DAY, 2, 101).trades()).containsExactly("L/S 2@101");
    }
}
