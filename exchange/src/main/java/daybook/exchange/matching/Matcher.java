package daybook.exchange.matching;

import daybook.events.CancelReason;
import daybook.events.OrderType;
import daybook.events.SelfTradeMode;
import daybook.events.Side;

/** Continuous trading: price-time priority at the resting order's price. */
final class Matcher {
    private final Venue venue;
    private final OrderTable orders;
    private final Events events;

    Matcher(Venue venue, Events events) {
        this.venue = venue;
        this.orders = venue.orders;
        this.events = events;
    }

    /** Trades an incoming order and then lets it rest or ends it. */
    void enter(int order) {
        boolean stopped = trade(order);
        if (orders.left(order) == 0) {
            venue.registry.end(order, OrderTable.FILLED);
        } else if (stopped) {
            cancelIncoming(order, CancelReason.SELF_TRADE_PREVENTION);
        } else if (venue.registry.mayRest(order)) {
            venue.registry.rest(order);
        } else {
            cancelIncoming(order, CancelReason.NO_LIQUIDITY);
        }
    }

    /** Ends an order that is in no book. */
    void cancelIncoming(int order, CancelReason reason) {
        events.cancelled(order, reason);
        venue.registry.end(order, OrderTable.CANCELLED);
    }

    /** Takes an order out of its book and ends it. */
    void cancelResting(int order, CancelReason reason) {
        events.cancelled(order, reason);
        venue.bookOf(order).side(orders.side(order)).remove(order);
        venue.registry.end(order, OrderTable.CANCELLED);
    }

    /** Whether a limit order would trade at once. */
    boolean wouldTake(Book book, Side side, long price) {
        return book.opposite(side).ladder.reaches(price);
    }

    /** Whether an order could trade whole, now, with what self-trade prevention would leave it. Changes nothing. */
    boolean couldFill(Book book, AccountState account, CommandSlot order) {
        long limit = order.orderType() == OrderType.MARKET ? book.marketLimit(order.side()) : order.price();
        SelfTradeMode mode = account.selfTradeMode();
        boolean alone = mode == SelfTradeMode.NONE || account.openOrders == 0;
        PriceLadder ladder = book.opposite(order.side()).ladder;
        long missing = order.quantity();
        for (int level = ladder.best(); level != LevelTable.NONE; ) {
            long price = venue.levels.price(level);
            if (!ladder.satisfies(price, limit)) {
                return false;
            }
            if (alone) {
                missing -= Math.min(missing, venue.levels.quantity(level));
            } else {
                missing = missingAfter(level, account.index, mode, missing);
            }
            if (missing <= 0) {
                return missing == 0;
            }
            level = ladder.worse(price);
        }
        return false;
    }

    /** What is missing after a level that may hold own orders; -1 if one of them ends the incoming order. */
    private long missingAfter(int level, int account, SelfTradeMode mode, long missing) {
        long left = missing;
        int resting = venue.levels.first(level);
        while (resting != OrderTable.NONE && left > 0) {
            if (orders.account(resting) != account) {
                left -= Math.min(left, orders.left(resting));
            } else if (mode != SelfTradeMode.CANCEL_RESTING) {
                return -1;
            }
            resting = orders.behind(resting);
        }
        return left;
    }

    /** Returns whether self-trade prevention ended the order. */
    private boolean trade(int order) {
        Book book = venue.bookOf(order);
        Side side = orders.side(order);
        long limit = orders.orderType(order) == OrderType.MARKET ? book.marketLimit(side) : orders.price(order);
        BookSide opposite = book.opposite(side);
        int account = orders.account(order);
        while (orders.left(order) > 0 && opposite.ladder.reaches(limit)) {
            int resting = venue.levels.first(opposite.ladder.best());
            if (orders.account(resting) != account || allowsSelfTrade(account)) {
                fill(book, side, order, resting);
            } else if (stopsAt(resting, venue.accounts.get(account).selfTradeMode())) {
                return true;
            }
        }
        return false;
    }

    private boolean allowsSelfTrade(int account) {
        return venue.accounts.get(account).selfTradeMode() == SelfTradeMode.NONE;
    }

    /** Does to the resting order what the mode says; returns whether the incoming one ends. */
    private boolean stopsAt(int resting, SelfTradeMode mode) {
        return switch (mode) {
            case CANCEL_RESTING -> {
                cancelResting(resting, CancelReason.SELF_TRADE_PREVENTION);
                yield false;
            }
            case CANCEL_BOTH -> {
                cancelResting(resting, CancelReason.SELF_TRADE_PREVENTION);
                yield true;
            }
            case CANCEL_INCOMING -> true;
            case NONE -> throw new IllegalStateException("mode: NONE (expected: they trade)");
        };
    }

    private void fill(Book book, Side side, int order, int resting) {
        long quantity = Math.min(orders.left(order), orders.left(resting));
        int buy = side == Side.BUY ? order : resting;
        int sell = side == Side.BUY ? resting : order;
        events.trade(book, orders.price(resting), quantity, side, buy, sell);
        orders.addTraded(order, quantity);
        fillResting(book.opposite(side), resting, quantity);
    }

    /** Trades a resting order; a full one ends. */
    void fillResting(BookSide side, int resting, long quantity) {
        if (side.fill(resting, quantity) == 0) {
            venue.registry.end(resting, OrderTable.FILLED);
        }
    }
}
