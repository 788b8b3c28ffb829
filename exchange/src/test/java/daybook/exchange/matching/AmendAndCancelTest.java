package daybook.exchange.matching;

import static daybook.events.Side.BUY;
import static daybook.events.Side.SELL;
import static daybook.events.TimeInForce.POST_ONLY;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Command;
import daybook.events.OrderRejected;
import daybook.events.RejectReason;
import java.util.List;
import org.junit.jupiter.api.Test;

class AmendAndCancelTest {
    private final Floor floor = Floor.open();

    @Test
    void lessQuantityKeepsThePlace() {
        floor.buy("A", 10, 100).buy("B", 10, 100).amend("A", "A", 100, 4).sell("S", 6, 100);

        assertThat(floor.heard())
                .containsExactly(
                        "A accepted", "B accepted", "A modified 4@100 open 4", "S accepted", "A/S 4@100", "B/S 2@100");
    }

    @Test
    void moreQuantityLosesThePlace() {
        floor.buy("A", 10, 100).buy("B", 10, 100).amend("A", "A", 0, 15).sell("S", 12, 100);

        assertThat(floor.trades()).containsExactly("B/S 10@100", "A/S 2@100");
    }

    @Test
    void anotherPriceLosesThePlaceEvenWhenItComesBack() {
        floor.buy("A", 10, 100)
                .buy("B", 10, 100)
                .amend("A", "A", 99, 0)
                .amend("A", "A", 100, 0)
                .sell("S", 12, 100);

        assertThat(floor.trades()).containsExactly("B/S 10@100", "A/S 2@100");
    }

    @Test
    void theAmendedQuantityIncludesWhatHasTraded() {
        floor.buy("A", 10, 100)
                .buy("B", 10, 100)
                .sell("S1", 4, 100)
                .amend("A", "A", 0, 9)
                .sell("S2", 6, 100);

        assertThat(floor.heard()).endsWith("A modified 9@100 open 5", "S2 accepted", "A/S2 5@100", "B/S2 1@100");
    }

    @Test
    void anAmendToWhatHasTradedCancelsTheRest() {
        floor.buy("A", 10, 100).sell("S1", 4, 100);
        floor.heard();

        floor.amend("A", "A", 0, 4);

        assertThat(floor.heard()).containsExactly("A cancelled 6 MODIFIED_TO_ZERO");
        assertThat(floor.depth()).isEqualTo(" | ");
    }

    @Test
    void anAmendThatCrossesTradesAtOnce() {
        floor.sell("A", 5, 105).buy("B", 8, 100).amend("B", "B", 106, 0);

        assertThat(floor.heard()).containsExactly("A accepted", "B accepted", "B modified 8@106 open 8", "A/B 5@105");
        assertThat(floor.depth()).isEqualTo("3@106 | ");
    }

    @Test
    void aPostOnlyOrderCannotBeAmendedToTrade() {
        floor.sell("A", 5, 105)
                .limit("P", "P", BUY, POST_ONLY, 5, 100)
                .amend("P", "P", 105, 0)
                .amend("P", "P", 104, 0);

        assertThat(floor.heard())
                .containsExactly("A accepted", "P accepted", "P rejected WOULD_TAKE", "P modified 5@104 open 5");
    }

    @Test
    void whatIsDoneCannotBeCancelledOrAmended() {
        floor.sell("A", 5, 100).buy("B", 5, 100).buy("C", 5, 90).cancel("C", "C");
        floor.heard();

        floor.cancel("A", "A")
                .cancel("B", "B")
                .amend("A", "A", 0, 3)
                .cancel("A", "A")
                .cancel("C", "C");
        floor.cancel("A", "never").buy("D", 1, 1);

        assertThat(floor.heard())
                .containsExactly(
                        "A rejected ORDER_FILLED",
                        "B rejected ORDER_FILLED",
                        "A rejected ORDER_FILLED",
                        "A rejected ORDER_FILLED",
                        "C rejected ORDER_CANCELLED",
                        "? rejected UNKNOWN_ORDER",
                        "D accepted");
    }

    @Test
    void onlyTheOwnerCanCancelOrAmend() {
        floor.sell("A", 5, 100).sell("B", 5, 100);
        floor.heard();

        floor.cancel("B", "A").amend("B", "A", 50, 0).amend("B", "A", 0, 1);
        floor.apply(new Command.CancelAll("B", ""));

        assertThat(floor.heard())
                .containsExactly(
                        "A rejected UNKNOWN_ORDER",
                        "A rejected UNKNOWN_ORDER",
                        "A rejected UNKNOWN_ORDER",
                        "B cancelled 5 CLIENT_REQUEST");
        assertThat(floor.open("A")).isEqualTo(5);
    }

    @Test
    void anotherAccountsOrderAnswersAsOneThatNeverWas() {
        floor.sell("A", 5, 100).sell("B", 1, 200);

        floor.cancel("B", "A").cancel("B", "never");

        List<OrderRejected> rejects = floor.events.stream()
                .filter(event -> event instanceof OrderRejected)
                .map(event -> (OrderRejected) event)
                .toList();
        assertThat(rejects)
                .containsExactly(
                        new OrderRejected(7, 1_000_000, 1, "", "B", "", RejectReason.UNKNOWN_ORDER),
                        new OrderRejected(8, 1_000_000, 999_999, "", "B", "", RejectReason.UNKNOWN_ORDER));
    }

    @Test
    void cancelAllTakesAnAccountsOrdersOldestFirst() {
        floor.limit("A", "A1", BUY, POST_ONLY, 1, 90)
                .limit("A", "A2", SELL, POST_ONLY, 2, 110)
                .limit("A", "A3", BUY, POST_ONLY, 3, 91)
                .buy("B", 1, 91);
        floor.heard();

        floor.amend("A", "A1", 92, 0).apply(new Command.CancelAll("A", "ABC"));

        assertThat(floor.heard())
                .containsExactly(
                        "A1 modified 1@92 open 1",
                        "A1 cancelled 1 CLIENT_REQUEST",
                        "A2 cancelled 2 CLIENT_REQUEST",
                        "A3 cancelled 3 CLIENT_REQUEST");
        assertThat(floor.apply(new Command.CancelAll("A", "")).heard()).isEmpty();
        assertThat(floor.apply(new Command.CancelAll("A", "XYZ")).heard()).containsExactly("? rejected UNKNOWN_SYMBOL");
    }
}
