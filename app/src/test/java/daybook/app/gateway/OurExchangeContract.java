package daybook.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.strategies.AccountKey;
import daybook.strategies.ClosedBar;
import daybook.strategies.DerivedId;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.venue.Answer;
import daybook.strategies.venue.Answer.Known;
import daybook.strategies.venue.Answer.State;
import daybook.strategies.venue.Venue;
import org.junit.jupiter.api.Test;

/** What every way to our exchange must do, with the real one behind it: INFY around 1500.00 in steps of 0.05, open. */
abstract class OurExchangeContract {
    static final ClosedBar.Scales CENTS = new ClosedBar.Scales(2, 0);
    private static int made;

    protected abstract Venue venue();

    /** Of people's ids no two are the same. */
    static OrderIntent intent(String account, String symbol, OrderIntent.Terms terms) {
        made++;
        return new OrderIntent(
                new OrderIntent.Cause(0, DerivedId.of("request", made), 0),
                new AccountKey("DAYBOOK", account, "spot"),
                symbol,
                terms,
                Fence.MANUAL);
    }

    static OrderIntent limit(String account, Side side, long price, long quantity) {
        return intent(
                account, "INFY", new OrderIntent.Terms(side, OrderType.LIMIT, TimeInForce.GTC, price, quantity, CENTS));
    }

    static Known known(Answer answer) {
        assertThat(answer).isInstanceOf(Known.class);
        return (Known) answer;
    }

    @Test
    void anOrderRestsAndIsFoundByItsClientOrderId() {
        OrderIntent order = limit("bot-1", Side.BUY, 1_400_00, 5);

        Known entered = known(venue().submit(order));

        assertThat(entered.state()).isEqualTo(State.OPEN);
        assertThat(entered.venueOrderId()).isNotEmpty();
        assertThat(venue().find(order)).isEqualTo(entered);
    }

    @Test
    void whatWasNeverSentIsNoSuchOrder() {
        assertThat(venue().find(limit("bot-1", Side.BUY, 1_400_00, 5))).isInstanceOf(Answer.NoSuchOrder.class);
    }

    @Test
    void theSameOrderSentAgainIsTheFirstOne() {
        OrderIntent order = limit("bot-1", Side.BUY, 1_401_00, 5);
        Known first = known(venue().submit(order));

        assertThat(venue().submit(order)).isEqualTo(first);
    }

    @Test
    void twoThatMeetTrade() {
        OrderIntent resting = limit("bot-1", Side.SELL, 1_500_00, 5);
        OrderIntent taking = limit("bot-2", Side.BUY, 1_500_00, 3);
        venue().submit(resting);

        Known taken = known(venue().submit(taking));

        assertThat(taken.state()).isEqualTo(State.FILLED);
        assertThat(taken.filledQuantity()).isEqualTo(3);
        assertThat(known(venue().find(resting)).state()).isEqualTo(State.PARTIALLY_FILLED);
        assertThat(known(venue().find(resting)).filledQuantity()).isEqualTo(3);
        assertThat(known(venue().cancel(resting)).state()).isEqualTo(State.CANCELLED);
        assertThat(known(venue().find(resting)).filledQuantity()).isEqualTo(3);
    }

    @Test
    void whatHasEndedIsNotCancelledAgain() {
        OrderIntent order = limit("bot-1", Side.BUY, 1_402_00, 5);
        venue().submit(order);
        Known cancelled = known(venue().cancel(order));

        assertThat(cancelled.state()).isEqualTo(State.CANCELLED);
        assertThat(venue().cancel(order)).isEqualTo(cancelled);
        assertThat(venue().cancel(limit("bot-1", Side.BUY, 1_402_00, 5))).isInstanceOf(Answer.NoSuchOrder.class);
    }

    @Test
    void aRefusalNamesTheRule() {
        Known outside = known(venue().submit(limit("bot-1", Side.BUY, 900_00, 5)));
        Known unlisted = known(venue().submit(intent(
                "bot-1",
                "NOPE",
                new OrderIntent.Terms(Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 1_400_00, 1, CENTS))));

        assertThat(outside).isEqualTo(new Known("", State.REJECTED, 0, "PRICE_OUTSIDE_BAND"));
        assertThat(unlisted).isEqualTo(new Known("", State.REJECTED, 0, "UNKNOWN_SYMBOL"));
    }

    @Test
    void pricesOfAnotherScaleAreTheSamePricesAndNothingIsRounded() {
        OrderIntent finer = priced(14_000_500, new ClosedBar.Scales(4, 2), 5_00); // 1400.0500, 5.00
        OrderIntent offTick = priced(14_000_200, new ClosedBar.Scales(4, 0), 5); // 1400.02
        OrderIntent beyond = priced(14_000_001, new ClosedBar.Scales(4, 0), 5); // 1400.0001
        OrderIntent halfLot = priced(1_400_00, new ClosedBar.Scales(2, 1), 55); // 5.5

        assertThat(known(venue().submit(finer)).state()).isEqualTo(State.OPEN);
        assertThat(known(venue().submit(offTick)).reason()).isEqualTo("PRICE_NOT_ON_TICK");
        assertThat(known(venue().submit(beyond)).reason()).isEqualTo("PRICE_NOT_ON_TICK");
        assertThat(known(venue().submit(halfLot)).reason()).isEqualTo("INVALID_QUANTITY");
    }

    @Test
    void quantitiesComeBackInTheIntentsUnits() {
        OrderIntent resting = limit("bot-1", Side.SELL, 1_501_00, 2);
        OrderIntent taking = intent(
                "bot-2",
                "INFY",
                new OrderIntent.Terms(
                        Side.BUY, OrderType.LIMIT, TimeInForce.IOC, 1_501_00, 2_00, new ClosedBar.Scales(2, 2)));
        venue().submit(resting);

        assertThat(known(venue().submit(taking)).filledQuantity()).isEqualTo(2_00);
    }

    @Test
    void aMarketOrderWithoutAnotherSideEndsAtOnce() {
        OrderIntent market = intent(
                "bot-3", "SBIN", new OrderIntent.Terms(Side.BUY, OrderType.MARKET, TimeInForce.IOC, 0, 5, CENTS));

        assertThat(known(venue().submit(market)).state()).isEqualTo(State.CANCELLED);
    }

    @Test
    void anAccountThatTheVenueDoesNotKnowGetsNothingDone() {
        Answer answer = venue().submit(limit("nobody", Side.BUY, 1_400_00, 5));

        assertThat(answer instanceof Answer.NotSent || ((Known) answer).state() == State.REJECTED)
                .as(answer.toString())
                .isTrue();
    }

    private static OrderIntent priced(long price, ClosedBar.Scales scales, long quantity) {
        return intent(
                "bot-1",
                "INFY",
                new OrderIntent.Terms(Side.BUY, OrderType.LIMIT, TimeInForce.GTC, price, quantity, scales));
    }
}
