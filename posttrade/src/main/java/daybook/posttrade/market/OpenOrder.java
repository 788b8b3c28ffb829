package daybook.posttrade.market;

import daybook.events.Side;

/** An order that may still trade, as the events tell it. */
final class OpenOrder {
    final long id;
    final Side side;
    /** Whether what it does not trade at once waits in the book; price 0 waits for an auction, and is in no level. */
    final boolean mayRest;

    long price;
    long open;
    /** Whether it is counted in its level. */
    boolean rests;

    OpenOrder(long id, Side side, boolean mayRest, long price, long open) {
        this.id = id;
        this.side = side;
        this.mayRest = mayRest;
        this.price = price;
        this.open = open;
    }
}
