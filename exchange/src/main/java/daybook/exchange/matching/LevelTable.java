package daybook.exchange.matching;

/**
 * Price levels, each with its queue of orders in order of arrival. A level is a number from 1; {@link #NONE} is no level. A level
 * with price 0 holds the market orders that wait for an uncross.
 */
final class LevelTable {
    static final int NONE = 0;

    private static final int PRICE = 0;
    private static final int QUANTITY = 1;
    private static final int ENDS = 2; // first, last
    private static final int COUNT = 3; // orders; among the free: the next one

    private final Records levels = new Records(2);
    private final OrderTable orders;
    private int top;
    private int free = NONE;

    LevelTable(OrderTable orders) {
        this.orders = orders;
    }

    int create(long price) {
        int level = free;
        if (level != NONE) {
            free = count(level);
        } else {
            level = ++top;
            levels.reach(level);
        }
        levels.set(level, PRICE, price);
        levels.set(level, QUANTITY, 0);
        levels.set(level, ENDS, 0);
        levels.set(level, COUNT, 0);
        return level;
    }

    void release(int level) {
        levels.set(level, COUNT, free);
        free = level;
    }

    long price(int level) {
        return levels.get(level, PRICE);
    }

    /** The sum of what its orders have open. */
    long quantity(int level) {
        return levels.get(level, QUANTITY);
    }

    int count(int level) {
        return levels.low(level, COUNT);
    }

    int first(int level) {
        return levels.high(level, ENDS);
    }

    private int last(int level) {
        return levels.low(level, ENDS);
    }

    void addQuantity(int level, long quantity) {
        levels.set(level, QUANTITY, levels.get(level, QUANTITY) + quantity);
    }

    /** Puts an order at the end of the queue, with all that it has open. */
    void append(int level, int order) {
        int last = last(level);
        orders.setQueue(order, last, OrderTable.NONE);
        orders.setLevel(order, level);
        if (last == OrderTable.NONE) {
            levels.set(level, ENDS, Records.pair(order, order));
        } else {
            orders.setBehind(last, order);
            levels.setLow(level, ENDS, order);
        }
        levels.set(level, COUNT, levels.get(level, COUNT) + 1);
        addQuantity(level, orders.left(order));
    }

    /** Takes an order out of its queue, with all that it has open. */
    void remove(int order) {
        int level = orders.level(order);
        int before = orders.before(order);
        int behind = orders.behind(order);
        if (before == OrderTable.NONE) {
            levels.setHigh(level, ENDS, behind);
        } else {
            orders.setBehind(before, behind);
        }
        if (behind == OrderTable.NONE) {
            levels.setLow(level, ENDS, before);
        } else {
            orders.setBefore(behind, before);
        }
        orders.setLevel(order, NONE);
        levels.set(level, COUNT, levels.get(level, COUNT) - 1);
        addQuantity(level, -orders.left(order));
    }
}
