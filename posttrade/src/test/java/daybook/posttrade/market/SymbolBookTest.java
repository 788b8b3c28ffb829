package daybook.posttrade.market;

import static daybook.events.Side.BUY;
import static daybook.events.Side.SELL;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.SessionState;
import daybook.events.TimeInForce;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Goal: after every single event the book is one that a market can have. Method: short stories, looked at event by event. */
class SymbolBookTest {
    private final Story story = new Story().list("ABC").session(SessionState.OPEN);

    @Test
    void levelsAddUpWhatRests() {
        story.order("ABC", BUY, 100, 5)
                .order("ABC", BUY, 100, 7)
                .order("ABC", BUY, 99, 1)
                .order("ABC", SELL, 101, 2);

        SymbolBook book = folded();

        assertThat(book.bids()).containsExactly(new Level(100, 12, 2), new Level(99, 1, 1));
        assertThat(book.asks()).containsExactly(new Level(101, 2, 1));
    }

    @Test
    void anOrderThatComesInIsNotShownBeforeItRests() {
        story.order("ABC", SELL, 100, 5)
                .order("ABC", SELL, 101, 5)
                .order("ABC", BUY, 102, 12)
                .trade("ABC", 100, 5, 3, 1)
                .trade("ABC", 101, 5, 3, 2);

        assertNeverCrossed();
        assertThat(folded().bids()).containsExactly(new Level(102, 2, 1));
        assertThat(folded().asks()).isEmpty();
    }

    @Test
    void whatEndsAtOnceIsNeverShown() {
        story.order("ABC", SELL, 100, 5)
                .order("ABC", BUY, TimeInForce.IOC, 99, 5)
                .cancel("ABC", 2, 5, CancelReason.NO_LIQUIDITY)
                .order("ABC", BUY, TimeInForce.GTC, 0, 9)
                .trade("ABC", 100, 5, 3, 1)
                .cancel("ABC", 3, 4, CancelReason.NO_LIQUIDITY);

        MarketFold fold = fold();
        for (Event event : story.events) {
            fold.apply(event);
            assertThat(fold.market("ABC").book.bids()).as("after %s", event).isEmpty();
        }
        assertThat(fold.market("ABC").book.asks()).isEmpty();
    }

    @Test
    void selfTradePreventionTakesTheRestingOrderOutAndTheIncomingOneRests() {
        story.order("ABC", SELL, 100, 5)
                .order("ABC", BUY, 100, 8)
                .cancel("ABC", 1, 5, CancelReason.SELF_TRADE_PREVENTION);

        assertNeverCrossed();
        assertThat(folded().bids()).containsExactly(new Level(100, 8, 1));
    }

    @Test
    void anAmendThatCrossesTradesFirst() {
        story.order("ABC", SELL, 100, 5)
                .order("ABC", BUY, 98, 8)
                .amend("ABC", 2, 101, 8)
                .trade("ABC", 100, 5, 2, 1);

        assertNeverCrossed();
        assertThat(folded().bids()).containsExactly(new Level(101, 3, 1));
    }

    @Test
    void inAnAuctionTheBookMayCrossAndMarketOrdersAreInNoLevel() {
        story.session(SessionState.AUCTION)
                .order("ABC", BUY, 102, 5)
                .order("ABC", SELL, 100, 3)
                .order("ABC", SELL, TimeInForce.DAY, 0, 4);

        assertThat(folded().bids()).containsExactly(new Level(102, 5, 1));
        assertThat(folded().asks()).containsExactly(new Level(100, 3, 1));

        story.trade("ABC", 100, 4, 1, 3).trade("ABC", 100, 1, 1, 2).session(SessionState.OPEN);

        assertThat(folded().bids()).isEmpty();
        assertThat(folded().asks()).containsExactly(new Level(100, 2, 1));
    }

    @Test
    void whatHasChangedSinceAnEventMakesTheOldBookTheNewOne() {
        story.order("ABC", BUY, 100, 5).order("ABC", BUY, 99, 5);
        long before = story.lastSeq();
        story.cancel("ABC", 1, 5, CancelReason.CLIENT_REQUEST).order("ABC", SELL, 103, 1);

        BookChanges changes = folded().since(before, new SymbolBook.Heading(story.lastSeq(), "ABC", SessionState.OPEN));

        assertThat(changes)
                .isEqualTo(new BookChanges(
                        story.lastSeq(),
                        "ABC",
                        SessionState.OPEN,
                        List.of(new Level(100, 0, 0)),
                        List.of(new Level(103, 1, 1))));
    }

    private void assertNeverCrossed() {
        MarketFold fold = fold();
        for (Event event : story.events) {
            fold.apply(event);
            SymbolBook book = fold.market("ABC").book;
            if (!book.bids().isEmpty() && !book.asks().isEmpty()) {
                assertThat(book.bids().get(0).price())
                        .as("after %s", event)
                        .isLessThan(book.asks().get(0).price());
            }
        }
    }

    private SymbolBook folded() {
        MarketFold fold = fold();
        story.events.forEach(fold::apply);
        return fold.market("ABC").book;
    }

    private static MarketFold fold() {
        return new MarketFold(ZoneOffset.UTC, BarSeries.ClosedBars.NOBODY, 0);
    }
}
