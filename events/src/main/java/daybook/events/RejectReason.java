package daybook.events;

/** Why a command was refused. Names are part of the public format. */
public enum RejectReason {
    UNKNOWN_SYMBOL,
    INVALID_PRICE,
    INVALID_QUANTITY,
    PRICE_NOT_ON_TICK,
    PRICE_OUTSIDE_BAND,
    SESSION_NOT_OPEN,
    UNKNOWN_ORDER,
    DUPLICATE_CLIENT_ORDER_ID,
    RATE_LIMITED,
    ACCOUNT_DISABLED,
    /** A post-only order would have traded. */
    WOULD_TAKE,
    /** A fill-or-kill order could not trade whole. */
    CANNOT_FILL,
    /** A risk limit (quantity, notional, open orders) does not allow it. */
    INSUFFICIENT,
    /** The kill switch is engaged for the account or the venue. */
    KILL_SWITCH,
    /** A change of an instrument, account or session is not possible. */
    INVALID_SETTING
}
