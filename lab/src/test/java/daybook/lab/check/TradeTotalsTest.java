package daybook.lab.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Event;
import daybook.events.EventIds;
import daybook.events.EventJson;
import daybook.events.Fill;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.events.Liquidity;
import daybook.events.Side;
import daybook.events.Trade;
import daybook.lab.check.TradeTotals.Holding;
import daybook.lab.check.TradeTotals.Total;
import daybook.log.LogRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TradeTotalsTest {
    private static final Instrument INFY = new Instrument("INFY", 2, 0, 3, 5, 1, 150_000, 10, 0, 0, "INR");

    @TempDir
    Path directory;

    private final List<Event> events = new ArrayList<>(List.of(new InstrumentChanged(1, 1, INFY)));

    @Test
    void aPositionThatTurnsAndGrowsAndCloses() {
        trade("maker", "alice", 50_00, 10);
        trade("alice", "maker", 48_00, 25);
        assertThat(alice()).isEqualTo(new Total(15, 720_000, 20_000, -700_000, 0, 2, 2));

        trade("alice", "maker", 52_00, 5);
        assertThat(alice()).returns(980_000L, Total::cost);

        trade("maker", "alice", 49_50, 20);
        assertThat(alice()).isEqualTo(new Total(0, 0, 30_000, 30_000, 0, 4, 4));
    }

    @Test
    void roundingIsToTheNearestUnitAndWhatItLeavesIsReleasedWithTheLast() {
        trade("alice", "maker", 1, 1);
        trade("alice", "maker", 2, 2);
        trade("maker", "alice", 2, 1);
        assertThat(alice()).returns(33L, Total::cost).returns(3L, Total::realised);

        trade("maker", "alice", 2, 2);
        assertThat(alice())
                .returns(0L, Total::cost)
                .returns(10L, Total::realised)
                .returns(10L, Total::cash);
    }

    @Test
    void tradesOfTheJournalAndFillsOnTheTopicComeToTheSame() {
        long seed = 600;
        Random random = new Random(seed);
        for (int i = 0; i < 600; i++) {
            trade("a" + random.nextInt(8), "a" + random.nextInt(8), 100 + random.nextInt(50), 1 + random.nextInt(9));
        }
        List<Fill> fills = fills();
        fills.addAll(fills.subList(100, 400));
        Collections.shuffle(fills, random);

        try (HandMade venue = journaled()) {
            fills.forEach(f -> venue.publish(record(f)));
            SortedMap<Holding, Total> fromTrades = TradeTotals.fromJournal(directory, Long.MAX_VALUE);
            SortedMap<Holding, Total> fromFills = TradeTotals.fromFills(directory, HandMade.TOPIC);

            assertThat(fromFills).as("seed " + seed).isEqualTo(fromTrades);
            long sum = 0;
            for (Total total : fromTrades.values()) {
                assertThat(total.realised() - total.cost()).isEqualTo(total.cash());
                sum += total.quantity();
            }
            assertThat(sum).isZero();
        }
    }

    @Test
    void onlyWhatLiesUpToTheLineIsCounted() {
        trade("alice", "maker", 100, 1);
        trade("alice", "maker", 100, 1);

        try (HandMade venue = journaled()) {
            assertThat(venue.files()).isNotNull();
            assertThat(TradeTotals.fromJournal(directory, 2).get(new Holding("alice", "INFY")))
                    .returns(1L, Total::quantity);
        }
    }

    @Test
    void twoCopiesOfAFillThatDifferAreNotAddedUp() {
        trade("alice", "maker", 100, 1);

        try (HandMade venue = journaled()) {
            Fill fill = fills().get(0);
            venue.publish(record(fill));
            venue.publish(record(new Fill(
                    fill.fillId(), 1, 2, 1, "alice", "INFY", Side.BUY, 101, 1, 7, Liquidity.TAKER, 0, "INR", 2, 0, 3)));

            assertThatThrownBy(() -> TradeTotals.fromFills(directory, HandMade.TOPIC))
                    .isInstanceOf(CheckException.class)
                    .hasMessageContaining("two copies differ");
        }
    }

    private Total alice() {
        Map<Holding, Total> totals = new HashMap<>();
        Path here = directory.resolve(Integer.toString(events.size()));
        try (HandMade venue = new HandMade(here)) {
            venue.journal(events);
            totals.putAll(TradeTotals.fromJournal(here, Long.MAX_VALUE));
        }
        return totals.getOrDefault(new Holding("alice", "INFY"), Total.NOTHING);
    }

    private HandMade journaled() {
        HandMade venue = new HandMade(directory);
        venue.journal(events);
        venue.idle();
        return venue;
    }

    private void trade(String buyer, String seller, long price, long quantity) {
        long seq = events.size() + 1L;
        events.add(new Trade(seq, seq, seq - 1, "INFY", price, quantity, Side.BUY, 7, 8, buyer, seller));
    }

    private List<Fill> fills() {
        List<Fill> fills = new ArrayList<>();
        for (Event event : events.subList(1, events.size())) {
            Trade trade = (Trade) event;
            fills.add(fill(trade, Side.BUY, trade.buyAccountId()));
            fills.add(fill(trade, Side.SELL, trade.sellAccountId()));
        }
        return fills;
    }

    private static Fill fill(Trade trade, Side side, String account) {
        return new Fill(
                EventIds.ofFill(trade.tradeId(), side),
                trade.tradeId(),
                trade.seq(),
                trade.time(),
                account,
                trade.symbol(),
                side,
                trade.price(),
                trade.quantity(),
                7,
                Liquidity.TAKER,
                0,
                "INR",
                2,
                0,
                3);
    }

    private static LogRecord record(Fill fill) {
        return new LogRecord(fill.accountId().getBytes(StandardCharsets.UTF_8), EventJson.toBytes(fill), List.of(), 0);
    }
}
