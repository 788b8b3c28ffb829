package daybook.events;

/** Which side of a trade a fill was. */
public enum Liquidity {
    /** Its order was in the book. */
    MAKER,
    /** Its order came in and traded. */
    TAKER
}
