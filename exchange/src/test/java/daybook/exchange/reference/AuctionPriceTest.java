package daybook.exchange.reference;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.Instrument;
import daybook.events.OrderType;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Trade;
import daybook.exchange.BookView;
import daybook.exchange.Indication;
import daybook.exchange.matching.EventRecords;
import daybook.exchange.matching.MatchingEngine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Goal: the auction price is the right one (SCENARIOS M-19). Method: random books; the volume at every tick, in and around the book, is
 * counted by brute force, and the engine's indication and uncross are held against it.
 */
class AuctionPriceTest {
    private static final int BOOKS = Boolean.getBoolean("daybook.long") ? 100_000 : 5_000;
    private static final long LOWEST_TICK = 90;
    private static final long HIGHEST_TICK = 130;

    /** @param price 0 for a market order */
    private record Entered(Side side, long price, long quantity) {
        boolean tradesAt(long tick) {
            return price == 0 || (side == Side.BUY ? price >= tick : price <= tick);
        }
    }

    @Test
    void noTickTradesMoreAndTheTiesAreDecidedByImbalanceThenByTheLowerPrice() {
        for (long seed = 1; seed <= BOOKS; seed++) {
            uncrossAt(seed);
        }
    }

    private static void uncrossAt(long seed) {
        List<Entered> book = randomBook(seed);
        List<Event> events = new ArrayList<>();
        MatchingEngine engine = auctionWith(book, new EventRecords(events::add));
        long mostAnywhere = ticks().map(tick -> volume(book, tick)).max().orElseThrow();
        Optional<Long> expected = book.stream()
                .map(Entered::price)
                .filter(price -> price > 0 && volume(book, price) > 0)
                .min(Comparator.<Long>comparingLong(price -> -volume(book, price))
                        .thenComparingLong(price -> Math.abs(imbalance(book, price)))
                        .thenComparingLong(price -> price));

        Optional<Indication> indication = engine.indication("XYZ");
        events.clear();
        engine.apply(new Command.SetSession(SessionState.OPEN), 2, new EventRecords(events::add));

        String description = "seed " + seed + ": " + book;
        assertThat(indication)
                .as(description)
                .isEqualTo(expected.map(price -> new Indication(price, volume(book, price), imbalance(book, price))));
        List<Trade> trades = events.stream()
                .filter(event -> event.kind() == Event.Kind.TRADE)
                .map(Trade.class::cast)
                .toList();
        long traded = trades.stream().mapToLong(Trade::quantity).sum();
        assertThat(trades).as(description).allMatch(trade -> trade.price() == expected.orElseThrow());
        assertThat(traded)
                .as(description)
                .isEqualTo(indication.map(Indication::volume).orElse(0L));
        if (expected.isPresent()) {
            assertThat(traded).as(description).isEqualTo(mostAnywhere);
        }
        assertThat(isCrossed(engine.book("XYZ", 1).orElseThrow()))
                .as(description)
                .isFalse();
    }

    private static List<Entered> randomBook(long seed) {
        Random random = new Random(seed);
        List<Entered> book = new ArrayList<>();
        int orders = random.nextInt(25);
        for (int i = 0; i < orders; i++) {
            long price = random.nextInt(8) == 0 ? 0 : 100L + random.nextInt(20);
            // Few sizes, so that volumes and imbalances tie often.
            book.add(new Entered(random.nextBoolean() ? Side.BUY : Side.SELL, price, 10L * (1 + random.nextInt(3))));
        }
        return book;
    }

    private static MatchingEngine auctionWith(List<Entered> book, EventRecords to) {
        MatchingEngine engine = new MatchingEngine();
        engine.apply(new Command.ChangeInstrument(new Instrument("XYZ", 2, 0, 2, 1, 1, 100, 0, 0, 0, "USD")), 1, to);
        engine.apply(new Command.ChangeAccount(new Account("one", true, SelfTradeMode.CANCEL_BOTH, 0, 0, 0)), 1, to);
        engine.apply(new Command.SetSession(SessionState.AUCTION), 1, to);
        for (int i = 0; i < book.size(); i++) {
            Entered order = book.get(i);
            OrderType type = order.price() == 0 ? OrderType.MARKET : OrderType.LIMIT;
            engine.apply(
                    new Command.NewOrder(
                            "one",
                            "c" + i,
                            "XYZ",
                            order.side(),
                            type,
                            TimeInForce.GTC,
                            order.price(),
                            order.quantity()),
                    1,
                    to);
        }
        return engine;
    }

    private static LongStream ticks() {
        return LongStream.rangeClosed(LOWEST_TICK, HIGHEST_TICK);
    }

    private static long volume(List<Entered> book, long tick) {
        return Math.min(wanted(book, Side.BUY, tick), wanted(book, Side.SELL, tick));
    }

    private static long imbalance(List<Entered> book, long tick) {
        return wanted(book, Side.BUY, tick) - wanted(book, Side.SELL, tick);
    }

    private static long wanted(List<Entered> book, Side side, long tick) {
        return book.stream()
                .filter(order -> order.side() == side && order.tradesAt(tick))
                .mapToLong(Entered::quantity)
                .sum();
    }

    private static boolean isCrossed(BookView book) {
        return !book.bids().isEmpty()
                && !book.asks().isEmpty()
                && book.bids().get(0).price() >= book.asks().get(0).price();
    }
}
