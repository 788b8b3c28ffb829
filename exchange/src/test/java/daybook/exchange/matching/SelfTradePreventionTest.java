package daybook.exchange.matching;

import static daybook.events.SelfTradeMode.CANCEL_BOTH;
import static daybook.events.SelfTradeMode.CANCEL_INCOMING;
import static daybook.events.SelfTradeMode.CANCEL_RESTING;
import static daybook.events.SelfTradeMode.NONE;
import static daybook.events.Side.BUY;
import static daybook.events.Side.SELL;
import static daybook.events.TimeInForce.FOK;
import static daybook.events.TimeInForce.GTC;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.SelfTradeMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens when an order meets another of its own account; others at the price keep their places. */
class SelfTradePreventionTest {
    private static final List<String> SET_UP = List.of("Y accepted", "X1 accepted", "Z accepted", "X2 accepted");

    private static Floor meetsItself(SelfTradeMode mode) {
        Floor floor = Floor.open().with(Floor.account("X", mode));
        floor.sell("Y", 3, 100).limit("X", "X1", SELL, GTC, 4, 100).sell("Z", 5, 100);
        return floor.limit("X", "X2", BUY, GTC, 10, 100);
    }

    @Test
    void cancelRestingTakesTheRestingOrderOutAndGoesOn() {
        Floor floor = meetsItself(CANCEL_RESTING);

        assertThat(after(floor)).containsExactly("Y/X2 3@100", "X1 cancelled 4 SELF_TRADE_PREVENTION", "Z/X2 5@100");
        assertThat(floor.depth()).isEqualTo("2@100 | ");
    }

    @Test
    void cancelIncomingEndsTheIncomingOrder() {
        Floor floor = meetsItself(CANCEL_INCOMING);

        assertThat(after(floor)).containsExactly("Y/X2 3@100", "X2 cancelled 7 SELF_TRADE_PREVENTION");
        assertThat(floor.depth()).isEqualTo(" | 9@100");
    }

    @Test
    void cancelBothEndsBoth() {
        Floor floor = meetsItself(CANCEL_BOTH);

        assertThat(after(floor))
                .containsExactly(
                        "Y/X2 3@100", "X1 cancelled 4 SELF_TRADE_PREVENTION", "X2 cancelled 7 SELF_TRADE_PREVENTION");
        assertThat(floor.depth()).isEqualTo(" | 5@100");
    }

    @Test
    void noneLetsThemTrade() {
        Floor floor = meetsItself(NONE);

        assertThat(after(floor)).containsExactly("Y/X2 3@100", "X1/X2 4@100", "Z/X2 3@100");
    }

    private static List<String> after(Floor floor) {
        List<String> heard = floor.heard();
        assertThat(heard).startsWith(SET_UP.toArray(String[]::new));
        return heard.subList(SET_UP.size(), heard.size());
    }

    @Test
    void anAmendedOrderMeetsItselfLikeANewOne() {
        Floor floor = Floor.open().with(Floor.account("X", CANCEL_INCOMING));
        floor.limit("X", "X1", SELL, GTC, 4, 100).limit("X", "X2", BUY, GTC, 4, 90);
        floor.heard();

        floor.amend("X", "X2", 100, 0);

        assertThat(floor.heard()).containsExactly("X2 modified 4@100 open 4", "X2 cancelled 4 SELF_TRADE_PREVENTION");
    }

    /** Others offer 8 in front of and behind the own order, which stands third. */
    @ParameterizedTest
    @EnumSource(SelfTradeMode.class)
    void aFillOrKillOrderCountsOnlyWhatItsModeLeaves(SelfTradeMode mode) {
        Floor floor = Floor.open().with(Floor.account("X", mode));
        floor.sell("A", 3, 99)
                .sell("B", 3, 100)
                .limit("X", "X1", SELL, GTC, 4, 100)
                .sell("C", 2, 100);
        floor.heard();

        floor.limit("X", "small", BUY, FOK, 6, 100);
        boolean smallTraded = floor.trades().size() == 2;
        floor.load("A2", SELL, 3, 99).load("B2", SELL, 3, 99).heard();
        floor.limit("X", "large", BUY, FOK, 8, 100);
        List<String> large = floor.heard();

        assertThat(smallTraded).isTrue();
        List<String> expected = switch (mode) {
            case CANCEL_RESTING ->
                List.of(
                        "large accepted",
                        "A2/large 3@99",
                        "B2/large 3@99",
                        "X1 cancelled 4 SELF_TRADE_PREVENTION",
                        "C/large 2@100");
            case CANCEL_INCOMING, CANCEL_BOTH -> List.of("large rejected CANNOT_FILL");
            case NONE -> List.of("large accepted", "A2/large 3@99", "B2/large 3@99", "X1/large 2@100");
        };
        assertThat(large).isEqualTo(expected);
    }
}
