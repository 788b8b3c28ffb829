package daybook.exchange.matching;

import static daybook.events.SessionState.AUCTION;
import static daybook.events.SessionState.OPEN;
import static daybook.events.Side.BUY;
import static daybook.events.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Instrument;
import daybook.exchange.BookView;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No sum and no product overflows: numbers that do not fit are refused, all others are exact. */
class ExactArithmeticTest {
    private static final long HUGE = 5_000_000_000_000_000_000L;

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
        assertThat(Floor.open().buy("A", quantity, price).heard()).containsExactly(expected);
        assertThat(Floor.open().sell("A", quantity, price).heard()).containsExactly(expected);
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
        Floor floor = Floor.open().sell("A", HUGE, 1).sell("B", HUGE, 1).sell("C", Long.MAX_VALUE - HUGE, 1);
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
        Floor floor = Floor.in(AUCTION, Floor.PLAIN);
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
