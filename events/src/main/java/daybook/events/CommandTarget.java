package daybook.events;

/**
 * Takes a command out of a payload without garbage. One of the methods named after a command is called, then the names that this
 * command has are set, in any order; a setting comes whole, by {@link #set}.
 */
public interface CommandTarget {
    /** Its three names follow. */
    void newOrder(Side side, OrderType orderType, TimeInForce timeInForce, long price, long quantity);

    /** Its three names follow. */
    void loadOrder(Side side, long price, long quantity);

    /** The account follows. */
    void amendOrder(long orderId, long price, long quantity);

    /** The account follows. */
    void cancelOrder(long orderId);

    /** The account follows, and the symbol. */
    void cancelAll();

    /** A command that is not a client's, as a value. */
    void set(Command setting);

    AsciiTarget accountId();

    AsciiTarget clientOrderId();

    AsciiTarget symbol();
}
