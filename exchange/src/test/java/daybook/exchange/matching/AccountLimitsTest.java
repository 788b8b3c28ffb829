package daybook.exchange.matching;

import static daybook.events.Side.BUY;
import static daybook.events.TimeInForce.GTC;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Instrument;
import daybook.events.KillSwitchChanged;
import daybook.events.SelfTradeMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rate limits, the kill switch, and what settings may be. */
class AccountLimitsTest {
    private final Floor floor = Floor.open();

    private static Account limited(int ordersPerSecond, int burst) {
        return new Account("A", true, SelfTradeMode.NONE, ordersPerSecond, burst, 0);
    }

    private long acceptedOf(int orders) {
        int before = floor.events.size();
        for (int i = 0; i < orders; i++) {
            floor.limit("A", "c" + before + "-" + i, BUY, GTC, 1, 1);
        }
        return floor.heard().stream()
                .filter(sentence -> sentence.endsWith("accepted"))
                .count();
    }

    @Test
    void aBurstPassesAndThenTheRate() {
        floor.with(limited(20, 40));

        assertThat(acceptedOf(50)).isEqualTo(40);
        assertThat(floor.later(49_999).heard()).isEmpty();
        assertThat(acceptedOf(2)).isZero();
        floor.later(1);
        assertThat(acceptedOf(2)).isEqualTo(1);
        floor.later(1_000_000);
        assertThat(acceptedOf(50)).isEqualTo(20);
        floor.later(Long.MAX_VALUE / 2);
        assertThat(acceptedOf(50)).isEqualTo(40);
    }

    @Test
    void cancelsAreNeverLimited() {
        floor.with(limited(1, 1))
                .limit("A", "c1", BUY, GTC, 1, 1)
                .amend("A", "c1", 2, 0)
                .cancel("A", "c1");

        assertThat(floor.heard())
                .containsExactly("c1 accepted", "c1 rejected RATE_LIMITED", "c1 cancelled 1 CLIENT_REQUEST");
    }

    @Test
    void aTimeThatGoesBackAddsNothing() {
        floor.with(limited(1, 1));
        assertThat(acceptedOf(1)).isEqualTo(1);

        floor.later(-500_000);

        assertThat(acceptedOf(1)).isZero();
        floor.later(1_499_999);
        assertThat(acceptedOf(1)).isZero();
        floor.later(1);
        assertThat(acceptedOf(1)).isEqualTo(1);
    }

    @Test
    void theKillSwitchOfAnAccountCancelsItsOrdersAndRejectsNewOnes() {
        floor.limit("A", "A1", BUY, GTC, 1, 90).buy("B", 1, 90).heard();

        floor.apply(new Command.ChangeKillSwitch("A", true));
        floor.limit("A", "A2", BUY, GTC, 1, 90).amend("A", "A1", 91, 0).limit("B", "B2", BUY, GTC, 1, 90);
        floor.apply(new Command.ChangeKillSwitch("A", false)).limit("A", "A3", BUY, GTC, 1, 90);

        assertThat(floor.heard())
                .containsExactly(
                        "KILL_SWITCH_CHANGED",
                        "A1 cancelled 1 KILL_SWITCH",
                        "A2 rejected KILL_SWITCH",
                        "A1 rejected KILL_SWITCH",
                        "B2 accepted",
                        "KILL_SWITCH_CHANGED",
                        "A3 accepted");
    }

    @Test
    void theKillSwitchOfTheVenueCoversEverybody() {
        floor.buy("A", 1, 90).buy("B", 2, 90).heard();

        floor.apply(new Command.ChangeKillSwitch("", true)).buy("C", 1, 1);

        assertThat(floor.heard())
                .containsExactly(
                        "KILL_SWITCH_CHANGED",
                        "A cancelled 1 KILL_SWITCH",
                        "B cancelled 2 KILL_SWITCH",
                        "C rejected KILL_SWITCH");
        assertThat(floor.engine.killSwitch("")).isTrue();
        assertThat(floor.engine.killSwitch("A")).isFalse();
        assertThat(floor.events)
                .anyMatch(event -> event instanceof KillSwitchChanged change
                        && change.accountId().isEmpty()
                        && change.engaged());
    }

    @Test
    void theKillSwitchOfAnUnknownAccountIsInvalid() {
        assertThat(floor.apply(new Command.ChangeKillSwitch("nobody", true)).heard())
                .containsExactly("? rejected INVALID_SETTING");
    }

    @ParameterizedTest
    @CsvSource({
        "-x, 0, 0, 0, 1, 1, 100, 0, 0, 0, USD",
        "A B, 0, 0, 0, 1, 1, 100, 0, 0, 0, USD",
        "X, 10, 0, 12, 1, 1, 100, 0, 0, 0, USD",
        "X, 0, -1, 0, 1, 1, 100, 0, 0, 0, USD",
        "X, 2, 2, 3, 1, 1, 100, 0, 0, 0, USD",
        "X, 2, 2, 19, 1, 1, 100, 0, 0, 0, USD",
        "X, 0, 0, 0, 0, 1, 100, 0, 0, 0, USD",
        "X, 0, 0, 0, 1, 0, 100, 0, 0, 0, USD",
        "X, 0, 0, 0, 1, 1, 0, 10, 0, 0, USD",
        "X, 0, 0, 0, 1, 1, 0, 0, 0, 100, USD",
        "X, 0, 0, 0, 1, 1, 100, -1, 0, 0, USD",
        "X, 0, 0, 0, 1, 1, 100, 0, -1, 0, USD",
        "X, 0, 0, 0, 1, 1, 100, 0, 0, -1, USD",
        "X, 0, 0, 0, 1, 1, 100, 0, 0, 0, usd",
        "ABC, 1, 0, 1, 1, 1, 100, 0, 0, 0, USD",
        "ABC, 0, 0, 0, 1, 1, 100, 0, 0, 0, EUR"
    })
    void anInstrumentThatCannotBeIsInvalid(
            String symbol,
            int priceScale,
            int quantityScale,
            int moneyScale,
            long tick,
            long lot,
            long reference,
            int band,
            long maxQuantity,
            long maxNotional,
            String currency) {
        Instrument instrument = new Instrument(
                symbol,
                priceScale,
                quantityScale,
                moneyScale,
                tick,
                lot,
                reference,
                band,
                maxQuantity,
                maxNotional,
                currency);

        assertThat(floor.apply(new Command.ChangeInstrument(instrument)).heard())
                .containsExactly("? rejected INVALID_SETTING");
    }

    @ParameterizedTest
    @CsvSource({".x, 0, 0, 0", "A, -1, 1, 0", "A, 1, 0, 0", "A, 0, -1, 0", "A, 0, 0, -1"})
    void anAccountThatCannotBeIsInvalid(String accountId, int rate, int burst, int maxOpenOrders) {
        Account account = new Account(accountId, true, SelfTradeMode.NONE, rate, burst, maxOpenOrders);

        assertThat(floor.apply(new Command.ChangeAccount(account)).heard())
                .containsExactly("? rejected INVALID_SETTING");
    }

    @Test
    void settingsChangeWhileOrdersRest() {
        floor.buy("A", 7, 99).heard();

        Instrument coarser = new Instrument("ABC", 0, 0, 0, 10, 10, 100, 0, 0, 0, "USD");
        floor.apply(new Command.ChangeInstrument(coarser))
                .buy("B", 7, 90)
                .buy("C", 10, 99)
                .sell("D", 10, 90);

        assertThat(floor.heard())
                .containsExactly(
                        "INSTRUMENT_CHANGED",
                        "B rejected INVALID_QUANTITY",
                        "C rejected PRICE_NOT_ON_TICK",
                        "D accepted",
                        "A/D 7@99");
        assertThat(floor.engine.instruments()).containsExactly(coarser);
    }
}
