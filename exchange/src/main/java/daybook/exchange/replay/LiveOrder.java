package daybook.exchange.replay;

import daybook.events.Side;

/** An order of the file that is in the book, or waits there for the uncross. What the engine says of it is folded into it. */
final class LiveOrder {
    final String id;
    final Side side;
    /** Post-only when it came in: an amend that enters it again may trade, so it then comes in as a plain order. */
    final boolean postOnly;

    /** Whom the file names; blank = nobody. */
    String owner;
    /** Under which account the engine has it. */
    String account;
    /** What the engine calls it; 0 before it is accepted. */
    long engineId;
    /** In price units; 0 for a market order. */
    long price;
    /** The whole quantity, as the engine counts it: what has traded included. */
    long quantity;

    long open;
    /** Orders at one price stand in rising place. */
    long place;

    LiveOrder(Row row, long price, long quantity) {
        this.id = row.orderId();
        this.side = row.side();
        this.postOnly = row.verb() == Verb.NEW_POST;
        this.owner = "";
        this.account = "";
        this.price = price;
        this.quantity = quantity;
        this.open = quantity;
    }

    boolean isMarket() {
        return price == 0;
    }

    /** The whole quantity that leaves {@code newOpen} open. */
    long wholeFor(long newOpen) {
        return quantity - open + newOpen;
    }
}
