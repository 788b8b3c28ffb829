package daybook.exchange.matching;

import static daybook.events.SessionState.AUCTION;
import static daybook.events.SessionState.CLOSED;
import static daybook.events.SessionState.HALTED;
import static daybook.events.SessionState.OPEN;
import static daybook.events.Side.BUY;
import static daybook.events.Side.SELL;
import static daybook.events.TimeInForce.DAY;
import static daybook.events.TimeInForce.FOK;
import static daybook.events.TimeInForce.GTC;
import static daybook.events.TimeInForce.IOC;
import static daybook.events.TimeInForce.POST_ONLY;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Command;
import daybook.events.Instrument;
import daybook.events.SessionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SessionTest {
    @ParameterizedTest
    @EnumSource(names = {"CLOSED", "HALTED"})
    void outsideTradingOrdersCanOnlyBeCancelled(SessionState state) {
        Floor floor = Floor.open().buy("A", 5, 100).buy("B", 5, 100).session(state);
        floor.heard();

        floor.buy("C", 1, 1).amend("A", "A", 0, 4).cancel("A", "A").apply(new Command.CancelAll("B", ""));

        assertThat(floor.heard())
                .containsExactly(
                        "C rejected SESSION_NOT_OPEN",
                        "A rejected SESSION_NOT_OPEN",
                        "A cancelled 5 CLIENT_REQUEST",
                        "B cancelled 5 CLIENT_REQUEST");
    }

    @Test
    void theCloseExpiresDayOrdersAndKeepsTheOthers() {
        Floor floor = Floor.open();
        floor.limit("A", "A1", BUY, DAY, 1, 90)
                .limit("B", "B1", BUY, GTC, 2, 90)
                .limit("A", "A2", BUY, POST_ONLY, 3, 90)
                .limit("A", "A3", SELL, DAY, 4, 110);
        floor.heard();

        floor.session(CLOSED);

        assertThat(floor.heard())
                .containsExactly("SESSION_STATE_CHANGED", "A1 cancelled 1 EXPIRED", "A3 cancelled 4 EXPIRED");
        assertThat(floor.depth()).isEqualTo("5@90 | ");
    }

    @Test
    void theCloseExpiresMarketOrdersThatWaitForAnUncross() {
        Floor floor = Floor.in(AUCTION, Floor.PLAIN).market("M", BUY, 5).buy("A", 5, 100);
        floor.heard();

        assertThat(floor.session(CLOSED).heard()).containsExactly("SESSION_STATE_CHANGED", "M cancelled 5 EXPIRED");
    }

    @Test
    void inAnAuctionNothingTradesAndTheBookMayCross() {
        Floor floor = Floor.in(AUCTION, Floor.PLAIN);

        floor.sell("A", 5, 100)
                .buy("B", 5, 105)
                .limit("C", "C", BUY, IOC, 1, 105)
                .limit("D", "D", BUY, FOK, 1, 105)
                .limit("P", "P", BUY, POST_ONLY, 1, 105)
                .market("M", SELL, 7)
                .amend("B", "B", 106, 0)
                .amend("M", "M", 0, 6);

        assertThat(floor.heard())
                .containsExactly(
                        "A accepted",
                        "B accepted",
                        "C accepted",
                        "C cancelled 1 NO_LIQUIDITY",
                        "D accepted",
                        "D cancelled 1 NO_LIQUIDITY",
                        "P accepted",
                        "M accepted",
                        "B modified 5@106 open 5",
                        "M modified 6@0 open 6");
        assertThat(floor.depth()).isEqualTo("5@106, 1@105 | 5@100");
        assertThat(floor.amend("M", "M", 100, 0).heard()).containsExactly("M rejected INVALID_PRICE");
    }

    @Test
    void theUncrossComesBeforeTheVenueSaysOpen() {
        Floor floor = Floor.in(AUCTION, Floor.PLAIN).sell("A", 5, 100).buy("B", 3, 105);
        floor.heard();

        assertThat(floor.session(OPEN).heard()).containsExactly("A/B 3@100", "SESSION_STATE_CHANGED");
    }

    @Test
    void openWithoutAnAuctionChangesNothing() {
        Floor floor = Floor.open().load("A", SELL, 5, 100).load("B", BUY, 5, 105);
        floor.heard();

        assertThat(floor.session(HALTED).session(OPEN).session(OPEN).heard())
                .containsExactly("SESSION_STATE_CHANGED", "SESSION_STATE_CHANGED", "SESSION_STATE_CHANGED");
    }

    @Test
    void anAuctionThatIsHaltedUncrossesWhenTradingBegins() {
        Floor floor = Floor.in(AUCTION, Floor.PLAIN)
                .sell("A", 5, 100)
                .buy("B", 5, 100)
                .session(HALTED);
        floor.heard();

        assertThat(floor.session(OPEN).trades()).containsExactly("A/B 5@100");
    }

    @Test
    void afterACloseTheLastTradeIsTheMiddleOfTheBand() {
        Instrument banded = new Instrument("ABC", 0, 0, 0, 1, 1, 100, 10, 0, 0, "USD");
        Floor floor = Floor.in(OPEN, banded).sell("A", 5, 110).buy("B", 1, 110);
        floor.buy("early", 1, 120)
                .session(CLOSED)
                .session(OPEN)
                .buy("late", 1, 121)
                .buy("above", 1, 122);

        assertThat(floor.heard())
                .contains("early rejected PRICE_OUTSIDE_BAND", "above rejected PRICE_OUTSIDE_BAND")
                .doesNotContain("late rejected PRICE_OUTSIDE_BAND");
        assertThat(floor.engine.referencePrice("ABC")).isEqualTo(110);
    }
}
