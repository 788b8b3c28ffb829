package daybook.events;

/** What the venue lets orders do. */
public enum SessionState {
    /** Nothing is accepted but cancels. */
    CLOSED,
    /** Orders rest without matching, until the uncross. */
    AUCTION,
    /** Continuous trading. */
    OPEN,
    /** Cancels only. */
    HALTED
}
