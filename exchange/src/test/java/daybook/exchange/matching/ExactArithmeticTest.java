package daybook.exchange.matching;

import static daybook.events.SessionState.AUCTION;
import static daybook.events.SessionState.OPEN;
import static daybook.events.Side.BUY;
import static daybook.events.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.EventJson;
import daybook.events.Instrument;
import daybook.events.Trade;
import daybook.exchange.BookView;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No sum and no product overflows: numbers that do not fit are refused, all others are exact. */
class ExactArithmeticTest {
    private static final long HUGE = 5_000_000_000_000_000_000L;
    private static final long MOST = EventJson.MAX_INTEGER;
    /** Without a currency only the arithmetic itself bounds a value. */
    private static final Instrument NO_MONEY = new Instrument(Floor.ABC, 0, 0, 0, 1, 1, 100, 0, 0, 0, "XXX");

    @ParameterizedTest
    @CsvSource({
        "1, 9007199254740991, accepted",
        "9007199254740991, 1, accepted",
        "94906265, 94906265, accepted",
        "94906266, 94906266, INSUFFICIENT",
        "1, 9007199254740992, INSUFFICIENT",
        "3000000000, 3000000000, INSUFFICIENT",
        "9007199254740991, 9007199254740991, INSUFFICIENT"
    })
    void anOrderWorthMoreThanAnEventCarriesIsRefused(long price, long quantity, String answer) {
        String expected = answer.equals("accepted") ? "A accepted" : "A rejected " + answer;
        assertThat(Floor.open().buy("A", quantity, price).heard()).containsExactly(expected);
        assertThat(Floor.open().sell("A", quantity, price).heard()).containsExactly(expected);
        assertThat(Floor.open().load("A", SELL, quantity, price).heard()).containsExactly(expected);
        assertThat(Floor.in(AUCTION, Floor.PLAIN).buy("A", quantity, price).heard())
                .containsExactly(expected);
    }

    @Test
    void theWorthCountsInMoneyUnits() {
        Instrument fine = new Instrument(Floor.ABC, 2, 1, 9, 1, 1, 100, 0, 0, 0, "USD");
        long most = MOST / 1_000_000;

        assertThat(Floor.in(OPEN, fine)
                        .buy("A", most, 1)
                        .sell("B", 1, most + 1)
                        .market("C", SELL, most + 1)
                        .heard())
                .containsExactly("A accepted", "B rejected INSUFFICIENT", "C rejected INSUFFICIENT");
    }

    @Test
    void anAmendCannotMakeAnOrderWorthMoreThanAnEventCarries() {
        Floor floor = Floor.open().buy("A", 2, 3).buy("B", 1, 1);
        floor.heard();

        floor.amend("A", "A", MOST / 2 + 1, 0).amend("A", "A", 0, MOST / 3 + 1);
        floor.amend("B", "B", MOST, 0).amend("B", "B", 0, 2);

        assertThat(floor.heard())
                .containsExactly(
                        "A rejected INSUFFICIENT",
                        "A rejected INSUFFICIENT",
                        "B modified 1@9007199254740991 open 1",
                        "B rejected INSUFFICIENT");
    }

    @Test
    void aMarketOrderTradesAtPricesThatWereChecked() {
        Floor floor = Floor.open().sell("A", 1, MOST).sell("B", 3, MOST / 3);
        floor.heard();

        floor.market("M", BUY, MOST);

        assertThat(floor.heard())
                .containsExactly(
                        "M accepted",
                        "B/M 3@3002399751580330",
                        "A/M 1@9007199254740991",
                        "M cancelled 9007199254740987 NO_LIQUIDITY");
    }

    /** Nobody knows at entry what an auction's price will be: what it makes too large leaves before anything trades. */
    @Test
    void anUncrossTradesNothingThatIsWorthMoreThanAnEventCarries() {
        Floor floor = Floor.in(AUCTION, Floor.PLAIN);
        floor.market("M", BUY, MOST).market("N", BUY, 5).sell("S", MOST, 1).buy("B", 1, MOST);
        floor.sell("T", 1, MOST);
        floor.heard();

        floor.session(OPEN);

        List<Trade> trades = floor.events.stream()
                .filter(event -> event instanceof Trade)
                .map(event -> (Trade) event)
                .toList();
        assertThat(trades).isNotEmpty();
        assertThat(trades)
                .allSatisfy(trade -> assertThat(Math.multiplyExact(trade.price(), trade.quantity()))
                        .isLessThanOrEqualTo(MOST));
    }

    @Test
    void marketOrdersThatTheAuctionPriceMakesTooLargeAreCancelledAndTheRestUncrosses() {
        Floor floor = Floor.in(AUCTION, Floor.PLAIN);
        floor.market("M", BUY, MOST).market("N", BUY, 5).sell("S", 9_000_000_000L, 1_000_000);
        floor.heard();

        floor.session(OPEN);

        assertThat(floor.heard())
                .containsExactly("M cancelled 9007199254740991 NO_LIQUIDITY", "S/N 5@1000000", "SESSION_STATE_CHANGED");
    }

    @ParameterizedTest
    @CsvSource({
        "1000000000, 10000000000, INSUFFICIENT",
        "2, 9223372036854775807, INSUFFICIENT",
        "9223372036854775807, 2, INSUFFICIENT",
        "9223372036854775807, 9223372036854775807, INSUFFICIENT",
        "-9223372036854775808, 1, INVALID_PRICE",
        "1, -9223372036854775808, INVALID_QUANTITY",
        "1, 9223372036854775807, accepted",
        "9223372036854775807, 1, accepted",
        "3037000499, 3037000499, accepted",
        "3037000500, 3037000500, INSUFFICIENT"
    })
    void anOrderWhoseValueDoesNotFitIsRefused(long price, long quantity, String answer) {
        String expected = answer.equals("accepted") ? "A accepted" : "A rejected " + answer;
        assertThat(Floor.in(OPEN, NO_MONEY).buy("A", quantity, price).heard()).containsExactly(expected);
        assertThat(Floor.in(OPEN, NO_MONEY).sell("A", quantity, price).heard()).containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9_223_372, 9_223_373, 4_611_686, Long.MAX_VALUE / 1_000_000})
    void theValueIsCountedInMoneyUnits(long price) {
        Book book = new Book(
                0,
                new Instrument("X", 2, 1, 9, 1, 1, 1, 0, 0, 0, "USD"),
                new OrderTable(),
                new LevelTable(new OrderTable()));
        for (long quantity : new long[] {0, 1, 1_000_000, 999_999, Long.MAX_VALUE}) {
            BigInteger exact = BigInteger.valueOf(price)
                    .multiply(BigInteger.valueOf(quantity))
                    .multiply(BigInteger.valueOf(1_000_000));
            long expected = exact.bitLength() < 64 ? exact.longValue() : -1;
            assertThat(book.notional(price, quantity)).isEqualTo(expected);
        }
    }

    @Test
    void theSumOfASideFitsOrTheOrderIsRefused() {
        Floor floor =
                Floor.in(OPEN, NO_MONEY).sell("A", HUGE, 1).sell("B", HUGE, 1).sell("C", Long.MAX_VALUE - HUGE, 1);
        assertThat(floor.heard()).containsExactly("A accepted", "B rejected INSUFFICIENT", "C accepted");
        BookView book = floor.engine.book("ABC", 10).orElseThrow();
        assertThat(book.asks()).containsExactly(new BookView.Level(1, Long.MAX_VALUE, 2));

        floor.amend("A", "A", 0, HUGE + 1).market("M", BUY, Long.MAX_VALUE);

        assertThat(floor.heard())
                .containsExactly(
                        "A rejected INSUFFICIENT",
                        "M accepted",
                        "A/M 5000000000000000000@1",
                        "C/M 4223372036854775807@1");
        assertThat(floor.depth()).isEqualTo(" | ");
    }

    @Test
    void anAuctionOfHugeOrdersIsExact() {
        Floor floor = Floor.in(AUCTION, NO_MONEY);
        floor.buy("A", HUGE, 1)
                .market("B", BUY, Long.MAX_VALUE - HUGE)
                .buy("C", 1, 1)
                .sell("D", Long.MAX_VALUE, 1);
        assertThat(floor.heard()).containsExactly("A accepted", "B accepted", "C rejected INSUFFICIENT", "D accepted");

        floor.session(OPEN);

        assertThat(floor.trades()).containsExactly("D/B 4223372036854775807@1", "D/A 5000000000000000000@1");
        assertThat(floor.depth()).isEqualTo(" | ");
    }

    @ParameterizedTest
    @CsvSource({
        "100, 10, 90, 110",
        "101, 10, 91, 111",
        "3, 50, 2, 4",
        "100, 200, 1, 300",
        "9223372036854775807, 10, 8301034833169298227, 9223372036854775807",
        "9223372036854775807, 2147483647, 1, 9223372036854775807"
    })
    void theBandIsRoundedInwardsAndDoesNotOverflow(long reference, int percent, long lowest, long highest) {
        OrderTable orders = new OrderTable();
        Book book = new Book(
                0, new Instrument("X", 0, 0, 0, 1, 1, reference, percent, 0, 0, "USD"), orders, new LevelTable(orders));

        assertThat(book.marketLimit(SELL)).isEqualTo(lowest);
        assertThat(book.marketLimit(BUY)).isEqualTo(highest);
        assertThat(book.inBand(lowest)).isTrue();
        assertThat(book.inBand(lowest - 1)).isFalse();
        assertThat(book.inBand(highest)).isTrue();
    }
}
