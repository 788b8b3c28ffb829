package daybook.exchange.matching;

import daybook.events.OrderType;
import daybook.events.Side;

/**
 * The open orders of one side of a book. The sum of what they have open always fits a long: whoever adds asks
 * {@link #hasRoomFor} first, so that no sum over levels or orders can overflow.
 */
final class BookSide {
    private static final int RECENT_BITS = 8;

    final PriceLadder ladder;
    private final OrderTable orders;
    private final LevelTable levels;
    private final int marketLevel;
    private final int side;
    /** Where the level of a price was last: orders come back to few prices, and this finds them without a search. */
    private final int[] recent = new int[1 << RECENT_BITS];

    private long open;

    /** @param number is its own, among all sides that share the levels */
    BookSide(Side side, int number, OrderTable orders, LevelTable levels) {
        this.ladder = new PriceLadder(side);
        this.orders = orders;
        this.levels = levels;
        this.side = number;
        this.marketLevel = levels.create(0, number);
    }

    /** What all orders have open, market orders included. */
    long open() {
        return open;
    }

    boolean hasRoomFor(long quantity) {
        return quantity <= Long.MAX_VALUE - open;
    }

    /** The level of the market orders that wait for an uncross. */
    int marketLevel() {
        return marketLevel;
    }

    /** The order that an uncross serves first: market orders before priced ones; or NONE. */
    int first() {
        int market = levels.first(marketLevel);
        return market != OrderTable.NONE || ladder.isEmpty() ? market : levels.first(ladder.best());
    }

    /** Puts an order behind all others at its price. */
    void add(int order) {
        int level = marketLevel;
        if (orders.orderType(order) == OrderType.LIMIT) {
            level = levelFor(orders.price(order));
        }
        long left = orders.left(order);
        levels.append(level, order, left);
        open += left;
    }

    private int levelFor(long price) {
        int slot = (int) (price * 0x9E3779B97F4A7C15L >>> Long.SIZE - RECENT_BITS);
        int level = recent[slot];
        if (level != LevelTable.NONE && levels.is(level, price, side)) {
            return level;
        }
        level = ladder.find(price);
        if (level == LevelTable.NONE) {
            level = levels.create(price, side);
            ladder.insert(price, level);
        }
        recent[slot] = level;
        return level;
    }

    void remove(int order) {
        long left = orders.left(order);
        open -= left;
        takeOut(order, left);
    }

    private void takeOut(int order, long left) {
        int level = orders.level(order);
        if (levels.remove(level, order, left) == 0 && level != marketLevel) {
            ladder.remove(levels.price(level));
            levels.release(level);
        }
    }

    /** Changes what an order has open by changing its whole quantity; it keeps its place. */
    void resize(int order, long quantity) {
        long change = quantity - orders.quantity(order);
        orders.setTerms(order, orders.price(order), quantity);
        levels.addQuantity(orders.level(order), change);
        open += change;
    }

    /** Trades part of an order, or all of it; then it leaves. Returns what it still has open. */
    long fill(int order, long quantity) {
        open -= quantity;
        orders.addTraded(order, quantity);
        long left = orders.left(order);
        if (left == 0) {
            takeOut(order, quantity);
        } else {
            levels.addQuantity(orders.level(order), -quantity);
        }
        return left;
    }
}
