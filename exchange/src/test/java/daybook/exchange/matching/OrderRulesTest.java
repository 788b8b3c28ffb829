package daybook.exchange.matching;

import static daybook.events.OrderType.LIMIT;
import static daybook.events.OrderType.MARKET;
import static daybook.events.SelfTradeMode.NONE;
import static daybook.events.SessionState.OPEN;
import static daybook.events.Side.BUY;
import static daybook.events.Side.SELL;
import static daybook.events.TimeInForce.FOK;
import static daybook.events.TimeInForce.GTC;
import static daybook.events.TimeInForce.IOC;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Instrument;
import daybook.events.RejectReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused at the door, and with which reason. */
class OrderRulesTest {
    /** Prices in hundredths, tick 0.05, lot 10, 1500.00 +-10 %, at most 1,000 pieces and 1,000,000.00 of money. */
    private static final Instrument INFY =
            new Instrument("ABC", 2, 0, 2, 5, 10, 150_000, 10, 1_000, 100_000_000, "INR");

    private final Floor floor = Floor.in(OPEN, INFY);

    @ParameterizedTest
    @CsvSource({
        "0, 150000, INVALID_QUANTITY",
        "-10, 150000, INVALID_QUANTITY",
        "15, 150000, INVALID_QUANTITY",
        "5, 150000, INVALID_QUANTITY",
        "9223372036854775807, 150000, INVALID_QUANTITY",
        "9223372036854775800, 150000, INSUFFICIENT",
        "1010, 150000, INSUFFICIENT",
        "670, 150000, INSUFFICIENT",
        "10, 0, INVALID_PRICE",
        "10, -5, INVALID_PRICE",
        "10, -9223372036854775808, INVALID_PRICE",
        "10, 150003, PRICE_NOT_ON_TICK",
        "10, 134995, PRICE_OUTSIDE_BAND",
        "10, 165005, PRICE_OUTSIDE_BAND",
        "10, 9223372036854775805, PRICE_OUTSIDE_BAND",
        "660, 150000, accepted",
        "10, 135000, accepted",
        "10, 165000, accepted",
        "10, 150005, accepted"
    })
    void aLimitOrdersNumbersAreChecked(long quantity, long price, String answer) {
        String expected = answer.equals("accepted") ? "A accepted" : "A rejected " + answer;
        assertThat(floor.buy("A", quantity, price).heard()).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource({"10, 100, INVALID_PRICE", "15, 0, INVALID_QUANTITY", "610, 0, INSUFFICIENT"})
    void aMarketOrderHasNoPriceAndIsMeasuredAtTheTopOfTheBand(long quantity, long price, RejectReason reason) {
        assertThat(floor.enter("A", "A", BUY, MARKET, GTC, quantity, price).heard())
                .containsExactly("A rejected " + reason);
    }

    @Test
    void aMarketOrderTradesInsideTheBandOnly() {
        floor.load("low", BUY, 10, 134_000).load("high", SELL, 10, 166_000).load("good", SELL, 10, 165_000);
        floor.heard();

        floor.market("M1", BUY, 20).market("M2", SELL, 20);

        assertThat(floor.heard())
                .containsExactly(
                        "M1 accepted",
                        "good/M1 10@165000",
                        "M1 cancelled 10 NO_LIQUIDITY",
                        "M2 accepted",
                        "M2 cancelled 20 NO_LIQUIDITY");
    }

    @Test
    void theReferenceOfAnUnknownSymbolOrAccountIsRefused() {
        floor.apply(new Command.ChangeAccount(Floor.account("A", NONE)))
                .apply(new Command.NewOrder("A", "c1", "NOPE", BUY, LIMIT, GTC, 1, 1))
                .apply(new Command.NewOrder("stranger", "c2", "ABC", BUY, LIMIT, GTC, 150_000, 10))
                .apply(new Command.CancelOrder("stranger", 1))
                .apply(new Command.CancelAll("stranger", ""));

        assertThat(floor.heard())
                .containsExactly(
                        "c1 rejected UNKNOWN_SYMBOL",
                        "c2 rejected ACCOUNT_DISABLED",
                        "? rejected ACCOUNT_DISABLED",
                        "? rejected ACCOUNT_DISABLED");
    }

    @Test
    void aDisabledAccountMayOnlyCancel() {
        floor.buy("A", 10, 150_000).buy("B", 10, 150_000);
        floor.with(new Account("A", false, NONE, 0, 0, 0));

        floor.limit("A", "A2", BUY, GTC, 10, 150_000).amend("A", "A", 0, 20).cancel("A", "A");

        assertThat(floor.heard())
                .containsExactly(
                        "A2 rejected ACCOUNT_DISABLED", "A rejected ACCOUNT_DISABLED", "A cancelled 10 CLIENT_REQUEST");
    }

    @Test
    void anAccountHasAtMostItsNumberOfOpenOrders() {
        floor.with(new Account("A", true, NONE, 0, 0, 1));
        floor.limit("A", "A1", BUY, GTC, 10, 150_000)
                .limit("A", "A2", BUY, GTC, 10, 150_000)
                .limit("A", "A3", BUY, IOC, 10, 150_000)
                .cancel("A", "A1")
                .limit("A", "A4", BUY, GTC, 10, 150_000);

        assertThat(floor.heard())
                .containsExactly(
                        "A1 accepted",
                        "A2 rejected INSUFFICIENT",
                        "A3 accepted",
                        "A3 cancelled 10 NO_LIQUIDITY",
                        "A1 cancelled 10 CLIENT_REQUEST",
                        "A4 accepted");
    }

    @Test
    void aLimitStopsAFillOrKillOrderBeforeItsFirstTrade() {
        floor.with(new Account("F", true, NONE, 0, 0, 0))
                .sell("S", 1_000, 150_000)
                .heard();
        floor.sell("S1", 660, 150_000).sell("S2", 10, 150_000).heard();

        assertThat(floor.limit("F", "F", BUY, FOK, 670, 150_000).heard()).containsExactly("F rejected INSUFFICIENT");
    }

    @Test
    void amendsAreCheckedLikeNewOrdersButForWhatTheyDoNotChange() {
        floor.buy("A", 100, 150_000);
        floor.apply(new Command.ChangeInstrument(new Instrument("ABC", 2, 0, 2, 50, 20, 200_000, 10, 500, 0, "INR")));
        floor.heard();

        floor.amend("A", "A", 0, 30)
                .amend("A", "A", 0, -1)
                .amend("A", "A", -1, 0)
                .amend("A", "A", 180_010, 0)
                .amend("A", "A", 150_050, 0)
                .amend("A", "A", 0, 520)
                .amend("A", "A", 0, 80)
                .amend("A", "A", 0, 120)
                .amend("A", "A", 180_000, 0);

        assertThat(floor.heard())
                .containsExactly(
                        "A rejected INVALID_QUANTITY",
                        "A rejected INVALID_QUANTITY",
                        "A rejected INVALID_PRICE",
                        "A rejected PRICE_NOT_ON_TICK",
                        "A rejected PRICE_OUTSIDE_BAND",
                        "A rejected INSUFFICIENT",
                        "A modified 80@150000 open 80",
                        "A modified 120@150000 open 120",
                        "A modified 120@180000 open 120");
    }
}
