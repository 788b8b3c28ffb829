package daybook.events;

/** What happens when an account's incoming order meets the account's own resting order. */
public enum SelfTradeMode {
    /** The resting order is cancelled; the incoming one goes on. */
    CANCEL_RESTING,
    /** The rest of the incoming order is cancelled; the resting one stays. */
    CANCEL_INCOMING,
    /** Both are cancelled. */
    CANCEL_BOTH,
    /** They trade. */
    NONE
}
