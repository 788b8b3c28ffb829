package daybook.exchange.matching;

/**
 * Price levels, each with its queue of orders in order of arrival. A level is a number from 1; {@link #NONE} is no level. A level
 * with price 0 holds the market orders that wait for an uncross.
 */
final class LevelTable {
    static final int NONE = 0;

    private static final int PRICE = 0;
    private static final int QUANTITY = 8;
    private static final int FIRST = 16;
    private static final int LAST = 20;
    private static final int COUNT = 24; // orders; among the free: the next one
    private static final int OWNER = 28;
    private static final int NO_PRICE = -1;

    private final Records levels = new Records(5);
    private final OrderTable orders;
    private int top;
    private int free = NONE;

    LevelTable(OrderTable orders) {
        this.orders = orders;
    }

    /** @param owner tells sides apart, see {@link #is} */
    int create(long price, int owner) {
        int level = free;
        if (level != NONE) {
            free = count(level);
        } else {
            level = ++top;
            levels.reach(level);
        }
        levels.setLong(level, PRICE, price);
        levels.setLong(level, QUANTITY, 0);
        levels.setInt(level, FIRST, OrderTable.NONE);
        levels.setInt(level, LAST, OrderTable.NONE);
        levels.setInt(level, COUNT, 0);
        levels.setInt(level, OWNER, owner);
        return level;
    }

    void release(int level) {
        levels.setInt(level, COUNT, free);
        levels.setLong(level, PRICE, NO_PRICE);
        free = level;
    }

    /** Whether a level that was created for this price and owner has not been released since. */
    boolean is(int level, long price, int owner) {
        return levels.getLong(level, PRICE) == price && levels.getInt(level, OWNER) == owner;
    }

    long price(int level) {
        return levels.getLong(level, PRICE);
    }

    /** The sum of what its orders have open. */
    long quantity(int level) {
        return levels.getLong(level, QUANTITY);
    }

    int count(int level) {
        return levels.getInt(level, COUNT);
    }

    int first(int level) {
        return levels.getInt(level, FIRST);
    }

    private int last(int level) {
        return levels.getInt(level, LAST);
    }

    void addQuantity(int level, long quantity) {
        levels.setLong(level, QUANTITY, levels.getLong(level, QUANTITY) + quantity);
    }

    /** Puts an order at the end of the queue, with what it has open. */
    void append(int level, int order, long open) {
        int last = last(level);
        orders.setQueue(order, last, OrderTable.NONE);
        orders.setLevel(order, level);
        if (last == OrderTable.NONE) {
            levels.setInt(level, FIRST, order);
        } else {
            orders.setBehind(last, order);
        }
        levels.setInt(level, LAST, order);
        levels.setInt(level, COUNT, count(level) + 1);
        addQuantity(level, open);
    }

    /** Takes an order out of its level's queue, with what it has open; returns how many orders are left there. */
    int remove(int level, int order, long open) {
        int before = orders.before(order);
        int behind = orders.behind(order);
        if (before == OrderTable.NONE) {
            levels.setInt(level, FIRST, behind);
        } else {
            orders.setBehind(before, behind);
        }
        if (behind == OrderTable.NONE) {
            levels.setInt(level, LAST, before);
        } else {
            orders.setBefore(behind, before);
        }
        int count = count(level) - 1;
        levels.setInt(level, COUNT, count);
        addQuantity(level, -open);
        return count;
    }
}
