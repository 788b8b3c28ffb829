package daybook.events;

/** How an order is priced. */
public enum OrderType {
    /** Trades at its price or better; the rest may stay in the book. */
    LIMIT,
    /** Trades with what is there, within the price band; never stays in the book. */
    MARKET
}
