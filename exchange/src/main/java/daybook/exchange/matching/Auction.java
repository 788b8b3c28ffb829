package daybook.exchange.matching;

import daybook.events.CancelReason;
import daybook.events.Side;
import daybook.exchange.Indication;
import java.util.Optional;

/**
 * The uncross: one price for all. Of the limit prices in the book the one with the largest volume, then the smallest imbalance,
 * then the lowest. Each side is served market orders first, then by price, then by time; owners do not matter.
 */
final class Auction {
    private final Venue venue;
    private final Matcher matcher;
    private final Events events;

    private long price;
    private long volume;
    private long imbalance;

    Auction(Venue venue, Matcher matcher, Events events) {
        this.venue = venue;
        this.matcher = matcher;
        this.events = events;
    }

    /** What an uncross would do; nothing if it would trade nothing. */
    Optional<Indication> indication(Book book) {
        findPrice(book);
        return volume == 0 ? Optional.empty() : Optional.of(new Indication(price, volume, imbalance));
    }

    /** Trades what crosses and cancels what is left of the market orders. */
    void uncross(Book book) {
        findPrice(book);
        while (volume > 0 && cancelsUnaffordable(book)) {
            findPrice(book);
        }
        long left = volume;
        while (left > 0) {
            int buy = book.bids.first();
            int sell = book.asks.first();
            long quantity = Math.min(left, Math.min(venue.orders.left(buy), venue.orders.left(sell)));
            events.trade(book, price, quantity, Side.BUY, buy, sell);
            matcher.fillResting(book.bids, buy, quantity);
            matcher.fillResting(book.asks, sell, quantity);
            left -= quantity;
        }
        cancelMarketOrders(book.bids);
        cancelMarketOrders(book.asks);
    }

    /**
     * Takes out market orders to buy that would be worth more at this price than an order may be; returns whether there were any.
     * They alone can be: every other pairing has a buyer with a limit, whose own worth was checked at a price not below this one.
     */
    private boolean cancelsUnaffordable(Book book) {
        boolean any = false;
        int order = venue.levels.first(book.bids.marketLevel());
        while (order != OrderTable.NONE) {
            int next = venue.orders.behind(order);
            if (!book.canBeWorth(price, venue.orders.left(order))) {
                matcher.cancelResting(order, CancelReason.NO_LIQUIDITY);
                any = true;
            }
            order = next;
        }
        return any;
    }

    private void cancelMarketOrders(BookSide side) {
        int order = venue.levels.first(side.marketLevel());
        while (order != OrderTable.NONE) {
            matcher.cancelResting(order, CancelReason.NO_LIQUIDITY);
            order = venue.levels.first(side.marketLevel());
        }
    }

    /**
     * Walks over all limit prices from low to high. Demand falls by the bids that a price leaves behind, supply grows by the asks
     * that it reaches; both contain the market orders. Neither can overflow, see {@link BookSide}.
     */
    private void findPrice(Book book) {
        volume = 0;
        price = 0;
        imbalance = 0;
        LevelTable levels = venue.levels;
        long demand = book.bids.open();
        long supply = levels.quantity(book.asks.marketLevel());
        int bid = book.bids.ladder.worst();
        int ask = book.asks.ladder.best();
        while (bid != LevelTable.NONE || ask != LevelTable.NONE) {
            long bidPrice = bid == LevelTable.NONE ? Long.MAX_VALUE : levels.price(bid);
            long askPrice = ask == LevelTable.NONE ? Long.MAX_VALUE : levels.price(ask);
            long candidate = Math.min(bidPrice, askPrice);
            if (ask != LevelTable.NONE && askPrice == candidate) {
                supply += levels.quantity(ask);
                ask = book.asks.ladder.worse(askPrice);
            }
            propose(candidate, demand, supply);
            if (bid != LevelTable.NONE && bidPrice == candidate) {
                demand -= levels.quantity(bid);
                bid = book.bids.ladder.better(bidPrice);
            }
        }
    }

    private void propose(long candidate, long demand, long supply) {
        long tradable = Math.min(demand, supply);
        boolean better = tradable > volume
                || tradable == volume && tradable > 0 && Math.abs(demand - supply) < Math.abs(imbalance);
        if (better) {
            price = candidate;
            volume = tradable;
            imbalance = demand - supply;
        }
    }
}
