package daybook.posttrade.ledger;

import static daybook.events.Side.BUY;
import static daybook.events.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.EventIds;
import daybook.events.Fill;
import daybook.events.Liquidity;
import daybook.events.Side;
import daybook.posttrade.Filter;
import daybook.posttrade.World;
import daybook.posttrade.ledger.FillCorrection.Outcome;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a position and its profit are after fills, busts and corrections: worked examples. */
class AverageCostTest {
    private static final int PRICE_SCALE = 2;
    private static final int QUANTITY_SCALE = 2;
    private static final int MONEY_SCALE = 4;

    @TempDir
    Path dir;

    private World world;
    private Ledger ledger;
    private long trades;

    @BeforeEach
    void open() {
        world = new World(dir);
        ledger = world.ledger();
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    void throughZeroClosesAtTheOldAverageAndOpensTheRestAtTheFillPrice() {
        trade(SELL, "10", "50");
        assertPosition("-10", "50", "0");
        trade(BUY, "25", "48");
        assertPosition("15", "48", "20");
        trade(BUY, "5", "52");
        assertPosition("20", "49", "20");
        trade(SELL, "20", "49.5");
        assertPosition("0", "", "30");
    }

    @Test
    void unrealisedIsAtTheMarkOfTheHighestTrade() {
        trade(SELL, "10", "50");
        trade(BUY, "25", "48");
        publish(++trades, "other", SELL, "1", "49");

        assertThat(position("a").unrealised()).isEqualByComparingTo("15");
        assertThat(position("a").mark()).isEqualByComparingTo("49");
    }

    @Test
    void aRedeliveredFillThatHadBeenSplitCountsOnce() {
        publish(1, "a", SELL, "2", "100");
        publish(2, "a", BUY, "1.5", "90");
        assertPosition("-0.5", "100", "15");
        publish(3, "a", BUY, "2", "91");
        assertPosition("1.5", "91", "19.5");

        for (int id : new int[] {3, 2, 1}) {
            publish(
                    id,
                    "a",
                    id == 1 ? SELL : BUY,
                    new String[] {"2", "1.5", "2"}[id - 1],
                    "" + new int[] {100, 90, 91}[id - 1]);
            assertPosition("1.5", "91", "19.5");
        }
        restart();
        assertPosition("1.5", "91", "19.5");
    }

    @Test
    void partialClosesRealiseTheirPartAndAddingRealisesNothing() {
        trade(BUY, "10", "100");
        assertPosition("10", "100", "0");
        trade(SELL, "5", "110");
        assertPosition("5", "100", "50");
        trade(BUY, "5", "130");
        assertPosition("10", "115", "50");
        trade(SELL, "10", "115");
        assertPosition("0", "", "50");
    }

    @Test
    void thereAreNoBinaryFractions() {
        for (int i = 0; i < 3; i++) {
            trade(BUY, "0.1", "0.3");
        }
        trade(SELL, "0.3", "0.4");

        assertThat(position("a").quantity()).isEqualByComparingTo("0");
        assertThat(position("a").realised().toPlainString()).isEqualTo("0.0300");
    }

    /** 10 for 100 leaves thirds: what rounding leaves is released with the last of the quantity. */
    @Test
    void roundingIsMadeGoodWhenThePositionCloses() {
        trade(BUY, "0.03", "0.01");
        trade(BUY, "0.04", "0.02");
        for (int i = 0; i < 7; i++) {
            trade(SELL, "0.01", "0.05");
            assertThat(world.ledgerReader().conservation().brokenPositions()).isEmpty();
        }

        assertThat(position("a").realised()).isEqualByComparingTo("0.0024");
        assertThat(position("a").cash()).isEqualByComparingTo("0.0024");
    }

    @Test
    void aBustAndACorrectionGiveWhatARebuildWithoutThemWouldGive() throws SQLException {
        publish(1, "a", BUY, "10", "100");
        publish(2, "a", BUY, "10", "110");
        publish(3, "a", SELL, "15", "120");
        assertPosition("5", "105", "225");

        assertThat(ledger.correct(FillCorrection.bust("c1", "a", "ABC", 1, BUY)))
                .isEqualTo(Outcome.APPLIED);
        assertPosition("-5", "120", "100");
        assertThat(ledger.correct(new FillCorrection("c2", "a", "ABC", 2, BUY, 112_00, 10_00)))
                .isEqualTo(Outcome.APPLIED);
        assertPosition("-5", "120", "80");
        assertThat(ledger.correct(FillCorrection.bust("c1", "a", "ABC", 1, BUY)))
                .isEqualTo(Outcome.REPEATED);
        assertPosition("-5", "120", "80");
        assertThat(ledger.correct(FillCorrection.bust("c3", "a", "ABC", 99, BUY)))
                .isEqualTo(Outcome.UNKNOWN_FILL);
        assertPosition("-5", "120", "80");

        restart();
        publish(4, "a", BUY, "5", "120");
        assertPosition("0", "", "80");
        List<FillView> history = world.ledgerReader().fills(Filter.account("a"), 10);
        assertThat(history).hasSize(4);
        assertThat(history.get(2).price()).as("the original stays").isEqualByComparingTo("110");
        assertThat(history.get(2).correctedPrice())
                .hasValueSatisfying(p -> assertThat(p).isEqualByComparingTo("112"));
        assertThat(history.get(3).correctedQuantity())
                .hasValueSatisfying(q -> assertThat(q).isEqualByComparingTo("0"));
    }

    @Test
    void theBustOfTheSecondFillOnly() throws SQLException {
        publish(1, "a", BUY, "10", "100");
        publish(2, "a", BUY, "10", "110");
        publish(3, "a", SELL, "15", "120");

        ledger.correct(FillCorrection.bust("c", "a", "ABC", 2, BUY));

        assertPosition("-5", "120", "200");
    }

    @Test
    void currenciesAreKeptApart() {
        publish(fill(1, "a", "EUR1", BUY, "100", "10", "EUR"));
        publish(fill(2, "a", "USD1", BUY, "100", "11", "USD"));
        publish(fill(3, "a", "EUR1", SELL, "100", "10", "EUR"));
        publish(fill(4, "a", "USD1", SELL, "100", "12", "USD"));

        List<ProfitView> profits = world.ledgerReader().profits(Filter.account("a"));

        assertThat(profits).extracting(ProfitView::currency).containsExactly("EUR", "USD");
        assertThat(profits.get(0).realised()).isEqualByComparingTo("0");
        assertThat(profits.get(1).realised()).isEqualByComparingTo("100");
    }

    @Test
    void whatDoesNotFitInto64BitsIsParkedAndChangesNothing() {
        publish(1, "a", BUY, "1", "100");
        Fill huge = fill(2, "a", "ABC", BUY, "1", "100", "INR");
        publish(new Fill(
                huge.fillId(),
                2,
                2,
                2,
                "a",
                "ABC",
                BUY,
                (1L << 53) - 1,
                (1L << 53) - 1,
                1,
                Liquidity.TAKER,
                0,
                "INR",
                PRICE_SCALE,
                QUANTITY_SCALE,
                MONEY_SCALE));
        publish(3, "a", BUY, "1", "200");

        assertPosition("2", "150", "0");
        assertThat(position("a").pending()).isTrue();
        assertThat(ledger.status().reasons())
                .singleElement()
                .asString()
                .startsWith("1 records are parked, the first since ");
    }

    @Test
    void aSymbolWhoseScalesChangeIsRefused() {
        publish(1, "a", BUY, "1", "100");
        publish(new Fill("f-2-B", 2, 2, 2, "a", "ABC", BUY, 1, 1, 1, Liquidity.TAKER, 0, "INR", 0, 0, 4));

        assertPosition("1", "100", "0");
        assertThat(position("a").pending()).isTrue();
    }

    private void trade(Side side, String quantity, String price) {
        publish(++trades, "a", side, quantity, price);
    }

    private void publish(long tradeId, String account, Side side, String quantity, String price) {
        publish(fill(tradeId, account, "ABC", side, quantity, price, "INR"));
    }

    private void publish(Fill fill) {
        world.publish(fill);
        World.drain(ledger::pump);
    }

    private void restart() {
        ledger.close();
        ledger = world.ledger();
        World.drain(ledger::pump);
    }

    private PositionView position(String account) {
        return world.ledgerReader().positions(Filter.account(account)).get(0);
    }

    private void assertPosition(String quantity, String average, String realised) {
        PositionView position = position("a");
        assertThat(position.quantity()).isEqualByComparingTo(quantity);
        if (average.isEmpty()) {
            assertThat(position.averagePrice()).isEmpty();
        } else {
            assertThat(position.averagePrice())
                    .hasValueSatisfying(price -> assertThat(price).isEqualByComparingTo(average));
        }
        assertThat(position.realised()).isEqualByComparingTo(realised);
    }

    private static Fill fill(
            long tradeId, String account, String symbol, Side side, String quantity, String price, String currency) {
        return new Fill(
                EventIds.ofFill(tradeId, side),
                tradeId,
                tradeId,
                tradeId,
                account,
                symbol,
                side,
                units(price, PRICE_SCALE),
                units(quantity, QUANTITY_SCALE),
                tradeId,
                Liquidity.TAKER,
                0,
                currency,
                PRICE_SCALE,
                QUANTITY_SCALE,
                MONEY_SCALE);
    }

    private static long units(String decimal, int scale) {
        return new BigDecimal(decimal).movePointRight(scale).longValueExact();
    }
}
