package daybook.events;

/** Which way an order trades. */
public enum Side {
    BUY,
    SELL
}
