package daybook.events;

/** How long an order lives. */
public enum TimeInForce {
    /** Until it is filled or cancelled. */
    GTC,
    /** Until the session closes. */
    DAY,
    /** Trades at once; the rest is cancelled. */
    IOC,
    /** Trades whole at once, or not at all. */
    FOK,
    /** Rests, and is rejected if it would trade. */
    POST_ONLY
}
