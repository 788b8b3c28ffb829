package daybook.exchange.matching;

import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;

/**
 * Every order that is open or remembered. An order is a number here, from 1; {@link #NONE} is no order. The first 64 bytes of
 * an order, one cache line, are what matching touches; the rest is for repeated client order ids and for views.
 */
final class OrderTable {
    static final int NONE = 0;

    /** Just accepted, or taken out for an amend: nobody can find it. */
    static final int INCOMING = 0;

    static final int RESTING = 1;
    static final int FILLED = 2;
    static final int CANCELLED = 3;

    private static final int ID = 0;
    private static final int PRICE = 8;
    private static final int QUANTITY = 16;
    private static final int TRADED = 24;
    private static final int BEFORE = 32; // in its level
    private static final int BEHIND = 36; // in its level, in the account's memory, or among the free
    private static final int LEVEL = 40;
    private static final int ACCOUNT = 44;
    private static final int BOOK = 48;
    private static final int FLAGS = 52;
    private static final int OLDER = 56; // among the account's open orders
    private static final int YOUNGER = 60;

    private static final int ACCEPTED_SEQ = 0;
    private static final int FIRST_PRICE = 8;
    private static final int FIRST_QUANTITY = 16;
    private static final int CLIENT_ID = 24;
    private static final int CLIENT_ID_WORDS = 5;

    private static final int SELL_FLAG = 1;
    private static final int MARKET_FLAG = 1 << 1;
    private static final int TIME_IN_FORCE_SHIFT = 2;
    private static final int STATUS_SHIFT = 5;
    private static final int STATUS_MASK = 3 << STATUS_SHIFT;
    private static final int LOADED_FLAG = 1 << 7;
    private static final int NAMED_FLAG = 1 << 8;
    private static final TimeInForce[] TIMES_IN_FORCE = TimeInForce.values();

    private final Records hot = new Records(6);
    private final Records cold = new Records(6);
    private int top;
    private int free = NONE;

    /** How many there are, if none was ever released: then they are the numbers from 1 to this. */
    int count() {
        return top;
    }

    /** A record for a new order; what it held before is undefined until {@link #setTerms}. */
    int allocate() {
        int order = free;
        if (order != NONE) {
            free = behind(order);
            return order;
        }
        order = ++top;
        hot.reach(order);
        cold.reach(order);
        return order;
    }

    void release(int order) {
        setQueue(order, NONE, free);
        free = order;
    }

    /** What never changes about an order. */
    @SuppressWarnings("EnumOrdinal") // a snapshot does not contain this word
    void setTerms(
            int order, int book, int account, Side side, OrderType type, TimeInForce timeInForce, boolean loaded) {
        int flags = (side == Side.SELL ? SELL_FLAG : 0)
                | (type == OrderType.MARKET ? MARKET_FLAG : 0)
                | timeInForce.ordinal() << TIME_IN_FORCE_SHIFT
                | (loaded ? LOADED_FLAG : 0);
        hot.setInt(order, BOOK, book);
        hot.setInt(order, ACCOUNT, account);
        hot.setInt(order, FLAGS, flags);
        hot.setInt(order, LEVEL, LevelTable.NONE);
        hot.setLong(order, TRADED, 0);
    }

    void setIds(int order, long orderId, long acceptedSeq) {
        hot.setLong(order, ID, orderId);
        cold.setLong(order, ACCEPTED_SEQ, acceptedSeq);
    }

    /** The id that the client gave and the body that came with it. */
    void setName(int order, Ascii clientOrderId, long price, long quantity) {
        hot.setInt(order, FLAGS, flags(order) | NAMED_FLAG);
        cold.setLong(order, FIRST_PRICE, price);
        cold.setLong(order, FIRST_QUANTITY, quantity);
        for (int i = 0; i < CLIENT_ID_WORDS; i++) {
            cold.setLong(order, CLIENT_ID + i * Long.BYTES, clientOrderId.word(i));
        }
    }

    void setTerms(int order, long price, long quantity) {
        hot.setLong(order, PRICE, price);
        hot.setLong(order, QUANTITY, quantity);
    }

    long orderId(int order) {
        return hot.getLong(order, ID);
    }

    /** 0 for a market order. */
    long price(int order) {
        return hot.getLong(order, PRICE);
    }

    long quantity(int order) {
        return hot.getLong(order, QUANTITY);
    }

    long traded(int order) {
        return hot.getLong(order, TRADED);
    }

    /** What is open while the order is incoming or resting, what was cancelled once it has ended. */
    long left(int order) {
        return hot.getLong(order, QUANTITY) - hot.getLong(order, TRADED);
    }

    void addTraded(int order, long quantity) {
        hot.setLong(order, TRADED, hot.getLong(order, TRADED) + quantity);
    }

    int level(int order) {
        return hot.getInt(order, LEVEL);
    }

    int account(int order) {
        return hot.getInt(order, ACCOUNT);
    }

    void setLevel(int order, int level) {
        hot.setInt(order, LEVEL, level);
    }

    int book(int order) {
        return hot.getInt(order, BOOK);
    }

    private int flags(int order) {
        return hot.getInt(order, FLAGS);
    }

    Side side(int order) {
        return (flags(order) & SELL_FLAG) == 0 ? Side.BUY : Side.SELL;
    }

    OrderType orderType(int order) {
        return (flags(order) & MARKET_FLAG) == 0 ? OrderType.LIMIT : OrderType.MARKET;
    }

    TimeInForce timeInForce(int order) {
        return TIMES_IN_FORCE[flags(order) >>> TIME_IN_FORCE_SHIFT & 7];
    }

    boolean loaded(int order) {
        return (flags(order) & LOADED_FLAG) != 0;
    }

    /** Whether the client gave it an id, so that it is remembered after its end. */
    boolean named(int order) {
        return (flags(order) & NAMED_FLAG) != 0;
    }

    int status(int order) {
        return (flags(order) & STATUS_MASK) >>> STATUS_SHIFT;
    }

    boolean isOpen(int order) {
        return status(order) <= RESTING;
    }

    void setStatus(int order, int status) {
        hot.setInt(order, FLAGS, flags(order) & ~STATUS_MASK | status << STATUS_SHIFT);
    }

    int before(int order) {
        return hot.getInt(order, BEFORE);
    }

    int behind(int order) {
        return hot.getInt(order, BEHIND);
    }

    void setQueue(int order, int before, int behind) {
        hot.setInt(order, BEFORE, before);
        hot.setInt(order, BEHIND, behind);
    }

    void setBefore(int of, int before) {
        hot.setInt(of, BEFORE, before);
    }

    void setBehind(int of, int behind) {
        hot.setInt(of, BEHIND, behind);
    }

    int olderSibling(int order) {
        return hot.getInt(order, OLDER);
    }

    int youngerSibling(int order) {
        return hot.getInt(order, YOUNGER);
    }

    void setSiblings(int order, int older, int younger) {
        hot.setInt(order, OLDER, older);
        hot.setInt(order, YOUNGER, younger);
    }

    void setOlderSibling(int of, int older) {
        hot.setInt(of, OLDER, older);
    }

    void setYoungerSibling(int of, int younger) {
        hot.setInt(of, YOUNGER, younger);
    }

    long acceptedSeq(int order) {
        return cold.getLong(order, ACCEPTED_SEQ);
    }

    long firstPrice(int order) {
        return cold.getLong(order, FIRST_PRICE);
    }

    long firstQuantity(int order) {
        return cold.getLong(order, FIRST_QUANTITY);
    }

    boolean isNamed(int order, Ascii clientOrderId) {
        for (int i = 0; i < CLIENT_ID_WORDS; i++) {
            if (cold.getLong(order, CLIENT_ID + i * Long.BYTES) != clientOrderId.word(i)) {
                return false;
            }
        }
        return true;
    }

    /** Copies the client order id; empty if the client gave none. */
    void copyName(int order, Ascii to) {
        to.clear();
        if (named(order)) {
            for (int i = 0; i < CLIENT_ID_WORDS; i++) {
                to.setWord(i, cold.getLong(order, CLIENT_ID + i * Long.BYTES));
            }
            to.endWords();
        }
    }
}
